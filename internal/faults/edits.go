package faults

import (
	"encoding/json"
	"strconv"
)

// put replaces a value of an answer.
func put(path string, v any) func(*call, *answer) {
	return func(_ *call, a *answer) { change(a.touch().body(), path, constant(v)) }
}

// amended changes a text of an answer.
func amended(path string, by func(string) string) func(*call, *answer) {
	return func(_ *call, a *answer) { change(a.touch().body(), path, edited(by)) }
}

// scaled multiplies a number of an answer.
func scaled(path string, factor float64) func(*call, *answer) {
	return computed(path, func(f float64) float64 { return f * factor })
}

// rounded rounds a number of an answer up to whole millions: nobody's limit is
// so round by chance.
func rounded(path string) func(*call, *answer) {
	return computed(path, func(f float64) float64 { return float64(int64(f/1e6)+1) * 1e6 })
}

func computed(path string, by func(float64) float64) func(*call, *answer) {
	return func(_ *call, a *answer) {
		change(a.touch().body(), path, func(v any) any {
			n, ok := v.(json.Number)
			f, err := strconv.ParseFloat(n.String(), 64)
			if !ok || err != nil {
				return v
			}
			return json.Number(strconv.FormatFloat(by(f), 'f', -1, 64))
		})
	}
}

// previous answers with the value that the call before had, if it had another:
// a variable that lives longer than its request.
func previous(endpoint, path string) plant {
	return func(next server) server {
		seen := newNotes[any]()
		return on(endpoint, func(_ *call, a *answer) {
			value := get(a.body(), path)
			if before, ok := seen.swap("", value); ok {
				change(a.touch().body(), path, constant(before))
			}
		})(next)
	}
}

// storing changes a text of every item before it is stored, so that all answers
// agree with each other, and none with the request.
func storing(member string, by func(string) string) plant {
	return inItems(func(item object) { change(item, member, edited(by)) })
}

// inItems changes the items of an order before it is placed.
func inItems(edit func(item object)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == createOrder && c.body != nil {
				for _, item := range c.items() {
					edit(item)
				}
				c.touch()
			}
			return next(c)
		}
	}
}
