package repro

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/redact"
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
const ordersPerRun = 20_000

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
			return fmt.Sprintf("{{run}}%04d", n%ordersPerRun%10_000)
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

// otp captures the OTP that a call verifies or, where it is made to be a wrong one,
// makes it of the one that was sent. Where no answer tells OTPs, who runs the pack
// reads it.
func (v *values) otp(earlier []*event, e *event, otp string) {
	if v.otps[otp] != "" {
		return
	}
	var sent *event
	for _, s := range slices.Backward(earlier) {
		if s.Endpoint == spec.SendOTP && s.otp() == otp {
			v.otps[otp] = v.capture(s, "data.otp", "otp")
			return
		}
		if sent == nil && s.Endpoint == spec.SendOTP && s.phone == e.phone {
			sent = s
		}
	}
	switch {
	case otp != "" && strings.Trim(otp, otp[:1]) == "": // 000000 is no secret, and may be what the target takes
		v.otps[otp] = otp
	case sent == nil && !v.history.sentTo(e.phone): // nobody has ever got one there
		v.otps[otp] = strings.Repeat("7", len(otp))
	case sent == nil || sent.otp() == "":
		v.otps[otp] = v.input("otp", "the OTP that was sent to the phone", "")
		v.inputs[len(v.inputs)-1].Late = true
	case strings.Contains(otp, sent.otp()): // with something before or behind it
		v.otps[otp] = strings.Replace(otp, sent.otp(), v.capture(sent, "data.otp", "otp"), 1)
	default:
		c := result.Capture{Name: v.name("wrong_otp"), Path: "data.otp", Turn: turned(sent.otp(), otp)}
		v.captures[sent] = append(v.captures[sent], c)
		v.otps[otp] = "{{" + c.Name + "}}"
	}
}

// turned says which digits were changed, or left out, for another text, or that it is
// written backwards.
func turned(sent, other string) string {
	if other != sent && other == backwards(sent) {
		return result.TurnedBackwards
	}
	if at := strings.Index(sent, other); at >= 0 && other != "" {
		return strings.Repeat("-", at) + strings.Repeat("0", len(other)) + strings.Repeat("-", len(sent)-at-len(other))
	}
	var b strings.Builder
	for i := range len(sent) {
		switch {
		case i >= len(other):
			b.WriteByte('-')
		case sent[i] == other[i]:
			b.WriteByte('0')
		default:
			b.WriteByte('1')
		}
	}
	return b.String()
}

// input names a value that whoever runs the pack gives, once.
func (v *values) input(base, meaning, otherwise string) string {
	name := v.name(base)
	v.inputs = append(v.inputs, result.PackInput{Name: name, Meaning: meaning, Default: otherwise})
	return "{{" + name + "}}"
}

// template writes a text with what is known of its values: as a whole, or for each id
// in it.
func (v *values) template(text string) string {
	if known := v.known[text]; known != "" {
		return known
	}
	for value, known := range v.known {
		if judgement.IsUUID(value) && strings.Contains(text, value) {
			text = strings.ReplaceAll(text, value, known)
		}
	}
	return text
}

// path is the address of a call below the base address.
func (v *values) path(e *event) string {
	whole := e.Request.URL
	for _, base := range []string{v.run.LookupBaseURL, v.run.BaseURL} {
		if rest, ok := strings.CutPrefix(whole, strings.TrimSuffix(base, "/")+"/"); ok && base != "" {
			whole = "/" + rest
			break
		}
	}
	path, query, asks := strings.Cut(whole, "?")
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		raw, err := url.PathUnescape(segment)
		if known := v.known[raw]; err == nil && known != "" {
			segments[i] = known
		} else if segment != "" {
			segments[i] = strings.TrimPrefix(v.run.Redactor.URL("/"+segment), "/")
		}
	}
	path = strings.Join(segments, "/")
	if !asks {
		return path
	}
	if name, value, _ := strings.Cut(query, "="); v.run.Redactor.Token(value) != "" {
		return path + "?" + name + "={{token}}"
	}
	return path + "?" + strings.TrimPrefix(v.run.Redactor.URL("/?"+query), "/?")
}

// notPacked are headers that a client makes itself, or that are of one request only.
var notPacked = []string{"User-Agent", "Accept-Encoding", "Traceparent", "Host", "Content-Length"}

func (v *values) headers(e *event) []result.Header {
	var all []result.Header
	for _, line := range sorted(e.Request.Header) {
		if slices.Contains(notPacked, line.Name) {
			continue
		}
		line.Value = v.header(line.Name, line.Value)
		all = append(all, line)
	}
	return all
}

func (v *values) header(name, value string) string {
	r := v.run.Redactor
	switch name {
	case "Authorization":
		return v.authorization(value)
	case "Sign":
		return v.inputOnce("sign", "the Sign of the lookup, where your build checks it", "unsigned", "")
	case "Timestamp":
		return v.inputOnce("timestamp", "the time of the lookup", value, "$(date +%s)000")
	case "Noncestr":
		if len(value) > 5 {
			return value[:len(value)-5] + "{{run}}"
		}
	case "Cookie":
		if member, token, _ := strings.Cut(value, "="); r.Token(token) != "" {
			return member + "={{token}}"
		}
	}
	if r.Token(value) != "" {
		return "{{token}}"
	}
	return r.Header(name, value)
}

// authorization writes the credentials of a call: the token, what is made of it, or
// what is none.
func (v *values) authorization(value string) string {
	r := v.run.Redactor
	if token := r.Token(value); token != "" {
		return strings.Replace(value, token, "{{token}}", 1)
	}
	if shell := r.NearToken(value); shell != "" {
		return "Bearer " + v.inputOnce("bad_token", "a token that is made from the valid one, and is not valid", "", shell)
	}
	scheme, credential, _ := strings.Cut(value, " ")
	if credential == "" || len(credential) > 24 {
		return r.Header("Authorization", value)
	}
	return scheme + " " + strings.ReplaceAll(string(r.Known([]byte(credential))), redact.Marker, "not-the-token")
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

// body writes the body of a request: what is known of its values as {{name}}, what the
// redactor hides as an input, and the rest as it was sent.
func (v *values) body(e *event) string {
	raw := e.Request.Body
	hidden := []byte(v.run.View.Result(e.Exchange, 0).Request.Body)
	if len(raw) == 0 || !gjson.ValidBytes(raw) || !gjson.ValidBytes(hidden) {
		return string(hidden)
	}
	w := bodyWriter{values: v}
	w.value("", gjson.ParseBytes(raw), gjson.ParseBytes(hidden), 0)
	return w.text.String()
}

// bodyWriter writes a JSON text in lines.
type bodyWriter struct {
	*values
	text strings.Builder
}

func (w *bodyWriter) value(name string, raw, hidden gjson.Result, depth int) {
	if !raw.IsObject() && !raw.IsArray() {
		w.text.WriteString(w.leaf(name, raw, hidden))
		return
	}
	members, shown := listed(raw), listed(hidden)
	if raw.IsObject() != hidden.IsObject() || len(members) != len(shown) {
		w.text.WriteString(hidden.Raw)
		return
	}
	ends := map[bool]string{true: "{}", false: "[]"}[raw.IsObject()]
	w.text.WriteString(ends[:1])
	for i, m := range members {
		w.line(i > 0, depth+1)
		inner := name
		if raw.IsObject() {
			w.text.WriteString(shown[i].key.Raw + ": ")
			inner = m.key.String()
		}
		w.value(inner, m.value, shown[i].value, depth+1)
	}
	if len(members) > 0 {
		w.line(false, depth)
	}
	w.text.WriteString(ends[1:])
}

func (w *bodyWriter) line(comma bool, depth int) {
	if comma {
		w.text.WriteByte(',')
	}
	w.text.WriteString("\n" + strings.Repeat("  ", depth))
}

type member struct{ key, value gjson.Result }

func listed(v gjson.Result) []member {
	var all []member
	v.ForEach(func(key, value gjson.Result) bool {
		all = append(all, member{key, value})
		return true
	})
	return all
}

func (w *bodyWriter) leaf(name string, raw, hidden gjson.Result) string {
	text := raw.String()
	known := w.known[text]
	if name == "otp" {
		known = w.otps[text]
	}
	if known == "" && raw.Raw != hidden.Raw {
		if name == "password" {
			known = "assay-{{run}}"
		} else {
			known = w.input(inputName(name), "the "+name+" of a test identity of yours", "")
		}
		w.known[text] = known
	}
	switch {
	case known == "" || raw.Type == gjson.Null:
		return hidden.Raw
	case raw.Type == gjson.String:
		return quoted(known)
	}
	return known
}

func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""` // no string fails to encode
	}
	return strings.TrimSpace(b.String())
}

func sorted(h map[string][]string) []result.Header {
	var all []result.Header
	for name, lines := range h {
		for _, value := range lines {
			all = append(all, result.Header{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(all, func(a, b result.Header) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// callOf is a recorded call as one of a pack.
func (v *values) callOf(e *event) result.PackCall {
	endpoint := spec.Of(e.Endpoint)
	return result.PackCall{
		Title: endpoint.Title, Exchange: e.ID, Method: e.Request.Method, Lookup: e.Endpoint == spec.CustomerLookup,
		Path: v.path(e), Headers: v.headers(e), Body: v.body(e),
	}
}
