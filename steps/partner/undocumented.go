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
	"github.com/credit-partner/assay/steps/partner/endpoints"
)

// undocumented counts what requests hold that the specification names nowhere:
// it is noted for who reads the report, and never judged. Values are not noted,
// but for a facility_status: they may be personal.
type undocumented struct {
	seen map[obligation]int // by endpoint and what it was
	sequences
	// read counts the orders, repeats and others those of earlier days that came again.
	read, repeats, others int
}

// forget drops what was sent before the service was started afresh: the build
// begins its day anew.
func (u *undocumented) forget() {
	for _, o := range u.orders {
		u.repeats, u.others = u.repeats+o.repeats, u.others+o.others
	}
	u.sequences = newSequences(u.note)
}

func newUndocumented() undocumented {
	return undocumented{seen: make(map[obligation]int)}
}

// maxUndocumented bounds how many different things are noted.
const maxUndocumented = 200

func (u *undocumented) note(endpoint, what string) {
	at := obligation{endpoint, what}
	if _, known := u.seen[at]; known || len(u.seen) < maxUndocumented {
		u.seen[at]++
	}
}

// noteUndocumented goes through everything that a request holds.
func (q *request) noteUndocumented() {
	for name := range q.url.Query() {
		q.run.undocumented.note(q.endpoint, "parameter "+name)
	}
	for name := range q.exchange.Request.Header {
		if !endpoints.HasHeader(q.endpoint, name) {
			q.run.undocumented.note(q.endpoint, "header "+name)
		}
	}
	q.noteSequences()
	noteAddress(q)
	if !q.isRead {
		return
	}
	q.run.undocumented.noteMembers(q.endpoint, "", q.body)
	for _, status := range q.each("items.#.facility_status") {
		if status.Type == gjson.String && !isBlank(status) && status.Str != spec.CollectedByAgent && !q.cut(status.Str) {
			q.run.undocumented.note(q.endpoint, "facility_status "+judgement.Show(status))
		}
	}
}

// noteMembers notes the members that no table names; what stands below one of
// them goes with it.
func (u *undocumented) noteMembers(endpoint, parent string, value gjson.Result) {
	value.ForEach(func(name, member gjson.Result) bool {
		path := strings.TrimPrefix(parent+"."+name.Str, ".")
		if value.IsArray() {
			path = parent + ".#"
		}
		switch general(path) {
		case "items", "items.#", ofTheEmployed, ofTheSelfEmployed:
			if member.IsObject() || member.IsArray() {
				u.noteMembers(endpoint, path, member)
			}
		default:
			if !isMember(endpoint, general(path)) && len(path) < 80 {
				u.note(endpoint, "member "+path)
			}
		}
		return true
	})
}

// itIsNotedWhatIsUndocumented notes what the requests to some endpoints hold.
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

// itIsNotedWhetherAnOrderIDComesAgain notes orders that share an order_id.
func (s *Scenario) itIsNotedWhetherAnOrderIDComesAgain() error {
	repeats, others := s.run.undocumented.repeats, s.run.undocumented.others
	for _, o := range s.run.undocumented.orders {
		repeats, others = repeats+o.repeats, others+o.others
	}
	switch {
	case s.run.undocumented.read == 0:
		return judgement.Unexercised("no order could be read")
	case repeats+others == 0:
		s.report.Notes = []string{"never"}
	default:
		s.report.Noted = min(repeats, 1) + min(others, 1)
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
