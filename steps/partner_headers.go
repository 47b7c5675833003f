package steps

import (
	"mime"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// judgeHeaders judges everything around the body.
func (h *hearing) judgeHeaders() {
	h.judgeAuthorization()
	h.judgeSecrets()
	h.judgePathID()
	if h.bodiless() {
		h.judgeNoBody()
	} else {
		h.judgeContentType()
	}
	if h.endpoint == lookup {
		h.judgeSigning()
	}
}

// bodiless tells whether section 4 says of the endpoint that it has no body.
func (h *hearing) bodiless() bool { return spec.Of(h.endpoint).Request == "" }

// judgeAuthorization wants one bearer token, and where the token is known, that
// one (section 5).
func (h *hearing) judgeAuthorization() {
	h.judged(authorizationTopic)
	values := h.e.Request.Header.Values("Authorization")
	if len(values) > 0 {
		h.run.carried["Authorization"] = true
	}
	if fault := h.authorizationFault(values); fault != "" {
		h.fail(authorizationTopic, result.Failure{
			Path: "header Authorization", Section: "5", Expected: "Bearer and the access token",
			Actual: fault, Message: "the request does not carry its access token",
		})
	}
}

// authorizationFault never repeats what the header holds: it may be a secret of
// another kind.
func (h *hearing) authorizationFault(values []string) string {
	if len(values) != 1 {
		return map[bool]string{true: "absent", false: "several of them"}[len(values) == 0]
	}
	scheme, token, _ := strings.Cut(strings.TrimSpace(values[0]), " ")
	token = strings.TrimSpace(token)
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		return "another scheme than Bearer"
	case token == "":
		return "Bearer without a token"
	case h.cut(token):
		return ""
	case strings.ContainsAny(token, " ,"):
		return "more than one token"
	case h.run.cfg.Token != "" && token != h.run.cfg.Token:
		return "a token that was not given to the partner"
	}
	return ""
}

// secretNames are parameters that would give a secret away.
var secretNames = map[string]bool{
	"token": true, "accesstoken": true, "authorization": true, "bearer": true, "password": true, "apikey": true,
}

// judgeSecrets wants no token and no password in the address, which every proxy
// and every log on the way writes down.
func (h *hearing) judgeSecrets() {
	h.judged(secretTopic)
	const least = 6 // shorter ones stand in an address by chance
	where := ""
	for name := range h.url.Query() {
		if secretNames[strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))] {
			where = "a parameter " + name
		}
	}
	if _, set := h.url.User.Password(); set {
		where = "a password before the host"
	}
	_, carried, _ := strings.Cut(strings.TrimSpace(h.e.Request.Header.Get("Authorization")), " ")
	for _, token := range []string{h.run.cfg.Token, strings.TrimSpace(carried)} {
		if len(token) >= least && !h.cut(token) && (strings.Contains(h.url.String(), token) || strings.Contains(unescaped(h.url), token)) {
			where = "the access token"
		}
	}
	if where != "" {
		h.fail(secretTopic, result.Failure{
			Path: "request line", Section: "5", Expected: "an address without secrets", Actual: where,
			Message: "the address gives a secret away",
		})
	}
}

// unescaped is an address as whoever reads it in a log may decode it.
func unescaped(u *url.URL) string {
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return u.Path + "?" + query
}

// judgePathID wants the id that a path ends in to be a UUID (2.1, 2.3).
func (h *hearing) judgePathID() {
	if h.id == "" {
		return
	}
	h.judged(pathIDTopic)
	if !uuidPattern.MatchString(h.id) {
		h.fail(pathIDTopic, result.Failure{
			Path: "request line", Section: spec.Of(h.endpoint).Section, Expected: "a UUID at the end of the path",
			Actual: excerpt([]byte(h.id)), Message: "the id in the path is no UUID",
		})
	}
}

func (h *hearing) judgeNoBody() {
	h.judged(noBodyTopic)
	if len(h.e.Request.Body) > 0 {
		h.fail(noBodyTopic, result.Failure{
			Section: spec.Of(h.endpoint).Section, Expected: "no body", Actual: excerpt(h.e.Request.Body), Message: "the request has a body",
		})
	}
	var media any
	if value := h.e.Request.Header.Get("Content-Type"); value != "" {
		media = value
	}
	h.reading(noBodyTopic, "bodiless-content-type", media, "header Content-Type")
}

// judgeContentType wants application/json (section 1).
func (h *hearing) judgeContentType() {
	h.judged(contentTypeTopic)
	values := h.e.Request.Header.Values("Content-Type")
	actual := orAbsent(strings.Join(values, ", "))
	if len(values) == 1 {
		if media, _, err := mime.ParseMediaType(values[0]); err == nil && media == "application/json" {
			return
		}
	}
	h.fail(contentTypeTopic, result.Failure{
		Path: "header Content-Type", Section: "1", Expected: "application/json", Actual: excerpt([]byte(actual)),
		Message: "the request does not say that its body is JSON",
	})
}

// judgeSigning wants the three headers of the lookup, and a nonce of its own in
// each (section 5, rule 2). Their formats are not shown.
func (h *hearing) judgeSigning() {
	for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		h.judged(headerTopic + name)
		values := h.e.Request.Header.Values(name)
		if len(values) != 1 || strings.TrimSpace(values[0]) == "" {
			h.fail(headerTopic+name, result.Failure{
				Path: "header " + name, Section: "5", Expected: "one value", Actual: excerptOr(strings.Join(values, ", "), "absent"),
				Message: "the lookup must carry " + name + " once",
			})
			if name == "Noncestr" {
				h.blocked(nonceTopic, headerTopic+name)
			}
			continue
		}
		h.run.carried[name] = true
		if name == "Noncestr" {
			h.judgeNonce(values[0])
		}
	}
}

func (h *hearing) judgeNonce(nonce string) {
	if h.cut(nonce) {
		h.unknown(nonceTopic, cutAway)
		return
	}
	h.judged(nonceTopic)
	if first, used := h.run.nonces[nonce]; used {
		h.fail(nonceTopic, result.Failure{
			Path: "header Noncestr", Section: "5", Expected: "a value that no request before had", Actual: excerpt([]byte(nonce)) + first,
			Message: "the Noncestr was used before",
		})
		return
	}
	place := ""
	if h.kept != "" {
		place = ", as in exchange " + h.kept
	}
	h.run.nonces[strings.Clone(nonce)] = place
}

func excerptOr(text, empty string) string {
	if text == "" {
		return empty
	}
	return excerpt([]byte(text))
}

// cutAway is why a value is not judged.
const cutAway = "the value was cut out of the recording"

// cut tells whether a value was cut or masked when the recording was written.
func (h *hearing) cut(value string) bool {
	return h.run.cfg.Cut && (strings.Contains(value, redact.Marker) || masked(value))
}

// masked tells a value of which the recorder left the last two characters at
// most.
func masked(value string) bool {
	stars := len(value) - len(strings.TrimLeft(value, "*"))
	rest := len([]rune(value)) - stars
	return stars > 0 && (rest == 0 || (stars >= 3 && rest == 2))
}
