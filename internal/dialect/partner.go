package dialect

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Partner collects what a partner build does, request by request.
type Partner struct {
	dialect result.FullDialect
	session
	births map[string]birth // by id number
}

// session is what one run of the build has done so far at one service.
type session struct {
	verified map[string]bool  // id numbers for which an OTP was verified
	passes   map[string]bool  // customers for whom one was, and who bought nothing since
	orders   map[string]bool  // order_ids
	codes    map[string]bool  // item_codes of earlier orders
	ordered  map[string]int64 // orders of each customer
}

// birth is one person's date of birth, as it was written to both endpoints.
type birth struct{ otp, limit string }

// NewPartner prepares the collection.
func NewPartner() *Partner {
	p := &Partner{births: make(map[string]birth)}
	p.Restart()
	return p
}

// mostRemembered bounds what is remembered of a recording of any size.
const mostRemembered = 10_000

// Restart says that the service was started afresh.
func (p *Partner) Restart() {
	p.session = session{verified: map[string]bool{}, passes: map[string]bool{}, orders: map[string]bool{}, codes: map[string]bool{}, ordered: map[string]int64{}}
}

// Add takes in a request that the build sent, and how it was answered.
func (p *Partner) Add(endpoint string, newCustomer bool, body gjson.Result, x *recording.Exchange) {
	p.sent(Endpoint, endpoint, endpoint)
	if scheme, _, _ := strings.Cut(strings.TrimSpace(x.Request.Header.Get("Authorization")), " "); scheme != "Bearer" && strings.EqualFold(scheme, "Bearer") {
		p.sent(LowerCaseBearer, Yes, "") // who reads it is the door to all of them
	}
	if phone := body.Get("phone_number"); phone.Type == gjson.String { // the register knows that of send OTP alone
		p.sent(PhoneNumber, phoneForm(phone.Str), endpoint)
	}
	Measure(&p.dialect, endpoint, body)
	served := x.Response != nil && x.Response.Status >= 200 && x.Response.Status <= 299
	switch endpoint {
	case spec.SendOTP:
		if newCustomer {
			p.born(body, func(b *birth, date string) { b.otp = date })
		}
	case spec.VerifyOTP:
		p.verify(body, x, served)
	case spec.CreateLimit:
		p.born(body, func(b *birth, date string) { b.limit = date })
		if !p.verified[body.Get("id_number").String()] {
			p.sent(LimitWithoutOTP, Yes, endpoint)
		}
	case spec.CustomerLookup:
		p.sent(Sign, Yes, endpoint)
	case spec.CreatePurchases:
		p.order(body)
	case spec.UpdatePurchases:
		p.update(body)
	}
}

func phoneForm(phone string) string {
	if strings.HasPrefix(phone, "+") {
		return WithPlus
	}
	return WithoutPlus
}

func (p *Partner) sent(entry, reading, endpoint string) {
	p.dialect.AddForm(result.FormUse{Entry: entry, Reading: reading, Endpoint: endpoint, State: result.FormSent})
}

func (p *Partner) verify(body gjson.Result, x *recording.Exchange, served bool) {
	if !served {
		return
	}
	remember(p.verified, body.Get("id_number").String())
	if id := gjson.GetBytes(x.Response.Body, "data.id").String(); id != "" {
		remember(p.passes, strings.ToLower(id))
	}
}

// remember keeps a text, as long as there are not too many.
func remember(set map[string]bool, text string) {
	if len(set) < mostRemembered {
		set[strings.Clone(text)] = true
	}
}

// order looks at what an order takes up of those before it.
func (p *Partner) order(body gjson.Result) {
	buyer := strings.ToLower(body.Get("customer_id").String())
	if n := p.ordered[buyer] + 1; n > 1 || len(p.ordered) < mostRemembered {
		p.ordered[strings.Clone(buyer)] = n
		p.dialect.AddSize(result.SizeUse{Name: OrdersOfOne, Endpoint: spec.CreatePurchases, Most: n})
	}
	if !p.passes[buyer] {
		p.sent(PurchaseWithoutOTP, Yes, spec.CreatePurchases)
	}
	delete(p.passes, buyer)
	if id := body.Get("order_id").String(); p.orders[id] {
		p.sent(OrderIDAgain, Yes, spec.CreatePurchases)
	} else {
		remember(p.orders, id)
	}
	codes := body.Get("items.#.item_code").Array()
	if slices.ContainsFunc(codes, func(v gjson.Result) bool { return p.codes[v.String()] }) {
		p.sent(ItemCodeAgain, Yes, spec.CreatePurchases)
	}
	for _, code := range codes {
		remember(p.codes, code.String())
	}
	for _, topup := range body.Get("items.#.item_topup").Array() {
		if strings.TrimSpace(topup.String()) != "" {
			p.sent(TopupValue, Yes, spec.CreatePurchases)
		}
	}
}

func (p *Partner) update(body gjson.Result) {
	for _, status := range body.Get("items.#.facility_status").Array() {
		switch status.String() {
		case spec.CollectedByAgent:
		case spec.PendingCollection:
			p.sent(PendingStatus, Yes, spec.UpdatePurchases)
		default:
			p.sent(OtherStatus, Yes, spec.UpdatePurchases)
		}
	}
}

func (p *Partner) born(body gjson.Result, keep func(*birth, string)) {
	id, date := body.Get("id_number").String(), body.Get("date_of_birth").String()
	b, known := p.births[id]
	if !known && len(p.births) >= mostRemembered {
		return
	}
	keep(&b, strings.Clone(date))
	p.births[strings.Clone(id)] = b
}

// Dialect is what was collected, together with what was seen of the register. The order
// of a date of birth is told here: the register knows the form alone.
func (p *Partner) Dialect(register []result.FormUse) *result.FullDialect {
	d := result.FullDialect{Forms: slices.Clone(p.dialect.Forms), Sizes: slices.Clone(p.dialect.Sizes)}
	for _, f := range register {
		if f.Entry != BirthDate {
			d.AddForm(f)
		}
	}
	for _, date := range p.dates() {
		d.AddForm(result.FormUse{Entry: date.entry, Reading: date.order, Endpoint: spec.SendOTP, State: result.FormSent})
	}
	d.Sort()
	return &d
}

// written is how a date was written: its entry, and the order of day and month.
type written struct{ entry, order string }

// dates are the ways in which dates of birth were written to send OTP. One of which
// the order does not show was written as all others were, if they were written alike.
func (p *Partner) dates() []written {
	var all []written
	orders := make(map[string]bool)
	for _, b := range p.births {
		if entry, order := b.order(); entry != "" {
			all = append(all, written{entry, order})
			orders[order] = true
		}
	}
	delete(orders, OrderUnknown)
	for i, date := range all {
		for order := range orders {
			if date.order == OrderUnknown && len(orders) == 1 {
				all[i].order = order
			}
		}
	}
	return all
}

// order tells in which order send OTP was given a date. Day and month that may be
// swapped are told apart by the same person's limit request, whose form is mm/dd/yyyy
// (section 2.4).
func (b birth) order() (entry, order string) {
	const last = "12" // month
	if len(b.otp) != len("mm/dd/yyyy") {
		return "", ""
	}
	first, second := b.otp[:2], b.otp[3:5]
	swapped := second + "/" + first + b.otp[5:]
	switch {
	case first == second:
		return "", ""
	case first > last:
		return BirthDate, DayFirst
	case second > last:
		return BirthDate, MonthFirst
	case b.limit == b.otp:
		return AmbiguousDate, MonthFirst
	case b.limit == swapped:
		return AmbiguousDate, DayFirst
	}
	return AmbiguousDate, OrderUnknown
}
