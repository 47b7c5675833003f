package partner

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// issuedIDs are the values that the service has issued so far: ids of customers and purchase items,
// and OTPs.
type issuedIDs struct {
	customers  map[string]bool // by id, in lower case
	items      map[string]bool
	sent       []otpSent
	byPhone    map[string][]int // indexes into sent, by phoneKey; "" is the key for an unknown phone
	byID       map[string]bool
	limited    map[string]bool // the id numbers of customers with a limit, in plain form
	others     formats.OtherIDs
	applicants sequences.Applicants
	members    formats.MemberIDs
	wrongIDs   sequences.WrongIDs
	secrets    formats.Secrets
	refused    map[string]string // by endpoint: the fault for which its last request was refused
}

// otpSent is one sending of an OTP, with the phone number as the request writes it. A value that is
// unknown is empty and matches every value. If it is unknown because of a fault of the request,
// flaw is the obligation of that fault.
type otpSent struct {
	phone, id, otp, flaw string
	isKnown              bool              // the request does not describe the customer, as for one who is not new (4.1)
	swapped              func()            // reports the fault that phone and id number are swapped; nil if they cannot be
	wrong                map[string]func() // reports the fault of a member that the other requests for the customer show, by member
}

func newIssuedIDs() issuedIDs {
	return issuedIDs{customers: make(map[string]bool), items: make(map[string]bool), byPhone: make(map[string][]int), byID: make(map[string]bool), limited: make(map[string]bool), others: make(formats.OtherIDs), applicants: sequences.NewApplicants(), members: formats.NewMemberIDs(), secrets: formats.NewSecrets(), refused: make(map[string]string)}
}

// learn keeps the ids and OTPs that an answer contains.
func (g *issuedIDs) learn(q *request) {
	answer := q.exchange.Response
	if q.run.isWhole() {
		g.applicants.See(compared(q), q.run.cfg.Customers, q.run.undocumented.note)
	}
	if q.Endpoint == spec.SendOTP {
		g.learnOTP(q)
	}
	q.run.verifies.mismatchedVerifies.learnLimit(q)
	g.learnRefusal(q)
	if !requests.IsServed(answer) || !json.Valid(answer.Body) {
		return
	}
	body := gjson.ParseBytes(answer.Body)
	g.others.Collect(body, q.IsCut)
	switch q.Endpoint {
	case spec.VerifyOTP:
		g.customer(body.Get("data.id"))
		g.members.Own(body.Get("data.id").String(), q.Text("id_number"), q.IsCut)
	case spec.CreateLimit, spec.FetchLimit:
		if id := body.Get("data.customer_details.id_number"); id.Type == gjson.String && id.Str != "" && !q.IsCut(id.Str) {
			g.limited[formats.PlainID(id.Str)] = true
		}
		g.customer(body.Get("data.customer_details.id"))
		g.members.Own(body.Get("data.customer_details.id").String(), body.Get("data.customer_details.id_number").String(), q.IsCut)
	case spec.CustomerLookup:
		g.members.Learn(q.Text("queryFieldEnum"), q.Text("value"), body.Get("data"), q.IsCut)
	case spec.CreatePurchases, spec.GetPurchase, spec.UpdatePurchases:
		data := body.Get("data")
		if data.IsObject() {
			g.item(data.Get("id"))
		}
		for _, record := range data.Array() {
			g.item(record.Get("id"))
		}
	}
}

func (g *issuedIDs) customer(id gjson.Result) {
	if id.Type == gjson.String && id.Str != "" {
		g.customers[strings.ToLower(id.Str)] = true
	}
}

func (g *issuedIDs) item(id gjson.Result) {
	if id.Type == gjson.String && id.Str != "" {
		g.items[strings.ToLower(id.Str)] = true
	}
}

// learnOTP keeps a sending. A value that is no string, or that was cut, stays unknown.
func (g *issuedIDs) learnOTP(q *request) {
	s := otpSent{phone: strings.Clone(q.Text("phone_number")), id: strings.Clone(q.Text("id_number")), otp: q.exchange.OTP, isKnown: !q.IsNewCustomer()}
	if q.exchange.Response != nil {
		if otp := gjson.GetBytes(q.exchange.Response.Body, "data.otp"); otp.Type == gjson.String && !q.IsCut(otp.Str) {
			s.otp = strings.Clone(otp.Str)
		}
	}
	if len(q.Faulty["id_number"]) > 0 {
		s.id = "" // it is unknown which customer it belongs to
	}
	if formats.IsInternationalPhone(q.Text("id_number")) {
		s.phone = "" // the two may be swapped
	}
	if len(q.Faulty["phone_number"]) > 0 {
		s.phone = "" // it is unknown which phone it was sent to
	}
	s.flaw = q.sendingFlaw()
	if formats.MayBeSwapped(s.id, s.phone) {
		s.swapped = deferMember(q, "phone_number", "the number of the customer's phone", "phone_number is what the verify OTP request gives as the id_number, and the reverse")
	}
	s.wrong = make(map[string]func())
	for member, other := range map[string]string{"phone_number": "id_number", "id_number": "phone_number"} {
		if q.Sound(member) != "" && q.Sound(other) != "" {
			s.wrong[member] = deferMember(q, member, "the "+member+" of the customer, as in the requests that follow", member+" is another one than in the verify OTP request with the OTP")
		}
	}
	g.sent = append(g.sent, s)
	if s.otp != "" {
		g.secrets.Returned[s.otp] = true
		g.secrets.LearnOTP(s.otp)
	}
	key := formats.PhoneKey(s.phone)
	g.byPhone[key] = append(g.byPhone[key], len(g.sent)-1)
	g.byID[s.id] = true
}

// judgeReferences judges the ids and OTPs that a request takes from earlier answers.
func (q *request) judgeReferences() {
	switch {
	case q.Endpoint == spec.VerifyOTP && q.IsRead:
		q.judgeSending()
	case q.Endpoint == spec.FetchLimit:
		q.judgeKnown(customerObligation, pathIDObligation, "request line", q.id, q.run.issued.customers)
	case q.Endpoint == spec.CreatePurchases && q.IsRead:
		q.judgeAllKnown(customerObligation, "customer_id", q.run.issued.customers)
	case q.Endpoint == spec.GetPurchase, q.Endpoint == spec.CancelPurchase, q.Endpoint == spec.UpdatePurchases:
		if q.id != "" {
			q.judgeKnown(itemObligation, pathIDObligation, "request line", q.id, q.run.issued.items)
		}
		if q.IsRead {
			q.judgeAllKnown(itemObligation, "items.#.id", q.run.issued.items)
		}
	}
}

// judgeAllKnown calls judgeKnown for every value of a member.
func (q *request) judgeAllKnown(name, member string, returned map[string]bool) {
	if owner := hiddenBy(&q.Body, member); owner != "" {
		q.blocked(name, owner)
		return
	} else if len(q.Faulty[member]) > 0 {
		q.blocked(name, member)
	}
	for path, id := range q.Each(member) {
		if !q.IsFaulty(member, path) {
			q.judgeKnown(name, member, path, id.String(), returned)
		}
	}
}

// isWhole reports whether everything that the service returned is known.
func (r *Run) isWhole() bool { return r.cfg.Closed && !r.answersCut }

// beforeStart is the reason why an unknown id is not judged in a recording that may have begun
// later.
const beforeStart = "the recording does not show that the service returned it, and may have begun later"

// judgeKnown requires an id to be one that the service returned. An id that is no UUID is left to
// the rule of owner.
func (q *request) judgeKnown(name, owner, path, id string, returned map[string]bool) {
	switch {
	case q.IsCut(id):
		q.unknown(name, cutAway)
	case !judgement.IsUUID(id):
		q.blocked(name, owner)
	case returned[strings.ToLower(id)], name == customerObligation && mayBeCustomer(q, id):
		q.judged(name)
	case !q.run.isWhole() && !q.run.issued.isOfOther(name, id):
		q.unknown(name, beforeStart)
	default:
		q.judged(name)
		q.fail(name, unknownID(q, name, owner, path, id))
	}
}

// unknownID returns the failure of an id that names nothing of the wanted kind.
func unknownID(q *request, name, owner, path, id string) result.Failure {
	f := result.Failure{
		Path: path, Section: bodies.SectionOf(q.Endpoint, owner), Expected: "an id that the service returned",
		Actual: id, Message: "the service never returned this id",
	}
	wanted := map[string]string{customerObligation: "the id of a customer", itemObligation: "the id of a purchase item"}[name]
	if mistaken := q.run.issued.mistaken(id, wanted); mistaken != "" {
		f.Expected, f.Message = wanted+" that the service returned", mistaken
	}
	return f
}

// mistaken says what the service returned the id for, if it is not the wanted kind. It returns ""
// if the service never returned the id.
func (g *issuedIDs) mistaken(id, wanted string) string {
	id = strings.ToLower(id)
	switch {
	case g.items[id]:
		return "this is the id of a purchase item, not " + wanted
	case g.customers[id]:
		return "this is the id of a customer, not " + wanted
	case g.others[id] != "":
		return "the service returned this id as " + g.others[id] + ", not as " + wanted
	}
	return ""
}

// mayBeCustomer reports whether an id is a memberId that may also be the id of its customer. The
// service behind a recording may use one id for both; assay's own service does not.
func mayBeCustomer(q *request, id string) bool {
	return !q.run.cfg.Closed && q.run.issued.members.Has(id) && !q.run.issued.members.IsApart(id)
}

// isOfOther reports whether the id of an item, a limit, a loan, a store or a request is used for a
// customer, or another one for an item. The service returned it as the other kind, so this is a fault
// even if the recording began late.
func (g *issuedIDs) isOfOther(name, id string) bool {
	if name == customerObligation && g.members.IsApart(id) || g.others.OfNoMember(id) != "" {
		return true
	}
	others := map[string]map[string]bool{customerObligation: g.items, itemObligation: g.customers}[name]
	return others[strings.ToLower(id)]
}

// judgeSending compares a verify with the sendings before it (4.2).
func (q *request) judgeSending() {
	g := &q.run.issued
	if len(g.sent) == 0 {
		if !q.run.isWhole() {
			q.unknown(otpSentObligation, beforeStart)
			q.unknown(otpMatchObligation, beforeStart)
			return
		}
		q.judged(otpSentObligation)
		q.fail(otpSentObligation, result.Failure{
			Section: "4.2", Expected: "an OTP that was sent before", Actual: "no OTP was sent", Message: "an OTP is verified that was never sent",
		})
		q.blocked(otpMatchObligation, otpSentObligation)
		return
	}
	q.judged(otpSentObligation)
	fault, sending := q.mismatch()
	if swapped := g.swapped(q.Text("id_number"), q.Text("phone_number")); fault.Path != "" && swapped != nil {
		swapped()
		q.blockedBy(spec.SendOTP, otpMatchObligation, "phone_number")
		return
	}
	switch {
	case q.IsDoubled("phone_number"), q.IsDoubled("id_number"), q.IsDoubled("otp"):
		q.noteIncomparable()
	case len(q.Faulty["phone_number"]) > 0, len(q.Faulty["id_number"]) > 0: // it is unknown which customer it is for
		q.noteIncomparable()
	case !q.NamesBoth(), fault.Path == "" && sending == nil:
		q.noteIncomparable()
	case fault.Path == "" && sending.flaw != "":
		q.blockedBy(spec.SendOTP, otpMatchObligation, sending.flaw)
		if sending.otp != "" { // so the OTP is right
			q.run.verifies.mistyped.excuseWrongOTPs(q)
		}
	case fault.Path == "":
		if sending.id != "" && sending.id != q.Text("id_number") {
			noteOf(q, "an id_number that is written in another way than in the OTP request")
		}
		q.judged(otpMatchObligation)
		q.run.verifies.mistyped.excuseWrongOTPs(q)
	case fault.Path == "otp":
		q.run.verifies.mistyped.hold(q, fault)
	case q.run.verifies.mismatchedVerifies.hold(q, fault):
	case !q.run.isWhole():
		q.unknown(otpMatchObligation, beforeStart)
	default:
		q.run.verifies.mismatchedVerifies.holdUnmatched(q, fault)
	}
}

// noteIncomparable notes why a verify cannot be compared with the OTPs that were sent. If only the OTP of
// the sending is not shown, as in production, the service's answer shows whether the verify carried
// the right one.
func (q *request) noteIncomparable() {
	for _, name := range []string{"phone_number", "id_number", "otp"} {
		switch value := q.Get(name); {
		case q.IsDoubled(name):
			q.blocked(otpMatchObligation, bodyObligation)
			return
		case q.IsCut(value.String()):
			q.unknown(otpMatchObligation, cutAway)
			return
		case len(q.Faulty[name]) > 0 || isBlank(value):
			q.blocked(otpMatchObligation, map[bool]string{true: name, false: blankObligation}[len(q.Faulty[name]) > 0])
			return
		}
	}
	if !q.run.isWhole() && requests.IsServed(q.exchange.Response) {
		q.judged(otpMatchObligation)
		return
	}
	q.unknown(otpMatchObligation, "the recording does not show the OTP")
}

// mismatch returns the difference of a verify from every sending. If there is no difference, it
// returns the sending, or nil if its OTP is unknown.
func (q *request) mismatch() (result.Failure, *otpSent) {
	phone, id, otp := q.Text("phone_number"), q.Text("id_number"), q.Text("otp")
	sendings := q.run.issued.sendings(phone)
	if len(sendings) == 0 {
		return mismatchFailure("phone_number", "the phone number of a send OTP call"), nil
	}
	sendings = slices.DeleteFunc(sendings, func(s otpSent) bool { return id != "" && s.id != "" && !formats.SameID(s.id, id) })
	if len(sendings) == 0 && q.run.issued.disputed(q, "phone_number") != nil { // its OTP shows the sending
		return mismatchFailure("phone_number", "the phone number of the send OTP call with this OTP"), nil
	} else if len(sendings) == 0 {
		return mismatchFailure("id_number", "the id number of the send OTP call to this phone"), nil
	}
	found := closest(sendings, otp)
	if found == nil && formats.IsOTP(otp) {
		return mismatchFailure("otp", "the OTP that was sent"), nil
	}
	if found != nil && found.flaw == "" && (found.otp == "" || otp == "") {
		return result.Failure{}, nil
	}
	return result.Failure{}, found // a text that is no OTP at all is left to another rule
}

// closest returns the sending with this OTP, or else one with an unknown OTP.
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

// swapped returns the function that reports a sending whose phone number and id number are swapped,
// or nil if there is none.
func (g *issuedIDs) swapped(id, phone string) func() {
	for _, s := range g.sent[max(0, len(g.sent)-maxSendings):] {
		if s.swapped != nil && formats.SamePhone(s.id, phone) && strings.TrimSpace(s.phone) == strings.TrimSpace(id) {
			return s.swapped
		}
	}
	return nil
}

// sendings returns the sendings to a phone, and those to an unknown phone.
func (g *issuedIDs) sendings(phone string) []otpSent {
	if strings.TrimSpace(phone) == "" {
		return slices.Clone(g.sent[max(0, len(g.sent)-maxSendings):])
	}
	var all []otpSent
	for _, key := range slices.Compact([]string{formats.PhoneKey(phone), ""}) {
		at := g.byPhone[key]
		for _, i := range at[max(0, len(at)-maxSendings):] {
			if key == "" || formats.SamePhone(g.sent[i].phone, phone) {
				all = append(all, g.sent[i])
			}
		}
	}
	return all
}

// maxSendings is how many of the last sendings a verify is compared with. Without a limit, a large
// recording would take quadratic time.
const maxSendings = 1000

func mismatchFailure(path, expected string) result.Failure {
	return result.Failure{
		Path: path, Section: "4.2", Expected: expected, Actual: "another", Message: path + " does not match an earlier send OTP call",
	}
}
