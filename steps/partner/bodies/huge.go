package bodies

import (
	"math"
	"strconv"
	"strings"
)

// WithoutHuge returns a body with null in place of each number that is too large for any type of a
// program, such as 1e400. The schemas cannot read such a body. No table has a
// member that may be null, so the member of such a number fails, and the others can be judged.
func WithoutHuge(body []byte) []byte {
	var out strings.Builder
	for i := 0; i < len(body); {
		end := i + 1
		switch c := body[i]; {
		case c == '"':
			end = textEnd(body, i)
		case c == '-' || c >= '0' && c <= '9':
			end = numberEnd(body, i)
			if isHuge(string(body[i:end])) {
				out.WriteString("null")
				i = end
				continue
			}
		}
		out.Write(body[i:end])
		i = end
	}
	return []byte(out.String())
}

func isHuge(number string) bool {
	f, _ := strconv.ParseFloat(number, 64)
	return math.IsInf(f, 0)
}

// textEnd returns the position after the JSON string that starts at i.
func textEnd(body []byte, i int) int {
	for i++; i < len(body) && body[i] != '"'; i++ {
		if body[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(body))
}

func numberEnd(body []byte, i int) int {
	for i < len(body) && strings.IndexByte("+-.0123456789eE", body[i]) >= 0 {
		i++
	}
	return i
}

// NameHuge says of the faults of a body that a number is the reason, where WithoutHuge took one out.
func (c *Body) NameHuge() {
	const most = 20
	for _, all := range c.Faulty {
		for i, v := range all {
			if raw := c.Get(v.Path).Raw; v.Path != "" && isHuge(raw) {
				all[i].Actual = raw[:min(len(raw), most)]
				all[i].Message = v.Path + " is a number that no integer holds"
			}
		}
	}
}
