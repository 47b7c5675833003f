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

// leaf is a value of a JSON text that holds no others.
type leaf struct {
	path  string
	name  string // the last member on the path
	value gjson.Result
}

// leaves are all of them, in the order of the text.
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

// event is an exchange with what its request names and what its answer gives.
type event struct {
	*recording.Exchange
	at     int
	asked  []leaf
	given  []leaf
	ids    []string // ids in the request: at the end of its path, and in its body
	served bool
	phone  string // digits only; empty where the request names none
}

// history is what a run has sent and was answered, in order.
type history struct {
	events []*event
	byID   map[string]*event
	// makers are the first events whose answers hold a value that their requests did
	// not.
	makers map[string]*event
	// askers are the first served events whose requests hold a value.
	askers map[string]*event
	// limits are the limits that were created, by what their answers hold.
	limits map[string]*event
}

// shortest is the length of the shortest value that is taken for an id.
const shortest = 8 // octets

// maxBody is the largest answer that is read, in octets.
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

// readRequest finds what the request is about.
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

// sentTo tells whether an OTP was sent to a phone.
func (h *history) sentTo(phone string) bool {
	return slices.ContainsFunc(h.events, func(e *event) bool { return e.Endpoint == spec.SendOTP && e.phone == phone })
}

// nearest finds an id that differs from another one in one character, and the event
// that gave it.
func (h *history) nearest(id string) (string, *event) {
	for known, maker := range h.makers {
		if apart(known, id) == 1 {
			return known, maker
		}
	}
	return "", nil
}

// apart counts the characters in which two texts of one length differ.
func apart(a, b string) int {
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

// names tells whether the request holds a value.
func (e *event) names(value string) bool {
	for _, l := range e.asked {
		if l.value.String() == value {
			return true
		}
	}
	return strings.Contains(e.Request.URL, value)
}

// equals tells whether two requests are the same one.
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

// isServed tells whether an answer is a success that its body does not take back.
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
