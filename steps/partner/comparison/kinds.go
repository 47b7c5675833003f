package comparison

import "strings"

// kinds compares the customers with one kind of occupation by themselves, and those with an employer of one
// sector. A store has a form of its own for each kind, and only one of the forms may be wrong (sections 2.5
// and 2.6).
type kinds struct {
	occupations Occupations
	members     map[Occupation]map[string]*ofKind // by occupation and member
}

// Occupation is a kind of occupation, "" if it is unknown, and the sector of the employer, "" for any.
type Occupation struct{ Kind, Sector string }

// whole returns the occupation with any sector.
func (o Occupation) whole() Occupation { return Occupation{Kind: o.Kind} }

// Names returns the names of the branches of a program for the occupation: that of its kind, and that of the sector.
func (o Occupation) Names() []string {
	if o.Kind == "" {
		return nil
	}
	if o.Sector == "" {
		return []string{o.Kind}
	}
	return []string{o.Kind, o.Kind + " " + o.Sector}
}

// Occupations are the kinds of occupation of customers, by id number (2.5, 2.6).
type Occupations map[string]Occupation

// know keeps the occupation of a customer.
func (o Occupations) know(id string, of Occupation) {
	if id != "" && of.Kind != "" && len(o) < maxCustomers {
		o[strings.Clone(id)] = of
	}
}

// Occupations returns the occupations that the limits give their customers.
func (d *Descriptions) Occupations() Occupations { return d.kinds.occupations }

// ofKind is the result for one member of customers with one kind of occupation.
type ofKind struct {
	alike  int
	first  int // 1 if the first customer is alike: a program may keep its details for the next ones
	ids    []string
	limits []described
}

// minKind is how many customers of one kind must all differ.
const minKind = 3

// counts are how many values of a member are alike and how many are not.
type counts struct{ alike, other int }

func (c *comparison) count() counts {
	if c == nil {
		return counts{}
	}
	return counts{c.alike, c.other}
}

// see takes the result of one comparison, which changed the counts of its member.
func (k *kinds) see(m member, id string, before, after counts, asked described) {
	occupation := k.occupations[id]
	if occupation.Kind == "" || before == after {
		return
	}
	k.add(m, id, occupation.whole(), after.alike > before.alike, asked)
	if occupation.Sector != "" {
		k.add(m, id, occupation, after.alike > before.alike, asked)
	}
}

func (k *kinds) add(m member, id string, occupation Occupation, isAlike bool, asked described) {
	if k.members[occupation] == nil {
		k.members[occupation] = make(map[string]*ofKind)
	}
	of := k.members[occupation][m.name]
	if of == nil {
		of = new(ofKind)
		k.members[occupation][m.name] = of
	}
	if isAlike {
		if of.alike+len(of.limits) == 0 {
			of.first = 1
		}
		of.alike++
		return
	}
	of.ids, of.limits = append(of.ids, strings.Clone(id)), append(of.limits, asked)
}

// endKinds reports the limits of one kind that all differ from the OTP requests, if others do not. One
// customer may have two phones, so a phone must be that of another customer.
func (d *Descriptions) endKinds() {
	for occupation, members := range d.kinds.members {
		how, isNarrow := OfKind, occupation.Sector != ""
		if isNarrow {
			how = OfSector
		}
		for _, m := range compared {
			if isNarrow && d.isKindOther(m, occupation.whole()) || !d.isKindOther(m, occupation) {
				continue
			}
			for _, one := range members[m.name].limits {
				one.state(how)
			}
		}
	}
}

// isKindOther reports whether a member of all customers with one occupation differs, or is that of other customers
// for at least half of them, and that of most others is right.
func (d *Descriptions) isKindOther(m member, occupation Occupation) bool {
	of, all := d.kinds.members[occupation][m.name], d.members[m.name]
	isStated := all == nil || all.alike <= all.first() || 2*len(all.carried[1]) >= all.alike+all.other
	if of == nil || m.wide || isStated || len(of.limits) < minKind {
		return false
	}
	isAll := of.alike == 0 || of.alike == of.first && len(of.limits) >= MinButFirst
	return !m.free && isAll || len(of.limits) >= of.alike && d.areOthers(m, of)
}

// areOthers reports whether all values are those of other customers.
func (d *Descriptions) areOthers(m member, of *ofKind) bool {
	for n, id := range of.ids {
		if !d.isAnothers(m, id, of.limits[n].value) {
			return false
		}
	}
	return true
}
