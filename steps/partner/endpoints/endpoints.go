// Package endpoints finds out which endpoint a recorded request calls, or was meant to call.
package endpoints

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// Of returns the endpoint that a recorded request calls, or "" if it calls none of the service's.
func Of(e *recording.Exchange) string {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return ""
	}
	path, id, ok := DocumentedPath(PathOf(u))
	if !ok {
		return ""
	}
	if endpoint, ok := At(&e.Request, path, id); ok {
		return endpoint
	}
	return ""
}

// Meant returns the endpoint that a request to a sandbox of assay was meant for, even if its
// address is not documented. It returns "" if that is unknown.
func Meant(e *recording.Exchange) string {
	u, err := url.Parse(e.Request.URL)
	if err != nil || IsPreflight(e) || OnlyAsks(&e.Request) {
		return ""
	}
	if path, id, ok := DocumentedPath(PathOf(u)); ok {
		endpoint, _ := At(&e.Request, path, id)
		return endpoint
	}
	return Closest(&e.Request, u.Path, true)
}

var (
	wholePaths = documentedWholePaths()
	idParents  = documentedIDParents()
)

// documentedWholePaths returns the documented paths that do not end in an id, each with the first
// endpoint that has it. Any prefix may precede the paths.
func documentedWholePaths() map[string]string {
	whole := make(map[string]string)
	for _, e := range spec.Endpoints() {
		if e.ID == "" {
			whole[e.Path] = e.Name
		}
		if _, known := whole[e.OtherPath]; e.OtherPath != "" && !known {
			whole[e.OtherPath] = e.Name
		}
	}
	return whole
}

// documentedIDParents returns the documented paths that an id follows, each with its endpoints.
func documentedIDParents() map[string][]string {
	all := make(map[string][]string)
	for _, e := range spec.Endpoints() {
		if e.ID != "" {
			all[e.Path] = append(all[e.Path], e.Name)
		}
	}
	return all
}

// escapedOctet matches a byte that is written with a percent sign (RFC 3986, section 2.1).
var escapedOctet = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// PathOf returns the path of an address. It decodes letters, digits and a few signs, which mean the
// same with and without an escape (RFC 3986, section 6.2.2.2). An escaped slash stays escaped,
// because it is no separator.
func PathOf(u *url.URL) string {
	return escapedOctet.ReplaceAllStringFunc(u.EscapedPath(), func(escaped string) string {
		octet, err := strconv.ParseUint(escaped[1:], 16, 8)
		if sign := rune(octet); err == nil && sign < unicode.MaxASCII && (unicode.IsLetter(sign) || unicode.IsDigit(sign) || strings.ContainsRune("-._~", sign)) {
			return string(sign)
		}
		return escaped
	})
}

// DocumentedPath returns the documented end of a path.
func DocumentedPath(path string) (documented, id string, ok bool) {
	for whole := range wholePaths {
		if strings.HasSuffix(path, whole) {
			return whole, "", true
		}
	}
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 || cut == len(path)-1 {
		return "", "", false
	}
	for parent := range idParents {
		if strings.HasSuffix(path[:cut], parent) {
			id, err := url.PathUnescape(path[cut+1:])
			return parent + path[cut:], id, err == nil
		}
	}
	return "", "", false
}

// pattern is a part of a path that shows which endpoint a call was meant for.
type pattern struct{ part, endpoint string }

var (
	pathPatterns = []pattern{
		{"/otp/verify", spec.VerifyOTP}, {"/otp/valid", spec.VerifyOTP}, {"/otp/check", spec.VerifyOTP}, {"/otp/confirm", spec.VerifyOTP}, {"/api/v2/verify", spec.VerifyOTP}, {"/otp/", spec.SendOTP}, {"/api/v2/send", spec.SendOTP},
		{"/api/v2/limit", spec.CreateLimit}, {"/api/v2/purchase", spec.CreatePurchases}, {"/open/op/", spec.CustomerLookup},
	}
	// loosePatterns are sufficient at an address that serves nothing but the service.
	loosePatterns = []pattern{
		{"verify", spec.VerifyOTP}, {"api/v2/send", spec.SendOTP}, {"otp/valid", spec.VerifyOTP}, {"otp/check", spec.VerifyOTP}, {"otp/confirm", spec.VerifyOTP}, {"otp", spec.SendOTP}, {"limit", spec.CreateLimit}, {"cancel", spec.CancelPurchase}, {"purchase", spec.CreatePurchases},
		{"customer", spec.CustomerLookup}, {"open/op", spec.CustomerLookup},
	}
)

// Closest returns the endpoint that a call to an undocumented path is closest to, or "" if the call
// is not meant for the service. In a closed run, the address is that of a sandbox of assay, so
// every call is meant for the service.
func Closest(q *recording.Request, path string, closed bool) string {
	patterns := pathPatterns
	if closed {
		patterns, path = loosePatterns, strings.ToLower(path)
	}
	for _, pattern := range patterns {
		if !strings.Contains(path+"/", pattern.part) {
			continue
		}
		switch {
		case pattern.endpoint == spec.CancelPurchase && !cancels(q, path):
			continue
		case pattern.endpoint == spec.CreateLimit && namesID(path) && !isLimit(q) && !lostLimit(q, ItemOf(q)):
			return spec.FetchLimit
		case pattern.endpoint == spec.CreatePurchases && ItemOf(q) != "" && isOfAnItem(q):
			return spec.GetPurchase
		case creates(q, pattern.endpoint) && !namesID(path):
			return pattern.endpoint
		case pattern.endpoint == spec.SendOTP && gjson.GetBytes(q.Body, "otp").Exists():
			return spec.VerifyOTP // a request for an OTP does not contain one
		}
		return byMethod(q, pattern.endpoint)
	}
	if endpoint := byBody(q); endpoint != "" {
		return endpoint
	}
	if endpoint := byNames(q); closed && endpoint != "" {
		return endpoint
	}
	if closed && (q.Header.Get("Noncestr") != "" || q.Header.Get("Sign") != "") { // only lookups have these
		return spec.CustomerLookup
	}
	if closed && slices.Contains(onlyOfPurchases, strings.ToUpper(q.Method)) {
		return byMethod(q, spec.CreatePurchases)
	}
	return ""
}

// onlyOfPurchases are methods that only the purchases endpoints have. Such a call is meant for a
// purchase whatever its path is.
var onlyOfPurchases = []string{http.MethodPut, http.MethodPatch, http.MethodDelete}

// noneOfAnItem are methods that no endpoint has on the path of an item.
var noneOfAnItem = []string{http.MethodPost, http.MethodPatch}

// isOfAnItem reports whether a call has a method that no endpoint has on the path of an item, and
// neither creates nor updates: it has no body, or the body has no items.
func isOfAnItem(q *recording.Request) bool {
	hasOther := len(q.Body) > 0 && !isOrder(q.Body) && !holds(q.Body, "items", "facility_status")
	return slices.Contains(noneOfAnItem, strings.ToUpper(q.Method)) && (hasOther || IsBodiless(q))
}

// cancels reports whether a path tells the service to cancel. The word cancelled is the name of a
// state. It tells the service nothing in a request that only reads, and behind a hyphen.
func cancels(q *recording.Request, path string) bool {
	const state = "cancelled"
	path = strings.ToLower(path)
	if onlyReads(q) || strings.HasSuffix(strings.TrimSuffix(path, "/"), "-"+state) {
		path = strings.ReplaceAll(path, state, "")
	}
	return strings.Contains(path, "cancel")
}

// ItemOf returns the id that a call has in its path or in a parameter, or "" if it has none.
func ItemOf(q *recording.Request) string {
	u, err := url.Parse(q.URL)
	if err != nil {
		return ""
	}
	parts := strings.Split(PathOf(u), "/")
	for _, values := range u.Query() {
		parts = append(parts, values...)
	}
	if at := slices.IndexFunc(parts, judgement.IsUUID); at >= 0 {
		return parts[at]
	}
	return ""
}

// isNoneOfPurchases reports whether a method does not show what the call was meant for.
func isNoneOfPurchases(q *recording.Request) bool {
	return !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodPost}, strings.ToUpper(q.Method))
}

// MethodsAt returns the methods of a documented path with an id at its end.
func MethodsAt(path string) []string {
	var all []string
	for _, name := range idParents[path[:strings.LastIndexByte(path, '/')]] {
		all = append(all, spec.Of(name).Method)
	}
	return all
}

// namesID reports whether a path contains an id. A path that creates something has none.
func namesID(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), judgement.IsUUID)
}

// byMethod returns the endpoint that a call was meant for, if one path has several endpoints and
// the call fits none of them.
func byMethod(q *recording.Request, endpoint string) string {
	meant := map[string]string{
		http.MethodPut: spec.UpdatePurchases, http.MethodPatch: spec.UpdatePurchases, http.MethodDelete: spec.CancelPurchase,
		http.MethodGet: spec.GetPurchase, http.MethodHead: spec.GetPurchase,
	}[strings.ToUpper(q.Method)]
	reads := meant == spec.GetPurchase // whatever its body is
	switch {
	case endpoint == spec.CreatePurchases && meant == spec.UpdatePurchases && isOrder(q.Body):
		return spec.CreatePurchases
	case endpoint == spec.CreatePurchases && meant != "":
		return meant
	case endpoint == spec.CreatePurchases && isUpdate(q.Body):
		return spec.UpdatePurchases
	case endpoint == spec.CreateLimit && (reads || q.Method != http.MethodPost && IsBodiless(q)):
		return spec.FetchLimit
	}
	return endpoint
}

// IsBodiless reports whether a request was not meant to have a body: it has none, declares none,
// and the recorder did not leave it out.
func IsBodiless(q *recording.Request) bool {
	return len(q.Body) == 0 && q.Header.Get("Content-Type") == "" && !LacksBody(q)
}

// At returns the endpoint of a documented path and a method. If there is no such method, it returns
// the closest endpoint and false.
func At(q *recording.Request, path, id string) (endpoint string, ok bool) {
	below := idParents[path[:strings.LastIndexByte(path, '/')]]
	switch endpoint = wholePaths[path]; {
	case id != "" && len(below) == 1 && (isLimit(q) || lostLimit(q, id)):
		endpoint = spec.CreateLimit
	case id != "" && len(below) == 1:
		endpoint = below[0]
	case id != "" && !onlyReads(q) && cancels(q, id):
		endpoint = spec.CancelPurchase
	case id != "" && !reads(q) && isOrder(q.Body):
		endpoint = spec.CreatePurchases
	case id != "" && q.Method == http.MethodPost && !strings.ContainsAny(id, "0123456789") && !IsBodiless(q) && !isUpdate(q.Body): // a word such as items
		endpoint = spec.CreatePurchases
	case id != "" && isOfAnItem(q):
		endpoint = spec.GetPurchase
	case id != "" && slices.Contains(noneOfAnItem, strings.ToUpper(q.Method)):
		endpoint = spec.UpdatePurchases
	case id != "" && isNoneOfPurchases(q) && IsBodiless(q):
		endpoint = spec.GetPurchase
	case id != "":
		endpoint = byMethod(q, spec.CreatePurchases)
	case creates(q, endpoint):
	case endpoint == spec.CreatePurchases && isOfAnItem(q) && ItemOf(q) != "": // the id is in a parameter
		endpoint = spec.GetPurchase
	default:
		endpoint = byMethod(q, endpoint)
	}
	want := spec.Of(endpoint)
	named := endpoint == spec.UpdatePurchases || (id != "") == (want.ID != "")
	return endpoint, q.Method == want.Method && named
}

// lostLimit reports whether a call below the path of the limits declares a body, although it has none
// or ends in a word such as create. To fetch a limit, a call declares none.
func lostLimit(q *recording.Request, id string) bool {
	return !reads(q) && !IsBodiless(q) && (len(q.Body) == 0 || !judgement.IsUUID(id))
}

// IsPreflight reports whether a request is the one that a browser sends before a call to another
// origin.
func IsPreflight(e *recording.Exchange) bool {
	return e.Request.Method == http.MethodOptions && e.Request.Header.Get("Access-Control-Request-Method") != ""
}

// OnlyAsks reports whether a request asks for the options or the headers of an address, and sends
// nothing: by HEAD or OPTIONS, without a body. HTTP clients and monitors do so by themselves, and no
// endpoint of section 4 has these methods.
func OnlyAsks(q *recording.Request) bool {
	return slices.Contains([]string{http.MethodHead, http.MethodOptions}, strings.ToUpper(q.Method)) && len(q.Body) == 0 && !LacksBody(q)
}

// LacksBody reports whether a recorder left the body out, as some do with large ones.
func LacksBody(r *recording.Request) bool {
	length := r.Header.Get("Content-Length")
	return len(r.Body) == 0 && (r.Cut > 0 || length != "" && length != "0")
}

// Unescaped returns an address decoded, as the reader of a log may see it.
func Unescaped(u *url.URL) string {
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return u.Path + "?" + query
}

// Part is a part of an address, and where it is.
type Part struct{ Text, Place string }

// PartsOf returns the segments of the path of an address, and the names and values of its parameters.
func PartsOf(u *url.URL) []Part {
	var all []Part
	add := func(place string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				all = append(all, Part{text, place})
			}
		}
	}
	add("the path", strings.Split(u.Path, "/")...)
	for name, values := range u.Query() {
		add("the name of a parameter", name)
		for _, value := range values {
			add("a parameter "+name, value)
		}
	}
	return all
}

var signingHeaders = map[string]bool{"Noncestr": true, "Sign": true, "Timestamp": true}

// ordinaryHeaders are the headers of sections 1 and 5, and those that HTTP, a client or a proxy may
// add to any request.
var ordinaryHeaders = map[string]bool{
	"Authorization": true, "Content-Type": true, "Content-Length": true, "Host": true, "Connection": true, "Accept": true, "Accept-Encoding": true,
	"Accept-Language": true, "Accept-Charset": true, "User-Agent": true, "Cache-Control": true, "Pragma": true, "Te": true, "Transfer-Encoding": true,
	"Origin": true, "Referer": true, "Sec-Fetch-Dest": true, "Sec-Fetch-Mode": true, "Sec-Fetch-Site": true, "Sec-Fetch-User": true,
	"Sec-Ch-Ua": true, "Sec-Ch-Ua-Mobile": true, "Sec-Ch-Ua-Platform": true, "Dnt": true, "Priority": true, "Via": true, "Forwarded": true,
	"X-Forwarded-For": true, "X-Forwarded-Host": true, "X-Forwarded-Proto": true, "Traceparent": true, "Tracestate": true, "Expect": true, "Date": true,
	"Upgrade": true, "Http2-Settings": true, "Keep-Alive": true, "Proxy-Connection": true, "Upgrade-Insecure-Requests": true, "X-Real-Ip": true, "Baggage": true,
}

// HasHeader reports whether the requests to an endpoint may have a header.
func HasHeader(endpoint, name string) bool {
	return ordinaryHeaders[http.CanonicalHeaderKey(name)] || endpoint == spec.CustomerLookup && signingHeaders[name]
}
