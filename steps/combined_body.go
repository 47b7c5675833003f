package steps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/covering"
	"github.com/credit-partner/assay/internal/spec"
)

// body is a request body whose documented values are combined. Values that
// contradict each other in the specification are not among them: those are
// readings of a tolerance, found out once per run.
type body struct {
	name       string // by which the features speak of it
	endpoint   string
	parameters []parameter
	columns    []column
	// apart are two parameters that have too many pairs for a usual run: of each
	// pair of theirs only some are sent below strength 3.
	apart []string
}

// parameter is a member of a request body with a documented list of values.
type parameter struct {
	name   string
	values []string
	listed string // the case of the rule that has each of the values taken
}

// column is what an array chooses at once: the values of one parameter or, of
// two that depend on each other, those that go together.
type column struct {
	parameters []int
	choices    [][]string
}

// row is the value of every parameter of a body; "" where it is absent.
type row []string

// The bodies, by the names that the features use.
const (
	employedLimit     = "limit request of an employed customer"
	selfEmployedLimit = "limit request of a self-employed customer"
	orderedItem       = "purchase item"
)

// Members that are read or written in a way of their own.
const (
	countryMember = "country_code"
	sectorMember  = "employer_sector"
	groupMember   = "job_group"
)

// The cases of a limit request whose values a rule lists: that rule is to blame
// where a value is refused whatever stands beside it.
const (
	personalCase   = "personal"
	occupationCase = "occupation"
	jobGroupCase   = "job-group"
	functionCase   = "job-function"
	industryCase   = "business-industry"
	businessCase   = "business"
)

// newBody makes one of the bodies. The codes of a country are those lengths that
// the target was seen to take.
func newBody(name string, countries []string) (*body, error) {
	personal := []parameter{
		{"gender", spec.Genders(), personalCase},
		{"marital_status", spec.MaritalStatuses(), personalCase},
		{countryMember, countries, ""},
	}
	b := &body{name: name, endpoint: createLimit}
	switch name {
	case employedLimit:
		b.parameters = append(personal,
			parameter{"job_level", spec.JobLevels(), occupationCase},
			parameter{"job_function", spec.Industries(), functionCase},
			parameter{"payment_type", spec.PaymentTypes(), occupationCase},
			parameter{sectorMember, spec.EmployerSectors(), occupationCase},
			parameter{groupMember, spec.JobGroups(), jobGroupCase},
		)
		b.apart = []string{"job_function", groupMember}
	case selfEmployedLimit:
		b.parameters = append(personal,
			parameter{"business_type", spec.BusinessTypes(), businessCase},
			parameter{"business_payment_type", spec.BusinessPaymentTypes(), businessCase},
			parameter{"business_industry", spec.Industries(), industryCase},
			parameter{"business_registered", []string{"true", "false"}, businessCase},
		)
	case orderedItem:
		b.endpoint = createOrder
		b.parameters = []parameter{
			{"item_type", spec.ItemTypes(), anItemType},
			{"delivery_option", spec.DeliveryOptions(), aWay},
			{"preferred_option", spec.PreferredOptions(), aWay},
		}
	default:
		return nil, errored("there is no body %q", name)
	}
	b.columns = b.columnsOf()
	return b, nil
}

// bodyOfKind is the body of the limit request of a kind of customer.
func bodyOfKind(kind customerKind) string {
	if kind == selfEmployed {
		return selfEmployedLimit
	}
	return employedLimit
}

// columnsOf gives each parameter a column. A job_group goes with the government
// sector, and of the private sector it may be absent (section 2.5).
func (b *body) columnsOf() []column {
	var all []column
	for n, p := range b.parameters {
		switch p.name {
		case groupMember:
		case sectorMember:
			sector := column{parameters: []int{n, b.index(groupMember)}, choices: [][]string{{spec.PrivateSector, ""}}}
			for _, group := range spec.JobGroups() {
				sector.choices = append(sector.choices, []string{spec.GovernmentSector, group})
			}
			all = append(all, sector)
		default:
			single := column{parameters: []int{n}}
			for _, v := range p.values {
				single.choices = append(single.choices, []string{v})
			}
			all = append(all, single)
		}
	}
	return all
}

// index is where a parameter stands in a row, or -1.
func (b *body) index(name string) int {
	return slices.IndexFunc(b.parameters, func(p parameter) bool { return p.name == name })
}

// value is what a row has for a parameter.
func (b *body) value(v row, name string) string {
	if n := b.index(name); n >= 0 {
		return v[n]
	}
	return ""
}

// kind is the kind of customer who sends a row.
func (b *body) kind(v row) customerKind {
	switch {
	case b.name == selfEmployedLimit:
		return selfEmployed
	case b.value(v, sectorMember) == spec.GovernmentSector:
		return government
	}
	return employed
}

// rows are those of the body's array, their values permuted by the run's seed.
func (r *Run) rows(ctx context.Context, b *body) ([]row, error) {
	return shared(ctx, r, nameOfRows(b), func(context.Context) ([]row, error) {
		array, err := arrayOf(b, r.arrayStrength())
		if err != nil {
			return nil, errored("the combinations of a %s could not be laid out: %v", b.name, err)
		}
		order := make([][]int, len(b.columns))
		rng := r.rng("combinations of a " + b.name)
		for n, c := range b.columns {
			order[n] = rng.Perm(len(c.choices))
			if len(c.parameters) > 1 { // the private sector stays the first choice
				order[n] = append([]int{0}, slices.DeleteFunc(order[n], func(i int) bool { return i == 0 })...)
			}
		}
		rows := make([]row, len(array))
		for n, levels := range array {
			rows[n] = make(row, len(b.parameters))
			for c, level := range levels {
				for i, p := range b.columns[c].parameters {
					rows[n][p] = b.columns[c].choices[order[c][level]][i]
				}
			}
		}
		return rows, nil
	})
}

// arrayStrength is the strength of the arrays from which requests take their
// values. A run that need not send every combination takes some of them.
func (r *Run) arrayStrength() int {
	if r.cfg.Strength == 0 {
		return usualStrength
	}
	return r.cfg.Strength
}

const usualStrength = 2

// arrays keeps the arrays that were made: they depend on nothing but the model.
var arrays sync.Map

// arrayOf is the covering array of a body, without gaps.
func arrayOf(b *body, strength int) ([][]int, error) {
	levels := make([]int, len(b.columns))
	for n, c := range b.columns {
		levels[n] = len(c.choices)
	}
	make1 := sync.OnceValues(func() ([][]int, error) {
		rows, err := covering.Rows(covering.Model{Levels: levels, Strength: strength, Wanted: b.wanted(strength)})
		fill(rows, levels)
		return rows, err
	})
	made, _ := arrays.LoadOrStore(fmt.Sprint(b.name, levels, strength), make1)
	return made.(func() ([][]int, error))()
}

// fill gives every cell of an array that is open a value: the first one of a
// column of pairs is the plainest, and the values of others take turns.
func fill(rows [][]int, levels []int) {
	for n, levelsOfRow := range rows {
		for c, level := range levelsOfRow {
			if level != covering.Any {
				continue
			}
			rows[n][c] = 0
			if levels[c] < manyChoices {
				rows[n][c] = (n + c) % levels[c]
			}
		}
	}
}

// manyChoices is from how many choices on an open cell takes the first one: of
// the sector and the group, that is the private sector.
const manyChoices = 20

// wanted leaves out most pairs of the two parameters that are kept apart: every
// value meets the private sector, and the government sector in one job group.
func (b *body) wanted(strength int) func(columns, values []int) bool {
	if b.apart == nil || strength > usualStrength {
		return nil
	}
	first := slices.IndexFunc(b.columns, func(c column) bool { return c.parameters[0] == b.index(b.apart[0]) })
	second := slices.IndexFunc(b.columns, func(c column) bool { return len(c.parameters) > 1 })
	groups := len(b.columns[second].choices) - 1
	return func(columns, values []int) bool {
		f, s := slices.Index(columns, first), slices.Index(columns, second)
		return f < 0 || s < 0 || values[s] == 0 || values[s]-1 == values[f]%groups
	}
}

// details are the members of a request that has the values of a row.
func (b *body) details(v row) map[string]any {
	details := make(map[string]any, len(v))
	for n, p := range b.parameters {
		switch {
		case v[n] == "" || p.name == countryMember:
		case p.name == "business_registered":
			details[p.name] = v[n] == "true"
		default:
			details[p.name] = v[n]
		}
	}
	return details
}

// form is a form with the country's code in the length that a row has.
func (b *body) form(f form, v row) form {
	if length := b.value(v, countryMember); length != "" {
		return f.with(countryCode, length)
	}
	return f
}

// agrees tells whether a row has the details that a check asks for.
func (b *body) agrees(v row, details map[string]any) bool {
	for member, value := range details {
		n := b.index(member)
		if n >= 0 && v[n] != fmt.Sprint(value) {
			return false
		}
	}
	return true
}

// sent reads the rows that a request said: one for each item, or one.
func (b *body) sent(c *call) []row {
	request := gjson.ParseBytes(c.Request.Body)
	if b.endpoint == createOrder {
		var rows []row
		for _, i := range request.Get("items").Array() {
			rows = append(rows, b.read(i, i))
		}
		return rows
	}
	work := request.Get(spec.SelfEmployedDetail)
	if b.name == employedLimit {
		work = request.Get(spec.EmployedDetail)
	}
	if !work.IsObject() {
		return nil
	}
	return []row{b.read(request, work)}
}

func (b *body) read(request, work gjson.Result) row {
	v := make(row, len(b.parameters))
	for n, p := range b.parameters {
		value := work.Get(p.name)
		if !value.Exists() {
			value = request.Get(p.name)
		}
		v[n] = value.String()
		if p.name == countryMember {
			v[n] = map[int]string{2: twoLetters, 3: threeLetters}[len(v[n])]
		}
	}
	if b.value(v, sectorMember) == spec.PrivateSector {
		v[b.index(groupMember)] = "" // a reading of what the private sector may send
	}
	return v
}

// key names a row.
func (v row) key() string { return strings.Join(v, "\n") }

// said puts one value of a row into words: "gender female".
func (b *body) said(v row, parameter int) string {
	value := v[parameter]
	if _, err := strconv.Atoi(value); err == nil || strings.Contains(value, " ") {
		value = strconv.Quote(value)
	}
	return b.parameters[parameter].name + " " + value
}
