package visible

import "unicode"

// command follows a line, to find the character that would complete a command of
// a CI runner: the second colon of `::name` at the start of a line, as GitHub
// reads it, and the bracket of `##[name`, `##vso[name` or `##teamcity[name`, which
// runners read anywhere in a line.
type command struct {
	begun  bool // something other than spaces stands in the line
	colon  bool // one colon, and nothing before it
	hashes int  // that stand right before, or before a name; two are enough
	named  bool // letters follow the hashes
}

// completes takes the next character, and tells whether it completes a command.
func (c *command) completes(r rune) bool {
	if r == '\n' || r == '\r' {
		*c = command{}
		return false
	}
	second := c.colon && r == ':'
	bracket := c.hashes >= 2 && r == '['
	c.colon = !c.begun && r == ':'
	c.begun = c.begun || !unicode.IsSpace(r)
	switch {
	case r == '#' && c.named:
		c.hashes, c.named = 1, false
	case r == '#':
		c.hashes++
	case c.hashes >= 2 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.'):
		c.named = true
	default:
		c.hashes, c.named = 0, false
	}
	return second || bracket
}

// again begins another piece of writing. Somebody else may have ended the line
// meanwhile, on the other output: it may be read as the start of one.
func (c *command) again() {
	if !c.colon {
		c.begun = false
	}
}
