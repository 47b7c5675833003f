package schemas

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// scanner reads a valid JSON text once. It looks for problems that a decoder does not show:
// numbers that crash the library, deep nesting, and member names that occur twice.
type scanner struct {
	text       []byte
	limits     limits
	frames     []frame
	duplicates []Violation
	values     int
}

// frame is an object or array that contains the current position.
type frame struct {
	names map[string]struct{} // the member names so far; nil for an array
	name  string              // the current member
	index int                 // the current element
	value bool                // in an object: a value comes next
}

// scan returns the reason why the text cannot be judged, or an empty string.
func (s *scanner) scan() (why string) {
	for i := 0; i < len(s.text); {
		c := s.text[i]
		if c == '{' || c == '[' || c == ',' {
			if s.values++; s.values > s.limits.values {
				return fmt.Sprintf("it holds more than %d brackets and commas", s.limits.values)
			}
		}
		switch c {
		case '{', '[':
			if len(s.frames) == s.limits.depth {
				return fmt.Sprintf("it nests deeper than %d levels", s.limits.depth)
			}
			s.open(c)
			i++
		case '}', ']':
			s.frames = s.frames[:len(s.frames)-1]
			i++
		case ',', ':':
			s.next(c)
			i++
		case '"':
			end := stringEnd(s.text, i)
			s.word(s.text[i:end])
			i = end
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end := numberEnd(s.text, i)
			if why := s.limits.number(string(s.text[i:end])); why != "" {
				return s.path() + why
			}
			i = end
		default:
			i++
		}
	}
	return ""
}

func (s *scanner) open(c byte) {
	if c == '{' {
		s.frames = append(s.frames, frame{names: make(map[string]struct{})})
		return
	}
	s.frames = append(s.frames, frame{})
}

func (s *scanner) next(c byte) {
	top := &s.frames[len(s.frames)-1]
	switch {
	case c == ':':
		top.value = true
	case top.names != nil:
		top.value = false
	default:
		top.index++
	}
}

// word handles a string. If a member name is due, it checks that the name is new.
func (s *scanner) word(quoted []byte) {
	if len(s.frames) == 0 {
		return
	}
	top := &s.frames[len(s.frames)-1]
	if top.names == nil || top.value {
		return
	}
	top.name = unquote(quoted)
	if _, twice := top.names[top.name]; twice && len(s.duplicates) < s.limits.twice {
		s.duplicates = append(s.duplicates, Violation{
			Path:     s.path(),
			Expected: "each member name once",
			Actual:   "the same name again",
			Message:  s.path() + " occurs more than once in its object",
			Section:  "1",
			Kind:     "type", Want: "names-once",
		})
	}
	top.names[top.name] = struct{}{}
}

// path returns the current place.
func (s *scanner) path() string {
	segments := make([]string, len(s.frames))
	for i, f := range s.frames {
		segments[i] = f.name
		if f.names == nil {
			segments[i] = strconv.Itoa(f.index)
		}
	}
	return join(segments)
}

// number says why a number is out of bounds. The library compares numbers as float64 and computes
// exact fractions. A number that does not fit float64 makes it panic, and a huge exponent makes
// it compute for seconds.
func (l limits) number(literal string) string {
	if len(literal) > l.digits {
		return fmt.Sprintf(" is a number of %d characters, the suite reads up to %d", len(literal), l.digits)
	}
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(strings.TrimPrefix(literal[i+1:], "+"))
		if err != nil || exponent > l.exponent || exponent < -l.exponent {
			return fmt.Sprintf(" is the number %s, whose exponent is beyond %d", cut(literal), l.exponent)
		}
	}
	if _, err := strconv.ParseFloat(literal, 64); err != nil {
		return fmt.Sprintf(" is the number %s, which is beyond a 64-bit float", cut(literal))
	}
	return ""
}

// stringEnd returns the position after the string that starts at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}

func numberEnd(text []byte, i int) int {
	for i < len(text) && strings.IndexByte("+-.0123456789eE", text[i]) >= 0 {
		i++
	}
	return i
}

func unquote(quoted []byte) string {
	for _, c := range quoted {
		if c == '\\' {
			var name string
			if err := json.Unmarshal(quoted, &name); err == nil {
				return name
			}
			break
		}
	}
	return string(quoted[1 : len(quoted)-1])
}
