package history

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/result"
)

// CombinationLog keeps the results of the combinations of documented values.
type CombinationLog struct {
	mu        sync.Mutex
	countries []string             // the lengths of a country code that the run combines
	refused   map[string][]Refused // by body
	causes    map[string][]*Cause  // by body
	read      sync.Map             // the rows of each request that was read
	Use       RowUse
}

// Refused is a request that the target refused with the values of a row.
type Refused struct {
	Row  combination.Row
	Call *Call
}

// Refuse notes that the target refused a request with the values of a row.
func (k *CombinationLog) Refuse(b *combination.Body, v combination.Row, c *Call) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.refused == nil {
		k.refused = make(map[string][]Refused)
	}
	k.refused[b.Name] = append(k.refused[b.Name], Refused{v, c})
}

// found returns the combinations that the target refused.
func (k *CombinationLog) found(b *combination.Body) []result.Refusal {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := []result.Refusal{}
	for _, c := range k.causes[b.Name] {
		if c.Owner == "" {
			all = append(all, result.Refusal{Values: c.Values, Times: c.Times, Exchange: c.Call.ID})
		}
	}
	return all
}

// Cause is the reason why the target refused some requests with a body.
type Cause struct {
	Row    combination.Row // the values that are refused together; "" for every other member
	Values []string        // the values in words
	Owner  string          // if it is one value: the case of the rule that lists it
	Call   *Call           // a request that was refused because of it
	Times  int             // how many requests were refused because of it
}

// Keep stores the causes of the refused requests of a body.
func (k *CombinationLog) Keep(b *combination.Body, causes []*Cause) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.causes == nil {
		k.causes = make(map[string][]*Cause)
	}
	k.causes[b.Name] = causes
}

// Refusals returns the refused requests of a body, in an order that does not depend on time.
func (k *CombinationLog) Refusals(b *combination.Body) []Refused {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := slices.Clone(k.refused[b.Name])
	slices.SortStableFunc(all, func(a, b Refused) int { return cmp.Compare(a.Row.Key(), b.Row.Key()) })
	return all
}

// Sentence says in words which values are refused together.
func (c *Cause) Sentence() string {
	values := strings.Join(c.Values, ", ")
	if n := len(c.Values); n > 1 {
		values = strings.Join(c.Values[:n-1], ", ") + " and " + c.Values[n-1]
	}
	switch len(c.Values) {
	case 1:
		return result.RefusedTogether + values
	case 2:
		return result.RefusedTogether + values + "; each alone is served"
	}
	return result.RefusedTogether + values + "; with fewer of them it is served"
}

// SetCodes stores the lengths of a country code that the run combines.
func (k *CombinationLog) SetCodes(codes []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.countries = codes
}

// Codes returns the lengths of a country code that the run combines, or nil before they are
// known.
func (k *CombinationLog) Codes() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.countries
}

// RowUse keeps which rows have been sent, and how often a row did not suit a kind of customer.
type RowUse struct {
	mu      sync.Mutex
	claimed map[string]bool // by body and row
	unfit   map[customer.Kind]int
}

// maxUnfit is the number of customers of a kind that may fail with the values of a row: the
// target refused the row, or gave a lower limit than plain values get. After that, customers of
// the kind get plain values.
const maxUnfit = 3

// Fits reports whether customers of a kind still get rows.
func (u *RowUse) Fits(kind customer.Kind) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.unfit[kind] < maxUnfit
}

// NoteUnfit notes that a row did not suit a customer of a kind.
func (u *RowUse) NoteUnfit(kind customer.Kind) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.unfit == nil {
		u.unfit = make(map[customer.Kind]int)
	}
	u.unfit[kind]++
}

// Claim returns the first of the rows that no request has sent yet. If all were sent, it returns
// the first row, and fresh is false.
func (u *RowUse) Claim(b *combination.Body, rows []combination.Row) (v combination.Row, fresh bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.claimed == nil {
		u.claimed = make(map[string]bool)
	}
	for _, v := range rows {
		if name := b.Name + "\n" + v.Key(); !u.claimed[name] {
			u.claimed[name] = true
			return v, true
		}
	}
	return rows[0], false
}
