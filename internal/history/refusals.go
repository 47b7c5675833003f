package history

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/combination"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/result"
)

// CombinationLog keeps what became of the combinations of documented values.
type CombinationLog struct {
	mu        sync.Mutex
	countries []string             // the lengths of a country's code that are combined
	refused   map[string][]Refused // by body
	causes    map[string][]*Cause  // by body
	read      sync.Map             // the rows of each request that was looked at
	Use       RowUse
}

// Refused is a request that the target refused with the values of a row.
type Refused struct {
	Row  combination.Row
	Call *Call
}

// Refuse keeps a request that was refused with the values of a row.
func (k *CombinationLog) Refuse(b *combination.Body, v combination.Row, c *Call) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.refused == nil {
		k.refused = make(map[string][]Refused)
	}
	k.refused[b.Name] = append(k.refused[b.Name], Refused{v, c})
}

// found are the combinations that were seen to be refused.
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

// Cause is why some requests of a body were refused.
type Cause struct {
	Row    combination.Row // the values that are refused together; "" elsewhere
	Values []string        // in words
	Owner  string          // the case of the rule that lists the value, if it is one value
	Call   *Call           // a request that was refused for it
	Times  int             // how many were
}

// Keep keeps why requests of a body were refused.
func (k *CombinationLog) Keep(b *combination.Body, causes []*Cause) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.causes == nil {
		k.causes = make(map[string][]*Cause)
	}
	k.causes[b.Name] = causes
}

// Refusals are the refused requests of a body, in an order that does not depend
// on who was refused first.
func (k *CombinationLog) Refusals(b *combination.Body) []Refused {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := slices.Clone(k.refused[b.Name])
	slices.SortStableFunc(all, func(a, b Refused) int { return cmp.Compare(a.Row.Key(), b.Row.Key()) })
	return all
}

// Sentence says it in words.
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

// SetCodes keeps the lengths of a country's code that are combined.
func (k *CombinationLog) SetCodes(codes []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.countries = codes
}

// Codes are the lengths of a country's code that are combined; nil before that is
// known.
func (k *CombinationLog) Codes() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.countries
}

// RowUse is which rows have been sent, and for which kinds of customers it did not
// do to send them.
type RowUse struct {
	mu      sync.Mutex
	claimed map[string]bool // by body and row
	unfit   map[customer.Kind]int
}

// maxUnfit is after how many customers of a kind whose row was refused, or got
// them less than the plain values get, the others are given plain values.
const maxUnfit = 3

// Fits tells whether customers of a kind are still given rows.
func (u *RowUse) Fits(kind customer.Kind) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.unfit[kind] < maxUnfit
}

// NoteUnfit notes that a row did not do for a customer of a kind.
func (u *RowUse) NoteUnfit(kind customer.Kind) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.unfit == nil {
		u.unfit = make(map[customer.Kind]int)
	}
	u.unfit[kind]++
}

// Claim picks the first of some rows that nobody has sent yet; where all have been
// sent, it gives the first one, and fresh is false.
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
