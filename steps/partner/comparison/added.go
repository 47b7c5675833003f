package comparison

import "strings"

// added finds a text that a program adds to every name of one kind of request: "Dear Kevin," or
// "name=Kevin", where the other request of the customer has "Kevin". One name may be a longer form of
// the other one. The same addition to the names of several customers, and to all of them, is none.
type added struct {
	pairs int                 // how many customers have the name in both requests
	names map[string]bool     // the names without an addition
	to    map[string][]func() // by what stands before and behind the name: the failures
}

// minOfAdded is to how many different names a text must be added.
const minOfAdded = 3

// see reads the names of a customer in the OTP request and in the limit request.
func (a *added) see(sent, asked described) {
	if a.names == nil {
		a.names, a.to = make(map[string]bool), make(map[string][]func())
	}
	a.pairs++
	if !a.addedTo(strings.TrimSpace(sent.value), asked) {
		a.addedTo(strings.TrimSpace(asked.value), sent)
	}
}

// addedTo reports whether a longer text has a name and something else.
func (a *added) addedTo(name string, longer described) bool {
	before, behind, ok := strings.Cut(longer.value, name)
	if name == "" || !ok || strings.TrimSpace(before+behind) == "" {
		return false
	}
	a.names[name] = true
	key := before + "\x00" + behind
	if len(a.to[key]) < maxFailures {
		a.to[key] = append(a.to[key], func() { longer.state(Added) })
	}
	return true
}

// end reports the names with an addition, if all have the same.
func (a *added) end() {
	if len(a.names) < minOfAdded || len(a.to) != 1 {
		return
	}
	for _, fails := range a.to {
		if len(fails) < min(a.pairs, maxFailures) {
			return
		}
		for _, fail := range fails {
			fail()
		}
	}
}
