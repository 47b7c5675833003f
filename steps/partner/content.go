package partner

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/tables"
)

// content is the body of a request, as far as it can be read.
type content struct {
	endpoint string
	redacted bool // the recording may have values cut out, which are not judged
	doc      *schemas.Document
	body     gjson.Result
	index    tables.Index
	isObject bool
	cutShort bool                           // only a part of its items was judged
	isKnown  bool                           // the service has a limit of the customer, who is no new one (4.1)
	isRead   bool                           // its members can be judged one by one
	faulty   map[string][]schemas.Violation // its violations, by obligation
	doubled  map[string]bool                // members that occur more than once, so it is unknown which value counts
}

// Get returns the value at a path.
func (c *content) Get(path string) gjson.Result { return c.index.Get(c.body, path) }

func (c *content) elements(name string) []gjson.Result { return c.index.Elements(c.body, name) }

// cutAway is the reason why a value is not judged.
const cutAway = "the value was cut out of the recording"

// bodiless reports whether section 4 gives the endpoint no body.
func (c *content) bodiless() bool { return spec.Of(c.endpoint).Request == "" }

// applies reports whether a member belongs to this request: the object around it is there, and the
// condition under which it is required holds.
func (c *content) applies(name string) bool {
	switch name {
	case tables.Employed + ".job_group":
		detail := c.Get(tables.Employed)
		return detail.Get("job_group").Exists() || detail.Get("employer_sector").String() == spec.GovernmentSector
	case "password": // no customer is asked for a password
		return c.Get(name).Exists()
	case "items.#.item_topup", "items.#.topup_ref":
		for range c.Each(name) {
			return true
		}
		return false
	case "first_name", "last_name", "country_code", "date_of_birth":
		return c.endpoint != spec.SendOTP || c.IsNewCustomer() && !c.isKnown
	}
	parent, _, nested := strings.Cut(name, ".")
	if !nested {
		return true
	}
	value := c.Get(parent)
	if strings.Contains(name, "#") {
		return value.IsArray() && value.Get("0").Exists()
	}
	return value.IsObject()
}

// newCustomer are the members of send OTP that section 4.1 requires for a new customer only.
var newCustomer = []string{"first_name", "last_name", "country_code", "date_of_birth"}

// excuse drops the faults of members that the customer does not need. A customer with a limit is no
// new one, and section 4.1 documents these members for a new one only.
func excuse(q *request) {
	if q.endpoint != spec.SendOTP || !q.run.issued.limited[formats.PlainID(q.Text("id_number"))] {
		return
	}
	q.isKnown = true
	for _, name := range newCustomer {
		if len(q.faulty[name]) > 0 {
			noteOf(q, "a "+name+" of another form for a customer with a limit, or without the other details")
		}
		delete(q.faulty, name)
	}
}

// IsNewCustomer reports whether the request has the second form of send OTP. One member of that
// form is enough to recognise it (4.1).
func (c *content) IsNewCustomer() bool {
	for _, name := range newCustomer {
		if c.Get(name).Exists() {
			return true
		}
	}
	return false
}

// Each iterates over the values of a member, each with its own path.
func (c *content) Each(name string) iter.Seq2[string, gjson.Result] {
	return func(yield func(string, gjson.Result) bool) {
		list, rest, repeated := strings.Cut(name, ".#.")
		if !repeated {
			if v := c.Get(name); v.Exists() {
				yield(name, v)
			}
			return
		}
		for i, element := range c.elements(list) {
			spelt, v := rest, element.Get(rest)
			if !v.Exists() && rest == "item_description" {
				spelt, v = spec.MisspeltDescription, element.Get(spec.MisspeltDescription)
			}
			if v.Exists() && !yield(list+"."+strconv.Itoa(i)+"."+spelt, v) {
				return
			}
		}
	}
}

// Text returns a member that is a string and was not cut, and "" otherwise.
func (c *content) Text(name string) string {
	if v := c.Get(name); c.isObject && v.Type == gjson.String && !c.IsCut(v.Str) && !c.isDoubled(name) {
		return v.Str
	}
	return ""
}

// isDoubled reports whether a member, or an object around it, occurs more than once.
func (c *content) isDoubled(name string) bool {
	for path := name; path != "" && len(c.doubled) > 0; path = path[:max(0, strings.LastIndexByte(path, '.'))] {
		if c.doubled[path] {
			return true
		}
	}
	return false
}

// isFaulty reports whether the value at a path has a fault.
func (c *content) isFaulty(name, path string) bool {
	return slices.ContainsFunc(c.faulty[name], func(v schemas.Violation) bool { return v.Path == path })
}

// wasCut reports whether all values of a member were cut.
func (c *content) wasCut(name string) bool {
	if !c.redacted {
		return false
	}
	values := []gjson.Result{c.Get(name)}
	if strings.Contains(name, "#") {
		values = values[0].Array()
	}
	return len(values) > 0 && !slices.ContainsFunc(values, func(v gjson.Result) bool { return !c.IsCut(v.String()) })
}

// IsCut reports whether a value was cut or masked when the recording was written.
func (c *content) IsCut(value string) bool {
	return c.redacted && formats.IsRedacted(value)
}

// faults groups violations by obligation. A value that was cut is no violation.
func (c *content) faults(report schemas.Report) map[string][]schemas.Violation {
	faults := make(map[string][]schemas.Violation)
	for _, v := range report.Violations {
		if value := c.Get(v.Path); v.Path != "" && value.Type == gjson.String && c.IsCut(value.Str) {
			continue
		}
		name := tables.ObligationOf(c.endpoint, v.Path)
		if c.isDoubled(tables.General(v.Path)) {
			continue
		}
		if name == "items" {
			v.Section = tables.SectionOf(c.endpoint, name) // the section that defines items says that it holds items
		}
		faults[name] = append(faults[name], v)
	}
	return faults
}

// isReadable reports whether a verify shows which customer's OTP it carries.
func (c *content) isReadable() bool {
	return strings.TrimSpace(c.Text("phone_number")) != "" && strings.TrimSpace(c.Text("id_number")) != ""
}

// judgeOccupation requires exactly one occupational member, the one that employed selects (4.3,
// 2.4).
func (q *request) judgeOccupation() {
	violations := slices.Concat(q.faulty[tables.Employed], q.faulty[tables.SelfEmployed])
	one, other := q.Get(tables.Employed).Exists(), q.Get(tables.SelfEmployed).Exists()
	if q.isDoubled("employed") || q.isDoubled(tables.Employed) || q.isDoubled(tables.SelfEmployed) {
		q.blocked(occupationObligation, bodyObligation)
		return
	}
	if len(violations) == 0 && one != other && len(q.faulty["employed"]) > 0 {
		q.blocked(occupationObligation, "employed") // it is unknown which of the two it selects
		return
	}
	q.judged(occupationObligation)
	if present := q.contradicted(); present != "" {
		employed := q.Get("employed").String()
		q.fail(occupationObligation, result.Failure{
			Path: "employed", Section: "4.3", Kind: result.WrongValue, Expected: "true with " + tables.Employed + ", false with " + tables.SelfEmployed,
			Actual: employed + " with " + present, Message: "employed contradicts the occupational member of the request",
		})
		return
	}
	for _, v := range violations {
		q.fail(occupationObligation, failureOf(v, "4.3"))
	}
	if len(violations) == 0 && one == other {
		q.fail(occupationObligation, result.Failure{
			Section: "4.3", Expected: "exactly one of " + tables.Employed + " and " + tables.SelfEmployed,
			Actual: map[bool]string{true: "both", false: "neither"}[one], Message: "the request does not have exactly one occupational member",
		})
	}
}

// contradicted returns the only occupational member of a request, if it is an object and employed
// selects the other one. It returns "" otherwise.
func (c *content) contradicted() string {
	one, other := c.Get(tables.Employed), c.Get(tables.SelfEmployed)
	employed := c.Get("employed").String()
	switch {
	case len(c.faulty["employed"]) > 0 || one.Exists() == other.Exists():
		return ""
	case one.IsObject() && employed == "false":
		return tables.Employed
	case other.IsObject() && employed == "true":
		return tables.SelfEmployed
	}
	return ""
}
