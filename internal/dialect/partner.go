package dialect

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Partner collects the forms that a partner build uses, request by request.
type Partner struct {
	dialect result.FullDialect
	session
	births map[string]birth // by id number
}

// session is the state of one run of the build at one service.
type session struct {
	verified map[string]bool  // id numbers for which an OTP was verified
	passes   map[string]bool  // customers for whom an OTP was verified and that have bought nothing since
	orders   map[string]bool  // order_ids of earlier orders
	codes    map[string]bool  // item_codes of earlier orders
	ordered  map[string]int64 // the number of orders of each customer
}

// birth is one person's date of birth as two endpoints received it.
type birth struct{ otp, limit string }

// NewPartner returns an empty collection.
func NewPartner() *Partner {
	p := &Partner{births: make(map[string]birth)}
	p.Restart()
	return p
}

// mostRemembered bounds the memory that a large recording needs.
const mostRemembered = 10_000

// Restart notes that the service was started again, without its data.
func (p *Partner) Restart() {
	p.session = session{verified: map[string]bool{}, passes: map[string]bool{}, orders: map[string]bool{}, codes: map[string]bool{}, ordered: map[string]int64{}}
}

// Add adds a request of the build and its answer.
func (p *Partner) Add(endpoint string, newCustomer bool, body gjson.Result, x *recording.Exchange) {
	p.sent(Endpoint, endpoint, endpoint)
	if scheme, _, _ := strings.Cut(strings.TrimSpace(x.Request.Header.Get("Authorization")), " "); scheme != "Bearer" && strings.EqualFold(scheme, "Bearer") {
		p.sent(LowerCaseBearer, Yes, "") // the same code reads it for all endpoints
	}
	if phone := body.Get("phone_number"); phone.Type == gjson.String { // the register only has the one of send OTP
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

// remember adds a text to a set, unless the set is too large.
func remember(set map[string]bool, text string) {
	if len(set) < mostRemembered {
		set[strings.Clone(text)] = true
	}
}

// order finds the values that an order shares with earlier ones.
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

// Dialect returns the collected dialect together with the forms that the register found. The
// order of a date of birth comes from here, because the register knows only its form.
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

// written is the form of a date: its entry, and the order of day and month.
type written struct{ entry, order string }

// dates returns the forms of the dates of birth that send OTP received. If the order of a date
// cannot be found, it is taken to be that of all other dates, if these have one order.
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

// order returns the order of day and month in the date that send OTP received. If they may be
// swapped, the limit request of the same person shows the order, because its form is mm/dd/yyyy
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
