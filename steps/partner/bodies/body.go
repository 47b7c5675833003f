// Package bodies reads the body of a partner's request, member by member, as far as it can be read. It
// contains the members of every request table of the specification, and finds the details of a
// customer that are in the member of another detail.
package bodies

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// Body is the body of a request, as far as it can be read.
type Body struct {
	Endpoint string
	Redacted bool // the recording may have values cut out, which are not judged
	Doc      *schemas.Document
	JSON     gjson.Result
	Index    Index
	IsObject bool
	CutShort bool                           // only a part of its items was judged
	IsKnown  bool                           // the service has a limit of the customer, who is no new one (4.1)
	IsRead   bool                           // its members can be judged one by one
	Faulty   map[string][]schemas.Violation // its violations, by obligation
	Doubled  map[string]bool                // members that occur more than once, so it is unknown which value counts
}

// Get returns the value at a path.
func (c *Body) Get(path string) gjson.Result { return c.Index.Get(c.JSON, path) }

// Elements returns the elements of the array that a member names.
func (c *Body) Elements(name string) []gjson.Result { return c.Index.Elements(c.JSON, name) }

// Bodiless reports whether section 4 gives the endpoint no body.
func (c *Body) Bodiless() bool { return spec.Of(c.Endpoint).Request == "" }

// Applies reports whether a member belongs to this request: the object around it is there, and the
// condition under which it is required holds.
func (c *Body) Applies(name string) bool {
	switch name {
	case Employed + ".job_group":
		detail := c.Get(Employed)
		return detail.Get("job_group").Exists() || detail.Get("employer_sector").String() == spec.GovernmentSector
	case "password": // no customer is asked for a password
		return c.Get(name).Exists()
	case "items.#.item_topup", "items.#.topup_ref":
		for range c.Each(name) {
			return true
		}
		return false
	case "first_name", "last_name", "country_code", "date_of_birth":
		return c.Endpoint != spec.SendOTP || c.IsNewCustomer() && !c.IsKnown
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

// NewCustomer are the members of send OTP that section 4.1 requires for a new customer only.
var NewCustomer = []string{"first_name", "last_name", "country_code", "date_of_birth"}

// IsNewCustomer reports whether the request has the second form of send OTP. One member of that
// form is enough to recognise it (4.1).
func (c *Body) IsNewCustomer() bool {
	for _, name := range NewCustomer {
		if c.Get(name).Exists() {
			return true
		}
	}
	return false
}

// Each iterates over the values of a member, each with its own path.
func (c *Body) Each(name string) iter.Seq2[string, gjson.Result] {
	return func(yield func(string, gjson.Result) bool) {
		list, rest, repeated := strings.Cut(name, ".#.")
		if !repeated {
			if v := c.Get(name); v.Exists() {
				yield(name, v)
			}
			return
		}
		for i, element := range c.Elements(list) {
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
func (c *Body) Text(name string) string {
	if v := c.Get(name); c.IsObject && v.Type == gjson.String && !c.IsCut(v.Str) && !c.IsDoubled(name) {
		return v.Str
	}
	return ""
}

// IsDoubled reports whether a member, or an object around it, occurs more than once.
func (c *Body) IsDoubled(name string) bool {
	for path := name; path != "" && len(c.Doubled) > 0; path = path[:max(0, strings.LastIndexByte(path, '.'))] {
		if c.Doubled[path] {
			return true
		}
	}
	return false
}

// IsFaulty reports whether the value at a path has a fault.
func (c *Body) IsFaulty(name, path string) bool {
	return slices.ContainsFunc(c.Faulty[name], func(v schemas.Violation) bool { return v.Path == path })
}

// WasCut reports whether all values of a member were cut.
func (c *Body) WasCut(name string) bool {
	if !c.Redacted {
		return false
	}
	values := []gjson.Result{c.Get(name)}
	if strings.Contains(name, "#") {
		values = values[0].Array()
	}
	return len(values) > 0 && !slices.ContainsFunc(values, func(v gjson.Result) bool { return !c.IsCut(v.String()) })
}

// IsCut reports whether a value was cut or masked when the recording was written.
func (c *Body) IsCut(value string) bool {
	return c.Redacted && formats.IsRedacted(value)
}

// FaultsIn groups violations by obligation. A value that was cut is no violation.
func (c *Body) FaultsIn(report schemas.Report) map[string][]schemas.Violation {
	faults := make(map[string][]schemas.Violation)
	for _, v := range report.Violations {
		if value := c.Get(v.Path); v.Path != "" && value.Type == gjson.String && c.IsCut(value.Str) {
			continue
		}
		name := ObligationOf(c.Endpoint, v.Path)
		if c.IsDoubled(General(v.Path)) {
			continue
		}
		if name == "items" {
			v.Section = SectionOf(c.Endpoint, name) // the section that defines items says that it holds items
		}
		faults[name] = append(faults[name], v)
	}
	return faults
}

// NamesBoth reports whether a verify shows which customer's OTP it carries.
func (c *Body) NamesBoth() bool {
	return strings.TrimSpace(c.Text("phone_number")) != "" && strings.TrimSpace(c.Text("id_number")) != ""
}

// Contradicted returns the only occupational member of a request, if it is an object and employed
// selects the other one. It returns "" otherwise.
func (c *Body) Contradicted() string {
	one, other := c.Get(Employed), c.Get(SelfEmployed)
	employed := c.Get("employed").String()
	switch {
	case len(c.Faulty["employed"]) > 0 || one.Exists() == other.Exists():
		return ""
	case one.IsObject() && employed == "false":
		return Employed
	case other.IsObject() && employed == "true":
		return SelfEmployed
	}
	return ""
}

// Sound returns a member that is a text without a fault, and "" otherwise.
func (c *Body) Sound(name string) string {
	if len(c.Faulty[name]) > 0 {
		return ""
	}
	return c.Text(name)
}

// HasFault reports whether a member has a fault.
func (c *Body) HasFault(name string) bool { return len(c.Faulty[name]) > 0 }
