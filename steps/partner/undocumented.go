package partner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/requests"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// undocumented counts things in requests that the specification does not name. They are noted for
// the reader of the report and never judged. Their values are not noted, because they may be
// personal; a facility_status is the exception.
type undocumented struct {
	seen                   map[obligation]int   // by endpoint and description
	*sequences.Comparisons                      // since the service was started; nil before the first start
	earlier                sequences.OrderCount // the orders before the last start
}

// forget drops the requests from before a restart of the service, because the build starts again.
func (r *Run) forget() {
	u := &r.undocumented
	if u.Comparisons != nil {
		u.earlier = u.earlier.Add(u.Orders())
	}
	u.Comparisons = sequences.New(sequences.Settings{
		Note: u.note, StoreKey: r.cfg.StoreKey, IsClosed: r.cfg.Closed,
		IsCountry: func(code string) bool {
			_, violation := r.cfg.Schemas.Reading("country-code", code)
			return violation == nil
		},
		Issued: sequences.Issued{Customers: r.issued.customers, Items: r.issued.items, Others: r.issued.others, Members: &r.issued.members, OTPs: r.issued.secrets.Returned, WrongIDs: &r.issued.wrongIDs},
	})
}

func newUndocumented() undocumented {
	return undocumented{seen: make(map[obligation]int)}
}

// maxUndocumented is how many different things are noted.
const maxUndocumented = 200

func (u *undocumented) note(endpoint, what string) {
	at := obligation{endpoint, what}
	if _, known := u.seen[at]; known || len(u.seen) < maxUndocumented {
		u.seen[at]++
	}
}

// noteUndocumented notes the undocumented parts of a request.
func (q *request) noteUndocumented() {
	for name := range q.url.Query() {
		q.run.undocumented.note(q.Endpoint, "parameter "+name)
	}
	for name := range q.exchange.Request.Header {
		if !endpoints.HasHeader(q.Endpoint, name) {
			q.run.undocumented.note(q.Endpoint, "header "+name)
		}
	}
	q.run.undocumented.Note(compared(q))
	if q.IsRead {
		noteTexts(q)
	}
	noteAddress(q)
	if !q.IsRead {
		return
	}
	q.run.undocumented.noteMembers(q.Endpoint, "", q.JSON)
	for path, status := range q.Each("items.#.facility_status") {
		isKnown := status.Str == spec.CollectedByAgent || q.IsFaulty("items.#.facility_status", path)
		if status.Type == gjson.String && !isBlank(status) && !isKnown && !q.IsCut(status.Str) {
			q.run.undocumented.note(q.Endpoint, "facility_status "+judgement.Show(status))
		}
	}
}

// noteMembers notes the members that no table names. It does not look inside such a member.
func (u *undocumented) noteMembers(endpoint, parent string, value gjson.Result) {
	value.ForEach(func(name, member gjson.Result) bool {
		path := strings.TrimPrefix(parent+"."+name.Str, ".")
		if value.IsArray() {
			path = parent + ".#"
		}
		switch bodies.General(path) {
		case "items", "items.#", bodies.Employed, bodies.SelfEmployed:
			if member.IsObject() || member.IsArray() {
				u.noteMembers(endpoint, path, member)
			}
		default:
			if !bodies.IsMember(endpoint, bodies.General(path)) && len(path) < 80 {
				u.note(endpoint, "member "+path)
			}
		}
		return true
	})
}

// itIsNotedWhatIsUndocumented adds the notes about the requests to some endpoints to the report.
func (s *Scenario) itIsNotedWhatIsUndocumented() error {
	for _, at := range slices.SortedFunc(maps.Keys(s.run.undocumented.seen), func(a, b obligation) int { return cmp.Compare(a.endpoint+a.name, b.endpoint+b.name) }) {
		if slices.Contains(s.several, at.endpoint) {
			s.report.Notes = append(s.report.Notes, fmt.Sprintf("%s: %s (%s)", spec.Line(at.endpoint), at.name, times(s.run.undocumented.seen[at])))
		}
	}
	s.report.Noted = len(s.report.Notes)
	if len(s.report.Notes) == 0 {
		s.report.Notes = []string{"nothing"}
	}
	return nil
}

// itIsNotedWhetherAnOrderIDComesAgain adds a note about orders with the same order_id to the
// report.
func (s *Scenario) itIsNotedWhetherAnOrderIDComesAgain() error {
	orders := s.run.undocumented.earlier.Add(s.run.undocumented.Orders())
	switch {
	case orders.Read == 0:
		return judgement.Unexercised("no order could be read")
	case orders.Repeats+orders.Others == 0:
		s.report.Notes = []string{"never"}
	default:
		s.report.Noted = min(orders.Repeats, 1) + min(orders.Others, 1)
		s.report.Notes = []string{fmt.Sprintf("with the same items: %s; with others, or for another customer: %s", times(orders.Repeats), times(orders.Others))}
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

// compared returns the request in the form in which it is compared with others.
func compared(q *request) *requests.Request {
	return &requests.Request{
		Endpoint: q.Endpoint, ID: q.id, Exchange: q.exchange, IsRead: q.IsRead, Body: &q.Body,
		Hidden:       func(member string) *comparison.Hidden { return hiddenMember(q, member) },
		Wrong:        func(member string) *comparison.Hidden { return hiddenBehind(q, member) },
		Doubt:        func(owner string) func(endpoint, obligation string) { return doubt(q, owner) },
		DeferFailure: func(member, expected, message string) func() { return deferMember(q, member, expected, message) },
		Defer:        func(member, expected string) func(string) { return deferMessage(q, member, expected) },
	}
}

func noteOf(q *request, what string) { q.run.undocumented.note(q.Endpoint, what) }
