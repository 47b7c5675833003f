package steps

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// hearing is one request while it is judged.
type hearing struct {
	run      *PartnerRun
	e        *recording.Exchange
	endpoint string
	url      *url.URL
	path     string // the documented part of the path, without what stands before it
	id       string // what the path ends in, where it ends in an id
	sort     bool   // method and path are documented ones
	kept     string // id of the exchange as evidence, once it is some
	flawed   bool   // something about it is wrong, or beyond what we can judge
	// firstFault is the topic of the first thing that was found wrong.
	firstFault string

	doc      *schemas.Document
	body     gjson.Result
	isObject bool
	cutShort bool                           // its items were judged only in part
	isRead   bool                           // the body, member by member
	faulty   map[string][]schemas.Violation // what is wrong with it, by topic
}

var (
	wholePaths = documentedWholePaths()
	idParents  = documentedIDParents()
)

// documentedWholePaths are the documented paths that end in no id, below any
// prefix, each with the first endpoint that stands there.
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

// documentedIDParents are the documented paths that an id follows.
func documentedIDParents() []string {
	var all []string
	for _, e := range spec.Endpoints() {
		if e.ID != "" && !slices.Contains(all, e.Path) {
			all = append(all, e.Path)
		}
	}
	return all
}

// hear finds out which endpoint a request is meant for. It is nil when the
// request is none of the service's.
func (r *PartnerRun) hear(e *recording.Exchange) *hearing {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		r.isForeign(e, e.Request.URL)
		return nil
	}
	h := &hearing{run: r, e: e, url: u}
	path, id, ok := documentedPath(u.EscapedPath())
	switch {
	case isPreflight(e):
		return nil // a browser asks by itself; the partner's software did not send it
	case !ok && !r.cfg.Cut && r.nearby(&e.Request, u.Path) != "":
		h.endpoint = r.nearby(&e.Request, u.Path)
		h.misdirected("a path of section 4", u.Path, "there is no such path")
	case !ok:
		r.isForeign(e, u.Path)
		return nil
	default:
		h.path, h.id = path, id
		h.direct()
	}
	return h
}

// documentedPath cuts a path down to its documented end.
func documentedPath(path string) (documented, id string, ok bool) {
	for whole := range wholePaths {
		if strings.HasSuffix(path, whole) {
			return whole, "", true
		}
	}
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 || cut == len(path)-1 {
		return "", "", false
	}
	for _, parent := range idParents {
		if strings.HasSuffix(path[:cut], parent) {
			id, err := url.PathUnescape(path[cut+1:])
			return parent + path[cut:], id, err == nil
		}
	}
	return "", "", false
}

// near is a part of a path by which a call shows what it was meant for.
type near struct{ part, endpoint string }

var (
	nearPaths = []near{
		{"/otp/verify", verifyOTP}, {"/api/v2/verify", verifyOTP}, {"/otp/", sendOTP}, {"/api/v2/send", sendOTP},
		{"/api/v2/limit", createLimit}, {"/api/v2/purchase", createOrder}, {"/open/op/", lookup},
	}
	// nearWords are enough at an address where nothing but the service is.
	nearWords = []near{
		{"verify", verifyOTP}, {"otp", sendOTP}, {"limit", createLimit}, {"cancel", cancelItem}, {"purchase", createOrder},
		{"customer", lookup}, {"open/op", lookup},
	}
)

// nearby names the endpoint that a call to an undocumented path comes nearest
// to; "" when it has nothing to do with the service. In a closed run the address
// is that of a sandbox of ours: whoever calls it means the service.
func (r *PartnerRun) nearby(q *recording.Request, path string) string {
	places := nearPaths
	if r.cfg.Closed {
		places, path = nearWords, strings.ToLower(path)
	}
	for _, near := range places {
		if strings.Contains(path+"/", near.part) {
			return byMethod(q, near.endpoint)
		}
	}
	return ""
}

// byMethod tells what a call was meant for, where one path serves several
// endpoints and the call fits none of them.
func byMethod(q *recording.Request, endpoint string) string {
	meant := map[string]string{http.MethodPut: updateItems, http.MethodPatch: updateItems, http.MethodDelete: cancelItem, http.MethodGet: getItem, http.MethodHead: getItem}[q.Method]
	switch {
	case endpoint == createOrder && meant != "":
		return meant
	case endpoint == createLimit && q.Method != http.MethodPost && len(q.Body) == 0:
		return fetchLimit
	}
	return endpoint
}

// endpointAt tells which endpoint a documented path and a method make. Where
// there is no such method it is the endpoint that comes nearest, and false.
func endpointAt(q *recording.Request, path, id string) (endpoint string, ok bool) {
	switch endpoint = wholePaths[path]; {
	case id != "" && strings.HasPrefix(path, spec.Of(fetchLimit).At("")):
		endpoint = fetchLimit
	case id != "" && strings.Contains(strings.ToLower(id), "cancel"):
		endpoint = cancelItem
	case id != "" && q.Method == http.MethodPost:
		endpoint = updateItems
	case id != "":
		endpoint = byMethod(q, createOrder)
	default:
		endpoint = byMethod(q, endpoint)
	}
	want := spec.Of(endpoint)
	named := id != "" || endpoint == updateItems || want.ID == ""
	return endpoint, q.Method == want.Method && named
}

// direct settles the endpoint of a documented path. A method that it does not
// have, or an id that is missing, is laid to the endpoint that comes nearest.
func (h *hearing) direct() {
	method := h.e.Request.Method
	h.endpoint, h.sort = endpointAt(&h.e.Request, h.path, h.id)
	switch want := spec.Of(h.endpoint); {
	case h.sort && h.run.cfg.Closed && h.path != h.url.EscapedPath():
		h.misdirected(h.path+" right below the base address", h.url.EscapedPath(), "something else stands before the documented path")
	case h.sort:
		h.judgePath()
	case method != want.Method:
		h.misdirected(want.Method, method, "there is no such method on this path")
	default:
		h.misdirected("an id at the end of the path", h.path, "the path names nothing")
	}
}

func (h *hearing) misdirected(expected, actual, message string) {
	h.judged(addressTopic)
	h.fail(addressTopic, result.Failure{
		Path: "request line", Section: spec.Of(h.endpoint).Section, Expected: expected, Actual: actual, Message: message,
	})
}

// judgePath notes which of the documented forms of a path is used.
func (h *hearing) judgePath() {
	h.judged(addressTopic)
	tolerance := map[string]string{sendOTP: otpPath, verifyOTP: otpPath, updateItems: updatePath}[h.endpoint]
	if tolerance != "" {
		h.reading(addressTopic, tolerance, h.path, "path")
	}
}

// reading judges a value outside of a body by a tolerance, and notes its reading.
func (h *hearing) reading(topic, tolerance string, value any, place string) {
	seen, violation := h.run.cfg.Schemas.Reading(tolerance, value)
	if violation != nil {
		h.fail(topic, result.Failure{
			Path: place, Section: violation.Section, Expected: violation.Expected, Actual: violation.Actual, Message: violation.Message,
		})
		return
	}
	h.saw(topic, seen, place)
}

// isPreflight tells the question that a browser asks before a call to another
// origin.
func isPreflight(e *recording.Exchange) bool {
	return e.Request.Method == http.MethodOptions && e.Request.Header.Get("Access-Control-Request-Method") != ""
}

// isForeign lists a call that is none of the service's.
func (r *PartnerRun) isForeign(e *recording.Exchange, path string) {
	const most = 20
	name := excerpt([]byte(e.Request.Method + " " + path))
	if _, listed := r.foreign[name]; !listed && len(r.foreign) == most {
		r.others++
		return
	}
	r.foreign[name]++
}

// EndpointOf names the endpoint that a recorded request is a call of; "" when it
// is none of the service's.
func EndpointOf(e *recording.Exchange) string {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return ""
	}
	path, id, ok := documentedPath(u.EscapedPath())
	if !ok {
		return ""
	}
	if endpoint, ok := endpointAt(&e.Request, path, id); ok {
		return endpoint
	}
	return ""
}

// NearestEndpoint names the endpoint that a request to a sandbox of ours was
// meant for, be its address documented or not; "" when that cannot be told.
func NearestEndpoint(e *recording.Exchange) string {
	u, err := url.Parse(e.Request.URL)
	if err != nil || isPreflight(e) {
		return ""
	}
	if path, id, ok := documentedPath(u.EscapedPath()); ok {
		endpoint, _ := endpointAt(&e.Request, path, id)
		return endpoint
	}
	r := PartnerRun{cfg: PartnerConfig{Closed: true}}
	return r.nearby(&e.Request, u.Path)
}
