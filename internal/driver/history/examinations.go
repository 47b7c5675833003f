package history

import (
	"regexp"
	"strconv"
	"sync"
)

// Examinations bounds how many refused calls a run examines for one cause, because each costs several
// calls. Many calls may be refused for other causes first. So a call that is answered with the same
// words as one that had the cause is examined beyond the bound.
type Examinations struct {
	mu    sync.Mutex
	left  int
	alike int
	found map[string]bool // the answers to calls that had the cause
}

// alikePerExamination is how many more calls are examined for each of the first ones, if they are
// answered alike.
const alikePerExamination = 5

// Begin sets how many refused calls are examined. Before that, none is.
func (e *Examinations) Begin(most int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.left, e.alike = most, alikePerExamination*most
}

// Take reports whether a refused call is examined, and counts it.
func (e *Examinations) Take(refused *Call) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.left > 0:
		e.left--
		return true
	case e.alike > 0 && e.found[words(refused)]:
		e.alike--
		return true
	}
	return false
}

// Found notes that a refused call had the cause.
func (e *Examinations) Found(refused *Call) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.found == nil {
		e.found = make(map[string]bool)
	}
	e.found[words(refused)] = true
}

// withDigits matches what differs between two answers that say the same: ids, times and amounts.
var withDigits = regexp.MustCompile(`[^\s"]*\d[^\s"]*`)

// words returns the status of an answer and the words of its body.
func words(c *Call) string {
	if c.Response == nil {
		return ""
	}
	return strconv.Itoa(c.Status()) + " " + withDigits.ReplaceAllString(string(c.Response.Body), "")
}
