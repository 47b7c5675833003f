package steps

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// given is what the service has given so far: customers, purchase items, OTPs.
type given struct {
	customers map[string]bool // by id, in lower case
	items     map[string]bool
	sent      []otpSent
	byPhone   map[string][]int // indexes of sent, by phoneKey
	byID      map[string]bool
}

// otpSent is one sending of an OTP. A value that the recording does not show is
// empty, and fits whatever comes.
type otpSent struct{ phone, id, otp string }

func newGiven() given {
	return given{customers: make(map[string]bool), items: make(map[string]bool), byPhone: make(map[string][]int), byID: make(map[string]bool)}
}

// phoneKey is what two writings of one phone number have in common: the digits
// that no prefix changes.
func phoneKey(phone string) string {
	const most = 9
	d := digits(phone)
	return d[max(0, len(d)-most):]
}

// learn takes in what an answer gives away.
func (g *given) learn(h *hearing) {
	answer := h.e.Response
	if h.endpoint == sendOTP {
		g.learnOTP(h)
	}
	if answer == nil || answer.Status < 200 || answer.Status > 299 || !gjson.ValidBytes(answer.Body) || len(answer.Body) > 1<<20 {
		return
	}
	body := gjson.ParseBytes(answer.Body)
	switch h.endpoint {
	case verifyOTP:
		g.customer(body.Get("data.id"))
	case createLimit, fetchLimit:
		g.customer(body.Get("data.customer_details.id"))
	case lookup:
		g.customer(body.Get("data.creditLimitInfo.memberId"))
		g.customer(body.Get("data.baseInfo.memberId"))
	case createOrder, getItem, updateItems:
		data := body.Get("data")
		if data.IsObject() {
			g.item(data.Get("id"))
		}
		for _, record := range data.Array() {
			g.item(record.Get("id"))
		}
	}
}

func (g *given) customer(id gjson.Result) {
	if id.Type == gjson.String && id.Str != "" {
		g.customers[strings.ToLower(id.Str)] = true
	}
}

func (g *given) item(id gjson.Result) {
	if id.Type == gjson.String && id.Str != "" {
		g.items[strings.ToLower(id.Str)] = true
	}
}

// learnOTP keeps a sending. What was not sent as a string, or was cut, is not
// known.
func (g *given) learnOTP(h *hearing) {
	s := otpSent{phone: phoneKey(h.text("phone_number")), id: strings.Clone(h.text("id_number")), otp: h.e.OTP}
	if h.e.Response != nil {
		if otp := gjson.GetBytes(h.e.Response.Body, "data.otp"); otp.Type == gjson.String && !h.cut(otp.Str) {
			s.otp = strings.Clone(otp.Str)
		}
	}
	s.phone = strings.Clone(s.phone)
	g.sent = append(g.sent, s)
	g.byPhone[s.phone] = append(g.byPhone[s.phone], len(g.sent)-1)
	g.byID[s.id] = true
}

// text is a member that is a string and was not cut; else "".
func (h *hearing) text(name string) string {
	if v := h.body.Get(name); h.isObject && v.Type == gjson.String && !h.cut(v.Str) {
		return v.Str
	}
	return ""
}

// judgeReferences judges what a request takes up of what went before.
func (h *hearing) judgeReferences() {
	switch h.endpoint {
	case verifyOTP:
		h.judgeSending()
	case fetchLimit:
		h.judgeKnown(customerTopic, "request line", h.id, h.run.given.customers)
	case createOrder:
		for path, id := range h.each("customer_id") {
			h.judgeKnown(customerTopic, path, id.String(), h.run.given.customers)
		}
	case getItem, cancelItem, updateItems:
		if h.id != "" {
			h.judgeKnown(itemTopic, "request line", h.id, h.run.given.items)
		}
		for path, id := range h.each("items.#.id") {
			h.judgeKnown(itemTopic, path, id.String(), h.run.given.items)
		}
	}
}

// beforeStart is why an id that nobody gave is not judged in an open recording.
const beforeStart = "the recording does not show that the service gave it, and may have begun later than that"

// judgeKnown wants an id to be one that the service gave. What is no UUID is
// for another rule to judge.
func (h *hearing) judgeKnown(name, path, id string, known map[string]bool) {
	switch {
	case !uuidPattern.MatchString(id):
	case known[strings.ToLower(id)]:
		h.judged(name)
	case !h.run.cfg.Closed:
		h.unknown(name, beforeStart)
	default:
		h.judged(name)
		h.fail(name, result.Failure{
			Path: path, Section: endpoints[h.endpoint].section, Expected: "an id that the service gave",
			Actual: id, Message: "the service never gave this id",
		})
	}
}

// judgeSending holds a verify against the sendings before it (4.2).
func (h *hearing) judgeSending() {
	g := &h.run.given
	if len(g.sent) == 0 {
		if !h.run.cfg.Closed {
			h.unknown(otpSentTopic, beforeStart)
			return
		}
		h.judged(otpSentTopic)
		h.fail(otpSentTopic, result.Failure{
			Section: "4.2", Expected: "an OTP that was sent before", Actual: "no OTP was sent", Message: "an OTP is verified that was never sent",
		})
		return
	}
	h.judged(otpSentTopic)
	fault, known := h.mismatch()
	switch {
	case fault.Path == "" && !known && (h.text("phone_number") == "" || h.text("id_number") == ""):
		h.unknown(otpMatchTopic, h.whyNoMatch())
	case fault.Path == "":
		h.judged(otpMatchTopic)
	case !h.run.cfg.Closed:
		h.unknown(otpMatchTopic, beforeStart)
	default:
		h.judged(otpMatchTopic)
		h.fail(otpMatchTopic, fault)
	}
}

// whyNoMatch tells why a verify cannot be held against the sendings.
func (h *hearing) whyNoMatch() string {
	for _, name := range []string{"phone_number", "id_number", "otp"} {
		if h.cut(h.body.Get(name).String()) {
			return cutAway
		}
	}
	return "the recording does not show the OTP"
}

// mismatch says in what a verify differs from every sending; known is false
// where nothing differs, but the OTP of the sending cannot be seen.
func (h *hearing) mismatch() (fault result.Failure, known bool) {
	phone, id, otp := phoneKey(h.text("phone_number")), h.text("id_number"), h.text("otp")
	sendings := h.sendings(phone)
	if len(sendings) == 0 {
		return h.differs("phone_number", "the phone number of a sending"), true
	}
	sendings = slices.DeleteFunc(sendings, func(s otpSent) bool { return id != "" && s.id != "" && s.id != id })
	if len(sendings) == 0 {
		return h.differs("id_number", "the id number of the sending to this phone"), true
	}
	for _, s := range sendings {
		if s.otp == "" || otp == "" {
			return fault, false
		}
		if s.otp == otp {
			return fault, true
		}
	}
	if len(otp) != 6 || digits(otp) != otp {
		return fault, false // that it is no OTP at all is for another rule to judge
	}
	return h.differs("otp", "the OTP that was sent"), true
}

// sendings are those to a phone, and those of which the phone is not known.
func (h *hearing) sendings(phone string) []otpSent {
	g := &h.run.given
	if phone == "" {
		return slices.Clone(g.sent[max(0, len(g.sent)-mostSendings):])
	}
	var all []otpSent
	for _, key := range []string{phone, ""} {
		at := g.byPhone[key]
		for _, i := range at[max(0, len(at)-mostSendings):] {
			all = append(all, g.sent[i])
		}
	}
	return all
}

// mostSendings bounds how many sendings a verify is held against, the last ones:
// a large recording must not take quadratic time.
const mostSendings = 1000

func (h *hearing) differs(path, expected string) result.Failure {
	return result.Failure{
		Path: path, Section: "4.2", Expected: expected, Actual: "another", Message: path + " is not that of any sending before",
	}
}
