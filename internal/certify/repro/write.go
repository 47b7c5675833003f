package repro

import (
	"net/url"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// template replaces the known values in a text: the whole text, or each id in it.
func (v *values) template(text string) string {
	if known := v.known[text]; known != "" {
		return known
	}
	for value, known := range v.known {
		if judgement.IsUUID(value) && strings.Contains(text, value) {
			text = strings.ReplaceAll(text, value, known)
		}
	}
	return text
}

// path returns the address of a call, relative to the base address.
func (v *values) path(e *event) string {
	whole := e.Request.URL
	for _, base := range []string{v.run.LookupBaseURL, v.run.BaseURL} {
		if rest, ok := strings.CutPrefix(whole, strings.TrimSuffix(base, "/")+"/"); ok && base != "" {
			whole = "/" + rest
			break
		}
	}
	path, query, asks := strings.Cut(whole, "?")
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		raw, err := url.PathUnescape(segment)
		if known := v.known[raw]; err == nil && known != "" {
			segments[i] = known
		} else if segment != "" {
			segments[i] = strings.TrimPrefix(v.run.Redactor.URL("/"+segment), "/")
		}
	}
	path = strings.Join(segments, "/")
	if !asks {
		return path
	}
	if name, value, _ := strings.Cut(query, "="); v.run.Redactor.Token(value) != "" {
		return path + "?" + name + "={{token}}"
	}
	return path + "?" + strings.TrimPrefix(v.run.Redactor.URL("/?"+query), "/?")
}

// notPacked are headers that a client sets itself, or that belong to a single request.
var notPacked = []string{"Upgrade", "Http2-Settings", "Connection", "User-Agent", "Accept-Encoding", "Traceparent", "Host", "Content-Length"}

func (v *values) headers(e *event) []result.Header {
	var all []result.Header
	for _, line := range sorted(e.Request.Header) {
		if slices.Contains(notPacked, line.Name) {
			continue
		}
		line.Value = v.header(line.Name, line.Value)
		all = append(all, line)
	}
	return all
}

func (v *values) header(name, value string) string {
	r := v.run.Redactor
	switch name {
	case "Authorization":
		return v.authorization(value)
	case "Sign":
		return v.inputOnce("sign", "the Sign of the lookup, where your build checks it", "unsigned", "")
	case "Timestamp":
		return v.inputOnce("timestamp", "the time of the lookup", value, "$(date +%s)000")
	case "Noncestr":
		if len(value) > 5 {
			return value[:len(value)-5] + "{{run}}"
		}
	case "Cookie":
		if member, token, _ := strings.Cut(value, "="); r.Token(token) != "" {
			return member + "={{token}}"
		}
	}
	if r.Token(value) != "" {
		return "{{token}}"
	}
	return r.Header(name, value)
}

// authorization writes the credentials of a call: the token, a value that is made from the token,
// or other text.
func (v *values) authorization(value string) string {
	r := v.run.Redactor
	if token := r.Token(value); token != "" {
		return strings.Replace(value, token, "{{token}}", 1)
	}
	if shell := r.NearToken(value); shell != "" {
		return "Bearer " + v.inputOnce("bad_token", "a token that is made from the valid one, and is not valid", "", shell)
	}
	scheme, credential, _ := strings.Cut(value, " ")
	if credential == "" || len(credential) > 24 {
		return r.Header("Authorization", value)
	}
	return scheme + " " + strings.ReplaceAll(string(r.Known([]byte(credential))), redact.Marker, "not-the-token")
}
