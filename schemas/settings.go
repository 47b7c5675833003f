package schemas

import (
	"fmt"
	"slices"
	"strings"
)

// Settings choose a reading for tolerances. The key is the id of a tolerance. The value is Any,
// or the name of one reading, which makes all other readings fail. The setting of a tolerance
// without a key is Any.
type Settings map[string]string

// check says what is wrong with the settings. An unknown tolerance or an unknown reading is an
// error and is never ignored.
func (s Settings) check(entries []Tolerance) error {
	ids := make([]string, 0, len(s))
	for id := range s {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		i := slices.IndexFunc(entries, func(t Tolerance) bool { return t.ID == id })
		if i < 0 {
			return fmt.Errorf("tolerance %q is unknown; the register has %s", id, listIDs(entries))
		}
		if s[id] != Any && entries[i].reading(s[id]) == nil {
			return fmt.Errorf("tolerance %q has no reading %q; it has %s", id, s[id], listReadings(entries[i]))
		}
	}
	return nil
}

// AskLess returns an error if the settings pin only one form of a request although a server must
// accept all of the documented forms. Such a setting would ask less of the server than the
// specification does.
func (s Settings) AskLess() error {
	for _, t := range Register() {
		name, pinned := s[t.ID]
		if required := t.Required(); pinned && name != Any && len(required) > 0 && !slices.Equal(required, []string{name}) {
			return fmt.Errorf("tolerance %q cannot be pinned for a server, which must accept every documented form: %s", t.ID, strings.Join(required, ", "))
		}
	}
	return nil
}

// pinned returns the only reading that is allowed, or nil if every reading is.
func (s Settings) pinned(t *Tolerance) *Reading {
	if name, ok := s[t.ID]; ok && name != Any {
		return t.reading(name)
	}
	return nil
}

func listIDs(entries []Tolerance) string {
	ids := make([]string, len(entries))
	for i, t := range entries {
		ids[i] = t.ID
	}
	return strings.Join(ids, ", ")
}

func listReadings(t Tolerance) string {
	names := []string{Any}
	for _, r := range t.Readings {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}
