package steps

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
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
// empty, and fits whatever comes; where that is so for a fault of the request,
// flaw is the topic that tells.
type otpSent struct{ phone, id, otp, flaw string }

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
	if answer == nil || answer.Status < 200 || answer.Status > 299 || !json.Valid(answer.Body) {
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
	s.phone, s.flaw = strings.Clone(s.phone), h.sendingFlaw()
	g.sent = append(g.sent, s)
	g.byPhone[s.phone] = append(g.byPhone[s.phone], len(g.sent)-1)
	g.byID[s.id] = true
}

// sendingFlaw names the fault for which a sending does not say whom it is for, or
// for which it was refused; "" where there is none, or where it is the recording
// that does not show it.
func (h *hearing) sendingFlaw() string {
	for _, name := range []string{"phone_number", "id_number"} {
		switch value := h.body.Get(name); {
		case h.cut(value.String()), !h.isObject && !h.flawed:
			return ""
		case !h.isObject && h.sort:
			return bodyTopic
		case h.isObject && len(h.faulty[name]) > 0:
			return name
		case h.isObject && isBlank(value):
			return blankTopic
		}
	}
	if answer := h.e.Response; answer != nil && answer.Status >= 400 {
		return h.firstFault
	}
	return ""
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
	switch {
	case h.endpoint == verifyOTP && h.isRead:
		h.judgeSending()
	case h.endpoint == fetchLimit:
		h.judgeKnown(customerTopic, pathIDTopic, "request line", h.id, h.run.given.customers)
	case h.endpoint == createOrder && h.isRead:
		h.judgeAllKnown(customerTopic, "customer_id", h.run.given.customers)
	case h.endpoint == getItem, h.endpoint == cancelItem, h.endpoint == updateItems:
		if h.id != "" {
			h.judgeKnown(itemTopic, pathIDTopic, "request line", h.id, h.run.given.items)
		}
		if h.isRead {
			h.judgeAllKnown(itemTopic, "items.#.id", h.run.given.items)
		}
	}
}

// judgeAllKnown is judgeKnown for every value of a member.
func (h *hearing) judgeAllKnown(name, member string, known map[string]bool) {
	if owner := h.hiddenBy(member); owner != "" {
		h.blocked(name, owner)
	} else if len(h.faulty[member]) > 0 {
		h.blocked(name, member)
	}
	for path, id := range h.each(member) {
		if !h.isFaulty(member, path) {
			h.judgeKnown(name, member, path, id.String(), known)
		}
	}
}

// beforeStart is why an id that nobody gave is not judged in an open recording.
const beforeStart = "the recording does not show that the service gave it, and may have begun later than that"

// judgeKnown wants an id to be one that the service gave. What is no UUID is
// for the owner to judge.
func (h *hearing) judgeKnown(name, owner, path, id string, known map[string]bool) {
	switch {
	case h.cut(id):
		h.unknown(name, cutAway)
	case !uuidPattern.MatchString(id):
		h.blocked(name, owner)
	case known[strings.ToLower(id)]:
		h.judged(name)
	case !h.run.cfg.Closed:
		h.unknown(name, beforeStart)
	default:
		h.judged(name)
		h.fail(name, result.Failure{
			Path: path, Section: spec.Of(h.endpoint).Section, Expected: "an id that the service gave",
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
			h.unknown(otpMatchTopic, beforeStart)
			return
		}
		h.judged(otpSentTopic)
		h.fail(otpSentTopic, result.Failure{
			Section: "4.2", Expected: "an OTP that was sent before", Actual: "no OTP was sent", Message: "an OTP is verified that was never sent",
		})
		h.blocked(otpMatchTopic, otpSentTopic)
		return
	}
	h.judged(otpSentTopic)
	fault, sending := h.mismatch()
	switch {
	case fault.Path == "" && (sending == nil || !h.isReadable()):
		h.leaveOpen()
	case fault.Path == "" && sending.flaw != "":
		h.blockedBy(sendOTP, otpMatchTopic, sending.flaw)
	case fault.Path == "":
		h.judged(otpMatchTopic)
	case !h.run.cfg.Closed:
		h.unknown(otpMatchTopic, beforeStart)
	default:
		h.judged(otpMatchTopic)
		h.fail(otpMatchTopic, fault)
	}
}

// isReadable tells whether a verify says whose OTP it is.
func (h *hearing) isReadable() bool {
	return strings.TrimSpace(h.text("phone_number")) != "" && strings.TrimSpace(h.text("id_number")) != ""
}

// leaveOpen tells why a verify cannot be held against the sendings. Where only
// the OTP of the sending is not shown, as in production, it is the service that
// tells by its answer whether it was the right one.
func (h *hearing) leaveOpen() {
	for _, name := range []string{"phone_number", "id_number", "otp"} {
		switch value := h.body.Get(name); {
		case h.cut(value.String()):
			h.unknown(otpMatchTopic, cutAway)
			return
		case len(h.faulty[name]) > 0 || isBlank(value):
			h.blocked(otpMatchTopic, map[bool]string{true: name, false: blankTopic}[len(h.faulty[name]) > 0])
			return
		}
	}
	if answer := h.e.Response; !h.run.cfg.Closed && answer != nil && answer.Status >= 200 && answer.Status <= 299 {
		h.judged(otpMatchTopic)
		return
	}
	h.unknown(otpMatchTopic, "the recording does not show the OTP")
}

// mismatch says in what a verify differs from every sending; where it differs in
// nothing, it gives the sending, unless its OTP cannot be seen.
func (h *hearing) mismatch() (result.Failure, *otpSent) {
	phone, id, otp := phoneKey(h.text("phone_number")), h.text("id_number"), h.text("otp")
	sendings := h.sendings(phone)
	if len(sendings) == 0 {
		return h.differs("phone_number", "the phone number of a sending"), nil
	}
	sendings = slices.DeleteFunc(sendings, func(s otpSent) bool { return id != "" && s.id != "" && s.id != id })
	if len(sendings) == 0 {
		return h.differs("id_number", "the id number of the sending to this phone"), nil
	}
	found := closest(sendings, otp)
	if found == nil && len(otp) == 6 && digits(otp) == otp {
		return h.differs("otp", "the OTP that was sent"), nil
	}
	if found != nil && found.flaw == "" && (found.otp == "" || otp == "") {
		return result.Failure{}, nil
	}
	return result.Failure{}, found // that it is no OTP at all is for another rule to judge
}

// closest is the sending that an OTP was sent with, or failing that one of which
// the OTP is not known.
func closest(sendings []otpSent, otp string) *otpSent {
	var found *otpSent
	better := func(s otpSent) bool {
		return found == nil || (found.otp == "" && s.otp != "") || (found.flaw != "" && s.flaw == "" && (s.otp == "") == (found.otp == ""))
	}
	for i, s := range sendings {
		if (s.otp == otp || s.otp == "" || otp == "") && better(s) {
			found = &sendings[i]
		}
	}
	return found
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
