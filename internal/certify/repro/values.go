package repro

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// values holds the values of a sequence that change when it is run again: for each recorded
// value, how to write it with {{name}}.
type values struct {
	run      *Options
	history  *history
	known    map[string]string // recorded value to template
	otps     map[string]string // the same for OTPs, which are short
	names    map[string]int    // number of uses of each name
	inputs   []result.PackInput
	captures map[*event][]result.Capture
}

func newValues(o *Options, h *history) *values {
	return &values{run: o, history: h, known: make(map[string]string), otps: make(map[string]string), names: make(map[string]int), captures: make(map[*event][]result.Capture)}
}

// name returns a new name for a value: item_id, item_id_2.
func (v *values) name(base string) string {
	v.names[base]++
	if n := v.names[base]; n > 1 {
		return fmt.Sprintf("%s_%d", base, n)
	}
	return base
}

// sameCarts is the number of equal carts from which their description is made new for each run. A
// target that counts equal carts has already counted those of the run.
const sameCarts = 3

// describe makes the description of a cart new for each run if the sequence buys the same cart
// several times.
func (v *values) describe(all []*event) {
	carts, elsewhere := make(map[string]int), make(map[string]bool)
	for _, e := range all {
		if e.Endpoint == spec.CreatePurchases {
			carts[e.asks("item_description")]++
		}
		for _, l := range e.asked {
			elsewhere[l.value.String()] = elsewhere[l.value.String()] || l.name != "item_description"
		}
	}
	for text, n := range carts {
		if n >= sameCarts && text != "" && !elsewhere[text] && v.shows(text) {
			v.known[text] = text + " {{run}}"
		}
	}
}

// learn finds the values that must be new for each run, and those that come from answers.
func (v *values) learn(all []*event) {
	v.describe(all)
	for n, e := range all {
		for _, l := range e.asked {
			if text := l.value.String(); v.known[text] == "" && v.shows(text) {
				if fresh := v.fresh(l.name, text); fresh != text {
					v.known[text] = fresh
				}
			}
		}
		for _, l := range e.asked {
			if l.name == "otp" {
				v.otp(all[:n], e, l.value.String())
			}
		}
		for _, id := range e.ids {
			v.flow(all[:n], id)
		}
	}
}

// ordersPerRun is the number of order numbers for one mark; see internal/driver.
const ordersPerRun = 9_000

// fresh returns a value of a request in a form that is new for each run: for example, a customer
// who has a limit cannot ask for another one. It replaces the mark of the run, which makes people
// and orders of runs different, by {{run}}.
func (v *values) fresh(name, text string) string {
	mark := v.run.Mark
	padded, plain := fmt.Sprintf("%05d", mark), strconv.FormatInt(mark, 10)
	switch name {
	case "phone_number", "id_number", "value", "email":
		if strings.Contains(text, "@") {
			return strings.Replace(text, "."+plain+".", ".{{run}}.", 1)
		}
		if strings.HasPrefix(padded, "0") && len(text) == len(padded)+3 && strings.HasPrefix(text, padded) { // an id number that begins with zero
			return "0{{run}}" + text[len(padded)+1:]
		}
		if at := len(text) - len(padded) - 3; at >= 0 && text[at:at+len(padded)] == padded {
			return text[:at] + "{{run}}" + text[at+len(padded):]
		}
		if short := padded[1:]; len(text) == len(padded)+3 && strings.HasPrefix(text, "0"+short) { // an id number that begins with zero
			return "0{{run}}" + text[len(padded)+1:]
		}
		if len(digits(text)) >= len(padded)+3 && !judgement.IsUUID(text) {
			return strings.Replace(text, padded, "{{run}}", 1)
		}
	case "item_code":
		return strings.Replace(text, "-"+plain+"-", "-{{run}}-", 1)
	case "order_id":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n/ordersPerRun == mark+1 {
			return fmt.Sprintf("{{run}}%04d", n%ordersPerRun)
		}
		if len(text) == len(padded) && isDigits(text) && !v.isWritten("{{run}}") { // a short order number
			return "{{run}}"
		}
	}
	return text
}

// isWritten reports whether a value of the sequence already has this template.
func (v *values) isWritten(template string) bool {
	for _, known := range v.known {
		if known == template {
			return true
		}
	}
	return false
}

// flow captures an id from an earlier answer that contains it.
func (v *values) flow(earlier []*event, id string) {
	if v.known[id] != "" || len(id) < shortest {
		return
	}
	var from *event
	var at string
	for _, e := range earlier {
		for _, l := range e.given {
			gives := l.value.Type == gjson.String && l.value.String() == id && !e.names(id)
			if gives && v.shows(l.path) && (from == nil || from.Endpoint == spec.VerifyOTP && e.Endpoint == spec.CreateLimit) {
				from, at = e, l.path
			}
		}
	}
	if from != nil {
		v.known[id] = v.capture(from, at, nameOf(from.Endpoint, at))
		return
	}
	if near, maker := v.history.nearest(id); judgement.IsUUID(id) && slices.Contains(earlier, maker) {
		v.near(maker, near, id)
	}
}

// near captures an id that is made from an id in an answer.
func (v *values) near(maker *event, known, id string) {
	for _, l := range maker.given {
		if l.value.String() == known {
			c := result.Capture{Name: v.name("unknown_id"), Path: l.path, Turn: turned(known, id)}
			v.captures[maker] = append(v.captures[maker], c)
			v.known[id] = "{{" + c.Name + "}}"
			return
		}
	}
}

// capture names a value of an answer and returns its template.
func (v *values) capture(e *event, path, base string) string {
	for _, c := range v.captures[e] {
		if c.Path == path && c.Turn == "" {
			return "{{" + c.Name + "}}"
		}
	}
	c := result.Capture{Name: v.name(base), Path: path}
	v.captures[e] = append(v.captures[e], c)
	return "{{" + c.Name + "}}"
}

// nameOf returns the name for a value of an answer.
func nameOf(endpoint, path string) string {
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case last == "id" && (strings.Contains(path, "customer_details") || endpoint == spec.VerifyOTP):
		return "customer_id"
	case last == "id" && strings.Contains(path, "credit_limit_details"):
		return "limit_id"
	case last == "id" && spec.Of(endpoint).Capability == spec.CapabilityPurchases:
		return "item_id"
	}
	return variable(last)
}

// shows reports whether a pack may contain a text: it has no secret and no personal details.
func (v *values) shows(text string) bool { return string(v.run.Redactor.Known([]byte(text))) == text }

// variables are the members of answers that variables may be named after.
var variables = []string{
	"otp", "request_id", "order_id", "customer_id", "status", "created_at", "updated_at", "credit_limit_status", "available_limit",
	"credit_limit", "item_code", "item_value", "item_description", "first_installment", "topup_ref", "interest_rate",
}

// variable returns the name of a variable for a member of an answer. Only known names are used. A
// target could use a name like PATH or http_proxy, which has a meaning in a shell.
func variable(member string) string {
	if slices.Contains(variables, member) {
		return member
	}
	return "value"
}

// inputName returns the name of an input for a member of a request.
func inputName(member string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, member)
}

// input adds a value that the user of the pack enters once.
func (v *values) input(base, meaning, otherwise string) string {
	name := v.name(base)
	v.inputs = append(v.inputs, result.PackInput{Name: name, Meaning: meaning, Default: otherwise})
	return "{{" + name + "}}"
}

// inputOnce adds an input unless it exists already, and returns its template.
func (v *values) inputOnce(name, meaning, otherwise, shell string) string {
	if v.names[name] == 0 {
		v.names[name]++
		in := result.PackInput{Name: name, Meaning: meaning, Default: otherwise, Shell: shell}
		if name == "bad_token" {
			in.OfToken = partsOf(shell)
		}
		v.inputs = append(v.inputs, in)
	}
	return "{{" + name + "}}"
}
