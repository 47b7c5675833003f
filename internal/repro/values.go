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

// values are the values of a sequence that are not the same when it is run again: by
// what was recorded, how it is written as {{name}}.
type values struct {
	run      *Options
	history  *history
	known    map[string]string // what was recorded, to a template
	otps     map[string]string // the same for OTPs, which are short
	names    map[string]int    // names given, with how often
	inputs   []result.PackInput
	captures map[*event][]result.Capture
}

func newValues(o *Options, h *history) *values {
	return &values{run: o, history: h, known: make(map[string]string), otps: make(map[string]string), names: make(map[string]int), captures: make(map[*event][]result.Capture)}
}

// name gives a value a name of its own: item_id, item_id_2.
func (v *values) name(base string) string {
	v.names[base]++
	if n := v.names[base]; n > 1 {
		return fmt.Sprintf("%s_%d", base, n)
	}
	return base
}

// sameCarts is from how many equal carts on what they hold is new each time: a target
// that counts them has counted those of the run.
const sameCarts = 3

// describe makes the description of a cart that is bought again and again a new one.
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

// learn finds what has to be made anew or flows from answers to requests.
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

// ordersPerRun is how many order numbers belong to a mark, see internal/driver.
const ordersPerRun = 9_000

// fresh is a value of a request that must be another one each time: whoever has a
// limit cannot ask for one again. The mark of the run, which keeps the people and
// orders of two runs apart, gives way to {{run}}.
func (v *values) fresh(name, text string) string {
	mark := v.run.Mark
	padded, plain := fmt.Sprintf("%05d", mark), strconv.FormatInt(mark, 10)
	switch name {
	case "phone_number", "id_number", "value", "email":
		if strings.Contains(text, "@") {
			return strings.Replace(text, "."+plain+".", ".{{run}}.", 1)
		}
		if strings.HasPrefix(padded, "0") && len(text) == len(padded)+3 && strings.HasPrefix(text, padded) { // the same
			return "0{{run}}" + text[len(padded)+1:]
		}
		if at := len(text) - len(padded) - 3; at >= 0 && text[at:at+len(padded)] == padded {
			return text[:at] + "{{run}}" + text[at+len(padded):]
		}
		if short := padded[1:]; len(text) == len(padded)+3 && strings.HasPrefix(text, "0"+short) { // an id number that begins with a zero
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
		if len(text) == len(padded) && isDigits(text) && !v.isWritten("{{run}}") { // a number of few digits
			return "{{run}}"
		}
	}
	return text
}

// isWritten tells whether a value of the sequence is written so.
func (v *values) isWritten(template string) bool {
	for _, known := range v.known {
		if known == template {
			return true
		}
	}
	return false
}

// flow captures an id where an earlier call is answered with it.
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

// near captures an id that is made of one that an answer gives.
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

// capture names a value of an answer, and gives how it is written.
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

// nameOf is what a value of an answer is called.
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

// shows tells whether a text may stand in a pack: it holds no secret, and nobody's
// details.
func (v *values) shows(text string) bool { return string(v.run.Redactor.Known([]byte(text))) == text }

// variables are the members of answers that a variable may be named after.
var variables = []string{
	"otp", "request_id", "order_id", "customer_id", "status", "created_at", "updated_at", "credit_limit_status", "available_limit",
	"credit_limit", "item_code", "item_value", "item_description", "first_installment", "topup_ref", "interest_rate",
}

// variable names a variable after a member of an answer. What a target calls its
// members is never the name of a variable: a script would take PATH, http_proxy or a
// name of its own for what it is to a shell.
func variable(member string) string {
	if slices.Contains(variables, member) {
		return member
	}
	return "value"
}

// inputName names what a member of a request stands for.
func inputName(member string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, member)
}

// input names a value that whoever runs the pack gives, once.
func (v *values) input(base, meaning, otherwise string) string {
	name := v.name(base)
	v.inputs = append(v.inputs, result.PackInput{Name: name, Meaning: meaning, Default: otherwise})
	return "{{" + name + "}}"
}

// inputOnce names an input that stands for one thing throughout.
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
