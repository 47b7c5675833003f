package steps

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// undocumented counts what requests hold that the specification names nowhere:
// it is noted for who reads the report, and never judged. Values are not noted,
// but for a facility_status: they may be personal.
type undocumented struct {
	seen   map[topic]int     // by endpoint and what it was
	orders map[string]orders // by order_id
	carts  map[string]string // customer and items, to the order_id they came under first
	people map[string]string // phone number to the id number it came with first
	// read counts the orders, repeats and others those of earlier days that came again.
	read, repeats, others int
}

// forget drops what was sent before the service was started afresh: the build
// begins its day anew.
func (u *undocumented) forget() {
	for id, o := range u.orders {
		u.repeats, u.others = u.repeats+o.repeats, u.others+o.others
		delete(u.orders, id)
	}
	clear(u.carts)
	clear(u.people)
}

// orders are the carts that came under one order_id.
type orders struct {
	first   string
	repeats int // the same once more
	others  int // other items, or another customer
}

func newUndocumented() undocumented {
	return undocumented{seen: make(map[topic]int), orders: make(map[string]orders), carts: make(map[string]string), people: make(map[string]string)}
}

// mostOdd bounds how many different things are noted.
const mostOdd = 200

func (h *hearing) odd(what string) {
	at := topic{h.endpoint, what}
	if _, known := h.run.odd.seen[at]; known || len(h.run.odd.seen) < mostOdd {
		h.run.odd.seen[at]++
	}
}

// noteUndocumented goes through everything that a request holds.
func (h *hearing) noteUndocumented() {
	for name := range h.url.Query() {
		h.odd("parameter " + name)
	}
	for name := range h.e.Request.Header {
		if !ordinaryHeaders[http.CanonicalHeaderKey(name)] && !(h.endpoint == lookup && signingHeaders[name]) {
			h.odd("header " + name)
		}
	}
	if !h.isRead {
		return
	}
	h.noteMembers("", h.body)
	for _, status := range h.each("items.#.facility_status") {
		if status.Type == gjson.String && !isBlank(status) && status.Str != collected && status.Str != pending && !h.cut(status.Str) {
			h.odd("facility_status " + show(status))
		}
	}
	h.noteSequences()
}

var signingHeaders = map[string]bool{"Noncestr": true, "Sign": true, "Timestamp": true}

// ordinaryHeaders are those of section 1 and 5, and those that HTTP itself, or a
// client or proxy by itself, puts on any request.
var ordinaryHeaders = map[string]bool{
	"Authorization": true, "Content-Type": true, "Content-Length": true, "Host": true, "Connection": true, "Accept": true, "Accept-Encoding": true,
	"Accept-Language": true, "Accept-Charset": true, "User-Agent": true, "Cache-Control": true, "Pragma": true, "Te": true, "Transfer-Encoding": true,
	"Origin": true, "Referer": true, "Sec-Fetch-Dest": true, "Sec-Fetch-Mode": true, "Sec-Fetch-Site": true, "Sec-Fetch-User": true,
	"Sec-Ch-Ua": true, "Sec-Ch-Ua-Mobile": true, "Sec-Ch-Ua-Platform": true, "Dnt": true, "Priority": true, "Via": true, "Forwarded": true,
	"X-Forwarded-For": true, "X-Forwarded-Host": true, "X-Forwarded-Proto": true, "Traceparent": true, "Tracestate": true, "Expect": true, "Date": true,
}

// noteMembers notes the members that no table names; what stands below one of
// them goes with it.
func (h *hearing) noteMembers(parent string, value gjson.Result) {
	value.ForEach(func(name, member gjson.Result) bool {
		path := strings.TrimPrefix(parent+"."+name.Str, ".")
		if value.IsArray() {
			path = parent + ".#"
		}
		switch general(path) {
		case "items", "items.#", ofTheEmployed, ofTheSelfEmployed:
			if member.IsObject() || member.IsArray() {
				h.noteMembers(path, member)
			}
		default:
			if !isMember(h.endpoint, general(path)) && len(path) < 80 {
				h.odd("member " + path)
			}
		}
		return true
	})
}

// noteSequences notes what may be a mistake and may be meant: an order_id that
// comes again, a cart that comes again, a phone number with another id number.
func (h *hearing) noteSequences() {
	odd := &h.run.odd
	if phone, id := h.text("phone_number"), h.text("id_number"); len(digits(phone)) > 6 && id != "" {
		if first, known := odd.people[phoneKey(phone)]; known && first != id {
			h.odd("a phone_number that came with another id_number before")
		} else if len(odd.people) < mostSendings {
			odd.people[strings.Clone(phoneKey(phone))] = strings.Clone(id)
		}
	}
	if h.endpoint != createOrder {
		return
	}
	odd.read++
	order, cart := h.body.Get("order_id").String(), fingerprint(h.body.Get("customer_id").Raw+h.body.Get("items").Raw)
	switch before, known := odd.orders[order]; {
	case !known && len(odd.orders) < mostSendings:
		odd.orders[strings.Clone(order)] = orders{first: cart}
	case known && before.first == cart:
		before.repeats++
		odd.orders[order] = before
	case known:
		before.others++
		odd.orders[order] = before
	}
	if first, known := odd.carts[cart]; known && first != order {
		h.odd("the same items for the same customer under another order_id")
	} else if len(odd.carts) < mostSendings {
		odd.carts[cart] = strings.Clone(order)
	}
}

func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:12])
}

// itIsNotedWhatIsUndocumented notes what the requests to some endpoints hold.
func (s *PartnerScenario) itIsNotedWhatIsUndocumented() error {
	for _, at := range slices.SortedFunc(maps.Keys(s.run.odd.seen), func(a, b topic) int { return cmp.Compare(a.endpoint+a.name, b.endpoint+b.name) }) {
		if slices.Contains(s.several, at.endpoint) {
			s.report.Notes = append(s.report.Notes, fmt.Sprintf("%s: %s (%s)", spec.Line(at.endpoint), at.name, times(s.run.odd.seen[at])))
		}
	}
	if len(s.report.Notes) == 0 {
		s.report.Notes = []string{"nothing"}
	}
	return nil
}

// itIsNotedWhetherAnOrderIDComesAgain notes orders that share an order_id.
func (s *PartnerScenario) itIsNotedWhetherAnOrderIDComesAgain() error {
	repeats, others := s.run.odd.repeats, s.run.odd.others
	for _, o := range s.run.odd.orders {
		repeats, others = repeats+o.repeats, others+o.others
	}
	switch {
	case s.run.odd.read == 0:
		return unexercised("no order could be read")
	case repeats+others == 0:
		s.report.Notes = []string{"never"}
	default:
		s.report.Notes = []string{fmt.Sprintf("with the same items: %s; with others, or for another customer: %s", times(repeats), times(others))}
	}
	return nil
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
