package comparison

import "strings"

// kinds compares the customers with one kind of occupation by themselves. A store has a form of its own for
// each kind, and only one of the forms may be wrong (sections 2.5 and 2.6).
type kinds struct {
	occupations map[string]string             // by id number
	members     map[string]map[string]*ofKind // by occupation and member
}

// ofKind is the result for one member of customers with one kind of occupation.
type ofKind struct {
	alike  int
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

// know takes the occupation of a customer.
func (k *kinds) know(id, occupation string) {
	if k.occupations == nil {
		k.occupations, k.members = make(map[string]string), make(map[string]map[string]*ofKind)
	}
	if id != "" && len(k.occupations) < maxCustomers {
		k.occupations[strings.Clone(id)] = occupation
	}
}

// see takes the result of one comparison, which changed the counts of its member.
func (k *kinds) see(m member, id string, before, after counts, asked described) {
	occupation := k.occupations[id]
	if occupation == "" || before == after {
		return
	}
	if k.members[occupation] == nil {
		k.members[occupation] = make(map[string]*ofKind)
	}
	of := k.members[occupation][m.name]
	if of == nil {
		of = new(ofKind)
		k.members[occupation][m.name] = of
	}
	if after.alike > before.alike {
		of.alike++
		return
	}
	of.ids, of.limits = append(of.ids, strings.Clone(id)), append(of.limits, asked)
}

// endKinds reports the limits of one kind that all differ from the OTP requests, if others do not. One
// customer may have two phones, so a phone must be that of another customer.
func (d *Descriptions) endKinds() {
	for _, members := range d.kinds.members {
		for _, m := range compared {
			of, whole := members[m.name], d.members[m.name]
			isStated := whole == nil || whole.alike <= whole.first() || 2*len(whole.carried[1]) >= whole.alike+whole.other
			if of == nil || m.wide || of.alike > 0 || len(of.limits) < minKind || isStated || m.free && !d.areOthers(m, of) {
				continue
			}
			for _, one := range of.limits {
				one.state(OfKind)
			}
		}
	}
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
