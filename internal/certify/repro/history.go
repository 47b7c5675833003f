package repro

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// leaf is a value in a JSON text that is not an object or an array.
type leaf struct {
	path  string
	name  string // the last member on the path
	value gjson.Result
}

// leaves returns all leaves of a JSON text, in their order.
func leaves(body []byte) []leaf {
	if !gjson.ValidBytes(body) {
		return nil
	}
	var all []leaf
	var walk func(path, name string, v gjson.Result)
	walk = func(path, name string, v gjson.Result) {
		if !v.IsObject() && !v.IsArray() {
			all = append(all, leaf{path, name, v})
			return
		}
		n := 0
		v.ForEach(func(key, value gjson.Result) bool {
			at, member := strconv.Itoa(n), name
			if v.IsObject() {
				at, member = gjson.Escape(key.String()), key.String()
			}
			n++
			walk(strings.TrimPrefix(path+"."+at, "."), member, value)
			return true
		})
	}
	walk("", "", gjson.ParseBytes(body))
	return all
}

// event is an exchange with the values of its request and of its answer.
type event struct {
	*recording.Exchange
	at     int
	asked  []leaf
	given  []leaf
	ids    []string // ids in the request: at the end of its path, and in its body
	served bool
	phone  string // digits only; empty if the request has no phone number
}

// history holds all exchanges of a run, in order.
type history struct {
	events []*event
	byID   map[string]*event
	// makers holds, for each value, the first event whose answer has the value and whose request
	// does not.
	makers map[string]*event
	// askers holds, for each value, the first served event whose request has the value. An event
	// that creates a limit replaces one that sends an OTP.
	askers map[string]*event
	// limits holds, for each value in the answer to a served "Create limit", the first such
	// event.
	limits map[string]*event
}

// shortest is the length of the shortest value that can be an id.
const shortest = 8 // octets

// maxBody is the size of the largest answer that is read, in octets.
const maxBody = 64 << 10

func newHistory(log *recording.Log) *history {
	h := &history{byID: make(map[string]*event), makers: make(map[string]*event), askers: make(map[string]*event), limits: make(map[string]*event)}
	for x := range log.Each() {
		e := &event{Exchange: x, at: len(h.events), asked: leaves(x.Request.Body)}
		h.events = append(h.events, e)
		h.byID[x.ID] = e
		e.readRequest()
		if x.Response == nil || len(x.Response.Body) > maxBody {
			continue
		}
		e.given = leaves(x.Response.Body)
		e.served = isServed(x.Response.Status, x.Response.Body)
		for _, l := range e.asked {
			if text := l.value.String(); e.served && len(text) >= shortest && (h.askers[text] == nil || h.askers[text].Endpoint == spec.SendOTP && e.Endpoint == spec.CreateLimit) {
				h.askers[text] = e
			}
		}
		for _, l := range e.given {
			text := l.value.String()
			if l.value.Type != gjson.String || len(text) < shortest || e.names(text) {
				continue
			}
			if h.makers[text] == nil {
				h.makers[text] = e
			}
			if e.served && e.Endpoint == spec.CreateLimit && h.limits[text] == nil {
				h.limits[text] = e
			}
		}
	}
	return h
}

// readRequest finds the ids and the phone number in the request.
func (e *event) readRequest() {
	if u, err := url.Parse(e.Request.URL); err == nil {
		last := u.Path[strings.LastIndexByte(u.Path, '/')+1:]
		if spec.Of(e.Endpoint).ID != "" && len(last) >= shortest {
			e.ids = append(e.ids, last)
		}
	}
	for _, l := range e.asked {
		switch l.name {
		case "customer_id", "id", "value":
			e.ids = append(e.ids, l.value.String())
		case "phone_number":
			e.phone = digits(l.value.String())
		}
	}
}

// sentTo reports whether an OTP was sent to a phone.
func (h *history) sentTo(phone string) bool {
	return slices.ContainsFunc(h.events, func(e *event) bool { return e.Endpoint == spec.SendOTP && e.phone == phone })
}

// nearest finds an id that differs from the given id in one character, and the event that gave
// it.
func (h *history) nearest(id string) (string, *event) {
	for known, maker := range h.makers {
		if differences(known, id) == 1 {
			return known, maker
		}
	}
	return "", nil
}

// differences counts the characters in which two texts of the same length differ.
func differences(a, b string) int {
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// names reports whether the request contains a value.
func (e *event) names(value string) bool {
	for _, l := range e.asked {
		if l.value.String() == value {
			return true
		}
	}
	return strings.Contains(e.Request.URL, value)
}

// equals reports whether two requests are equal.
func (e *event) equals(other *event) bool {
	return e.Request.Method == other.Request.Method && e.Request.URL == other.Request.URL && bytes.Equal(e.Request.Body, other.Request.Body)
}

func (e *event) asks(name string) string {
	for _, l := range e.asked {
		if l.name == name {
			return l.value.String()
		}
	}
	return ""
}

// isServed reports whether an answer has a success status and a body that does not contradict it.
func isServed(status int, body []byte) bool {
	if status < 200 || status > 299 {
		return false
	}
	if !gjson.ValidBytes(body) {
		return true
	}
	parsed := gjson.ParseBytes(body)
	said := parsed.Get("status")
	if parsed.Get("success").Type == gjson.False || said.Type == gjson.Number && (said.Num < 200 || said.Num > 299) && !parsed.Get("data").IsObject() && !parsed.Get("data").IsArray() {
		return false
	}
	return true
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
