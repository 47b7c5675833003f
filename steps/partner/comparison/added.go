package comparison

import (
	"strings"
	"unicode"
)

// addedTexts finds a text that a program adds to every name of one kind of request: "Kevin," or
// "name=Kevin", where the other request of the customer has "Kevin". An addition of letters alone may
// be a title or another name of the customer. One with other characters, which is the same for several
// customers, and for all of them, is neither.
type addedTexts struct {
	pairs int                 // how many customers have the name in both requests
	names map[string]bool     // the names without an addition
	to    map[string][]func() // by what stands before and behind the name: the failures
}

// minAdded is to how many different names a text must be added.
const minAdded = 3

// see reads the names of a customer in the OTP request and in the limit request.
func (a *addedTexts) see(sent, asked described) {
	if a.names == nil {
		a.names, a.to = make(map[string]bool), make(map[string][]func())
	}
	a.pairs++
	if !a.addedTo(strings.TrimSpace(sent.value), asked) {
		a.addedTo(strings.TrimSpace(asked.value), sent)
	}
}

// addedTo reports whether a longer text has a name and something else.
func (a *addedTexts) addedTo(name string, longer described) bool {
	before, behind, ok := strings.Cut(longer.value, name)
	if name == "" || !ok || !strings.ContainsFunc(before+behind, isInNoName) {
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
func (a *addedTexts) end() {
	if len(a.names) < minAdded || len(a.to) != 1 {
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

// isInNoName reports whether a character stands in no name and no title.
func isInNoName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsSpace(r) && !strings.ContainsRune(".-'’", r)
}
