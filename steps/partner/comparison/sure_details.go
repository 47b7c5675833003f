package comparison

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Some differences between the requests for one customer are no correction: a few customers with the same
// one are enough, though the details of the others are right (sections 2.4 and 4.1).

// minSure is how many different values must differ in such a way.
const minSure = 3

// befores are the values in the last request of each kind, by endpoint and member.
type befores map[string]ownValue

type ownValue struct{ id, value, before string }

// next keeps a value, and returns the one before it of another customer.
func (b befores) next(c Claim, m member, value string) string {
	key := c.Endpoint + " " + m.name
	last := b[key]
	if last.id != c.ID {
		last = ownValue{strings.Clone(c.ID), strings.Clone(value), last.value}
		b[key] = last
	}
	return last.before
}

// endSure reports details of the customer before, dates of birth of other customers or of the next day, and
// names in each other's place.
func (d *Descriptions) endSure() {
	for _, m := range compared {
		of := d.members[m.name]
		if of == nil || m.wide || of.alike <= of.first() {
			continue
		}
		for side, all := range [2][]described{of.sends, of.limits} {
			carried := of.carried[side]
			if m.name != birth {
				carried = ofTheOneBefore(m, all)
			}
			if distinct(carried) >= minSure && 2*len(of.carried[side]) < of.alike+of.other {
				for _, one := range carried {
					one.state(Carried)
				}
			}
		}
		of.parts.shifted.end()
	}
	d.endSwapped()
}

// ofTheOneBefore returns the values that the request before had for another customer.
func ofTheOneBefore(m member, all []described) (carried []described) {
	for _, one := range all {
		if m.key(one.value) != "" && m.key(one.value) == m.key(one.before) {
			carried = append(carried, one)
		}
	}
	return carried
}

// endSwapped reports the limits that have the first name as the last one, and the last name as the first one.
func (d *Descriptions) endSwapped() {
	first, last := d.members["first_name"], d.members["last_name"]
	if first == nil || last == nil || first.alike <= first.first() {
		return
	}
	places := make(map[string]int)
	for n, id := range last.ids {
		places[id] = n
	}
	var wrong []described
	for n, id := range first.ids {
		if at, both := places[id]; both && strings.EqualFold(first.limits[n].value, last.sends[at].value) && strings.EqualFold(last.limits[at].value, first.sends[n].value) {
			wrong = append(wrong, first.limits[n], last.limits[at])
		}
	}
	if distinct(wrong) < 2*minSure {
		return
	}
	for _, one := range wrong {
		one.state(Swapped)
	}
}

// shifted finds dates that are a day before those in the other request, or a day after them: a program read
// them in another time zone.
type shifted struct{ byDays map[int][]described }

const dayForm = "01/02/2006"

func (s *shifted) see(sent, asked described) {
	one, err := time.Parse(dayForm, strings.TrimSpace(sent.value))
	other, errAsked := time.Parse(dayForm, strings.TrimSpace(asked.value))
	if err != nil || errAsked != nil {
		return
	}
	if days := int(other.Sub(one).Hours() / 24); days == 1 || days == -1 {
		if s.byDays == nil {
			s.byDays = make(map[int][]described)
		}
		s.byDays[days] = append(s.byDays[days], asked)
	}
}

func (s *shifted) end() {
	for days, dates := range s.byDays {
		if distinct(dates) < minSure || len(s.byDays[-days]) > 0 {
			continue
		}
		for _, one := range dates {
			one.state(Shifted)
		}
	}
}

// lossy finds names that a program shortened in one kind of request. All names that lose something in this
// way must do so: a person may write one of them in short.
type lossy struct {
	kept  [2][]int // how many names could have lost something and did not, by the side and the loss
	names [2][][]described
}

// losses are what a name may lose. What stands after a blank is none: it may be another name of the customer,
// which only one of the forms asks for.
var losses = []struct {
	how Difference
	of  func(name string) string
}{
	{Cut, func(name string) string {
		before, _, _ := strings.Cut(strings.ReplaceAll(name, "’", "'"), "'")
		return before
	}},
	{Damaged, func(name string) string {
		return strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII {
				return -1
			}
			return r
		}, name)
	}},
	{Damaged, func(name string) string {
		bare, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), name)
		if err != nil {
			return name
		}
		return bare
	}},
}

// see reads the names of a customer in the OTP request and in the limit request.
func (l *lossy) see(sent, asked described) {
	for side, pair := range [2][2]described{{sent, asked}, {asked, sent}} {
		if l.kept[side] == nil {
			l.kept[side], l.names[side] = make([]int, len(losses)), make([][]described, len(losses))
		}
		is, whole := strings.TrimSpace(pair[0].value), strings.Trim(pair[1].value, " '’")
		for n, loss := range losses {
			switch {
			case whole == "" || loss.of(whole) == whole:
			case is == loss.of(whole):
				l.names[side][n] = append(l.names[side][n], pair[0])
			default:
				l.kept[side][n]++
			}
		}
	}
}

func (l *lossy) end() {
	for side, all := range l.names {
		for n, names := range all {
			if distinct(names) < minSure || l.kept[side][n] > 0 {
				continue
			}
			for _, one := range names {
				one.state(losses[n].how)
			}
		}
	}
}
