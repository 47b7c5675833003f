package faults

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Put replaces a value of an answer.
func Put(path string, v any) func(*Call, *Answer) {
	return func(_ *Call, a *Answer) { Change(a.Touch().Body(), path, Constant(v)) }
}

// EditText changes a text of an answer.
func EditText(path string, by func(string) string) func(*Call, *Answer) {
	return func(_ *Call, a *Answer) {
		Change(a.Body(), path, Edited(func(text string) string {
			edited := by(text)
			if edited != text { // otherwise the body keeps the notation in which it was written
				a.Touch()
			}
			return edited
		}))
	}
}

// Scale multiplies a number of an answer.
func Scale(path string, factor float64) func(*Call, *Answer) {
	return Compute(path, func(f float64) float64 { return f * factor })
}

// RoundUp rounds a number of an answer up to whole millions. No customer has such a round limit
// by chance.
func RoundUp(path string) func(*Call, *Answer) {
	return Compute(path, func(f float64) float64 { return float64(int64(f/1e6)+1) * 1e6 })
}

func Compute(path string, by func(float64) float64) func(*Call, *Answer) {
	return func(_ *Call, a *Answer) {
		Change(a.Touch().Body(), path, func(v any) any {
			n, ok := v.(json.Number)
			f, err := strconv.ParseFloat(n.String(), 64)
			if !ok || err != nil {
				return v
			}
			return json.Number(strconv.FormatFloat(by(f), 'f', -1, 64))
		})
	}
}

// Previous answers with the value of the call before, if there was one. The fault imitates a
// variable that lives longer than its request.
func Previous(endpoint, path string) Mutator {
	return func(next Responder) Responder {
		seen := NewStore[any]()
		return On(endpoint, func(_ *Call, a *Answer) {
			value := Get(a.Body(), path)
			if before, ok := seen.Swap("", value); ok {
				Change(a.Touch().Body(), path, Constant(before))
			}
		})(next)
	}
}

func Constant(v any) func(any) any { return func(any) any { return v } }

func Edited(by func(string) string) func(any) any {
	return func(v any) any {
		if s, ok := v.(string); ok && s != "" {
			return by(s)
		}
		return v
	}
}

// EditRecords changes the list of records in the answer to an order of at least two items.
func EditRecords(edit func(list []any) []any) func(*Call, *Answer) {
	return func(_ *Call, a *Answer) {
		Change(a.Touch().Body(), "data", func(v any) any {
			list, _ := v.([]any)
			if len(list) < 2 {
				return v
			}
			return edit(list)
		})
	}
}

// KeepMember gives a member of every new record another value, and keeps this value in later
// answers. It keeps a facility_status only until the status of the item changes.
func KeepMember(member string, pick func(c *Call, r Object) string) Mutator {
	return func(next Responder) Responder {
		values := NewStore[string]()
		return On(CreateOrder+" "+GetItem+" "+UpdateItems, func(c *Call, a *Answer) {
			for _, r := range a.Touch().Records() {
				id := Text(r["id"])
				if c.Endpoint == CreateOrder {
					values.Put(id, pick(c, r))
				}
				moved := member == "facility_status" && r[member] != Pending
				if v, ok := values.Get(id); ok && !moved {
					r[member] = v
				}
			}
		})(next)
	}
}

// SetStatus changes the HTTP status and also the status in the body, because a separate
// requirement says that the two are equal.
func SetStatus(a *Answer, status int) {
	a.Status = status
	if _, ok := a.Body()["status"]; ok {
		a.Touch().Body()["status"] = status
	}
}

// OnFound changes the answers to lookups that found a customer.
func OnFound(edit func(*Call, *Answer)) Mutator {
	return On(Lookup, func(c *Call, a *Answer) {
		if Found(c, a) {
			edit(c, a)
		}
	})
}

func OnInvalidToken(edit func(body Object)) Mutator {
	return OnRefusedLookup(func(a *Answer) { edit(a.Touch().Body()) })
}

func OnRefusedLookup(edit func(*Answer)) Mutator {
	return func(next Responder) Responder {
		return func(c *Call) *Answer {
			a := next(c)
			if c.Endpoint == Lookup && !c.Authorized() {
				edit(a)
			}
			return a
		}
	}
}

// Found reports whether a lookup found a customer with a limit.
func Found(_ *Call, a *Answer) bool { return Get(a.Body(), "data.baseInfo") != nil }

func NotFound(c *Call, a *Answer) bool { return !Found(c, a) }

// AnyCall is a condition that is true for every call.
func AnyCall(*Call) bool { return true }

func AnyRecord(Object) bool { return true }

// The following conditions describe which values a reading accepts, by the JSON type of the
// value. A nil value is an absent member.
func IsString(v any) bool { _, ok := v.(string); return ok }

func NotString(v any) bool { return !IsString(v) }

func IsAbsent(v any) bool { return v == nil }

func IsThere(v any) bool { return v != nil }

// RaceWindow is how long an order waits for a second order, so that the two race.
const RaceWindow = 2 * time.Millisecond

// RecordEndpoints are the endpoints that answer with purchase records.
const RecordEndpoints = CreateOrder + " " + GetItem + " " + UpdateItems

const StampLayout = "2006-01-02T15:04:05.000Z"

func Later(by time.Duration) func(time.Time) time.Time {
	return func(t time.Time) time.Time { return t.Add(by) }
}

// EditStamp changes a time that is written as a string. It leaves other texts unchanged.
func EditStamp(by func(time.Time) time.Time) func(string) string {
	return func(s string) string {
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return s
		}
		return by(t).UTC().Format(StampLayout)
	}
}

// Restamp changes times in every answer that holds purchase records.
func Restamp(when func(record Object) bool, members string, by func(time.Time) time.Time) Mutator {
	return RestampOn(RecordEndpoints, when, members, by)
}

func RestampOn(endpoints string, when func(record Object) bool, members string, by func(time.Time) time.Time) Mutator {
	return On(endpoints, func(_ *Call, a *Answer) {
		for _, r := range a.Touch().Records() {
			if when(r) {
				RestampRecord(r, members, by)
			}
		}
	})
}

func RestampRecord(r Object, members string, by func(time.Time) time.Time) {
	for member := range strings.SplitSeq(members, " ") {
		r[member] = EditStamp(by)(Text(r[member]))
	}
}
