package combination

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/covering"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// Body is a request body whose documented values are combined. Values that
// contradict each other in the specification are not among them: those are
// readings of a tolerance, found out once per run.
type Body struct {
	Name       string // by which the features speak of it
	Endpoint   string
	Parameters []parameter
	columns    []column
	// apart are two parameters that have too many pairs for a usual run: of each
	// pair of theirs only some are sent below strength 3.
	Apart []string
}

// parameter is a member of a request body with a documented list of values.
type parameter struct {
	Name   string
	values []string
	Listed string // the case of the rule that has each of the values taken
}

// column is what an array chooses at once: the values of one parameter or, of
// two that depend on each other, those that go together.
type column struct {
	parameters []int
	choices    [][]string
}

// Row is the value of every parameter of a body; "" where it is absent.
type Row []string

// The bodies, by the names that the features use.
const (
	EmployedLimit     = "limit request of an employed customer"
	SelfEmployedLimit = "limit request of a self-employed customer"
	OrderedItem       = "purchase item"
)

// Members that are read or written in a way of their own.
const (
	CountryMember = "country_code"
	SectorMember  = "employer_sector"
	GroupMember   = "job_group"
)

// NewBody makes one of the bodies. The codes of a country are those lengths that
// the target was seen to take.
func NewBody(name string, countries []string) (*Body, error) {
	personal := []parameter{
		{"gender", spec.Genders(), call.PersonalCase},
		{"marital_status", spec.MaritalStatuses(), call.PersonalCase},
		{CountryMember, countries, ""},
	}
	b := &Body{Name: name, Endpoint: spec.CreateLimit}
	switch name {
	case EmployedLimit:
		b.Parameters = append(personal,
			parameter{"job_level", spec.JobLevels(), call.OccupationCase},
			parameter{"job_function", spec.Industries(), call.FunctionCase},
			parameter{"payment_type", spec.PaymentTypes(), call.OccupationCase},
			parameter{SectorMember, spec.EmployerSectors(), call.OccupationCase},
			parameter{GroupMember, spec.JobGroups(), call.JobGroupCase},
		)
		b.Apart = []string{"job_function", GroupMember}
	case SelfEmployedLimit:
		b.Parameters = append(personal,
			parameter{"business_type", spec.BusinessTypes(), call.BusinessCase},
			parameter{"business_payment_type", spec.BusinessPaymentTypes(), call.BusinessCase},
			parameter{"business_industry", spec.Industries(), call.IndustryCase},
			parameter{"business_registered", []string{"true", "false"}, call.BusinessCase},
		)
	case OrderedItem:
		b.Endpoint = spec.CreatePurchases
		b.Parameters = []parameter{
			{"item_type", spec.ItemTypes(), call.ItemTypeCase},
			{"delivery_option", spec.DeliveryOptions(), call.DeliveryCase},
			{"preferred_option", spec.PreferredOptions(), call.DeliveryCase},
		}
	default:
		return nil, judgement.Errored("there is no body %q", name)
	}
	b.columns = b.columnsOf()
	return b, nil
}

// BodyOfKind is the body of the limit request of a kind of customer.
func BodyOfKind(kind customer.Kind) string {
	if kind == customer.SelfEmployed {
		return SelfEmployedLimit
	}
	return EmployedLimit
}

// columnsOf gives each parameter a column. A job_group goes with the government
// sector, and of the private sector it may be absent (section 2.5).
func (b *Body) columnsOf() []column {
	var all []column
	for n, p := range b.Parameters {
		switch p.Name {
		case GroupMember:
		case SectorMember:
			sector := column{parameters: []int{n, b.Index(GroupMember)}, choices: [][]string{{spec.PrivateSector, ""}}}
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

// Index is where a parameter stands in a row, or -1.
func (b *Body) Index(name string) int {
	return slices.IndexFunc(b.Parameters, func(p parameter) bool { return p.Name == name })
}

// Value is what a row has for a parameter.
func (b *Body) Value(v Row, name string) string {
	if n := b.Index(name); n >= 0 {
		return v[n]
	}
	return ""
}

// Kind is the kind of customer who sends a row.
func (b *Body) Kind(v Row) customer.Kind {
	switch {
	case b.Name == SelfEmployedLimit:
		return customer.SelfEmployed
	case b.Value(v, SectorMember) == spec.GovernmentSector:
		return customer.Government
	}
	return customer.Employed
}

const UsualStrength = 2

// Rows are those of the body's array, their values permuted at random.
func (b *Body) Rows(strength int, rng *rand.Rand) ([]Row, error) {
	array, err := arrayOf(b, strength)
	if err != nil {
		return nil, judgement.Errored("the combinations of a %s could not be laid out: %v", b.Name, err)
	}
	order := make([][]int, len(b.columns))
	for n, c := range b.columns {
		order[n] = rng.Perm(len(c.choices))
		if len(c.parameters) > 1 { // the private sector stays the first choice
			order[n] = append([]int{0}, slices.DeleteFunc(order[n], func(i int) bool { return i == 0 })...)
		}
	}
	rows := make([]Row, len(array))
	for n, levels := range array {
		rows[n] = make(Row, len(b.Parameters))
		for c, level := range levels {
			for i, p := range b.columns[c].parameters {
				rows[n][p] = b.columns[c].choices[order[c][level]][i]
			}
		}
	}
	return rows, nil
}

// arrays keeps the arrays that were made: they depend on nothing but the model.
var arrays sync.Map

// arrayOf is the covering array of a body, without gaps.
func arrayOf(b *Body, strength int) ([][]int, error) {
	levels := make([]int, len(b.columns))
	for n, c := range b.columns {
		levels[n] = len(c.choices)
	}
	make1 := sync.OnceValues(func() ([][]int, error) {
		rows, err := covering.Rows(covering.Model{Levels: levels, Strength: strength, Wanted: b.wanted(strength)})
		fill(rows, levels)
		return rows, err
	})
	made, _ := arrays.LoadOrStore(fmt.Sprint(b.Name, levels, strength), make1)
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
func (b *Body) wanted(strength int) func(columns, values []int) bool {
	if b.Apart == nil || strength > UsualStrength {
		return nil
	}
	first := slices.IndexFunc(b.columns, func(c column) bool { return c.parameters[0] == b.Index(b.Apart[0]) })
	second := slices.IndexFunc(b.columns, func(c column) bool { return len(c.parameters) > 1 })
	groups := len(b.columns[second].choices) - 1
	return func(columns, values []int) bool {
		f, s := slices.Index(columns, first), slices.Index(columns, second)
		return f < 0 || s < 0 || values[s] == 0 || values[s]-1 == values[f]%groups
	}
}

// Details are the members of a request that has the values of a row.
func (b *Body) Details(v Row) map[string]any {
	details := make(map[string]any, len(v))
	for n, p := range b.Parameters {
		switch {
		case v[n] == "" || p.Name == CountryMember:
		case p.Name == "business_registered":
			details[p.Name] = v[n] == "true"
		default:
			details[p.Name] = v[n]
		}
	}
	return details
}

// Form is a form with the country's code in the length that a row has.
func (b *Body) Form(f payload.Form, v Row) payload.Form {
	if length := b.Value(v, CountryMember); length != "" {
		return f.With(payload.CountryCode, length)
	}
	return f
}

// Agrees tells whether a row has the details that a check asks for.
func (b *Body) Agrees(v Row, details map[string]any) bool {
	for member, value := range details {
		n := b.Index(member)
		if n >= 0 && v[n] != fmt.Sprint(value) {
			return false
		}
	}
	return true
}

// Sent reads the rows of a request: one for each item, or one.
func (b *Body) Sent(body []byte) []Row {
	request := gjson.ParseBytes(body)
	if b.Endpoint == spec.CreatePurchases {
		var rows []Row
		for _, i := range request.Get("items").Array() {
			rows = append(rows, b.read(i, i))
		}
		return rows
	}
	work := request.Get(spec.SelfEmployedDetail)
	if b.Name == EmployedLimit {
		work = request.Get(spec.EmployedDetail)
	}
	if !work.IsObject() {
		return nil
	}
	return []Row{b.read(request, work)}
}

func (b *Body) read(request, work gjson.Result) Row {
	v := make(Row, len(b.Parameters))
	for n, p := range b.Parameters {
		value := work.Get(p.Name)
		if !value.Exists() {
			value = request.Get(p.Name)
		}
		v[n] = value.String()
		if p.Name == CountryMember {
			v[n] = map[int]string{2: payload.TwoLetters, 3: payload.ThreeLetters}[len(v[n])]
		}
	}
	if b.Value(v, SectorMember) == spec.PrivateSector {
		v[b.Index(GroupMember)] = "" // a reading of what the private sector may send
	}
	return v
}

// Key names a row.
func (v Row) Key() string { return strings.Join(v, "\n") }

// InWords puts one value of a row into words: "gender female".
func (b *Body) InWords(v Row, parameter int) string {
	value := v[parameter]
	if _, err := strconv.Atoi(value); err == nil || strings.Contains(value, " ") {
		value = strconv.Quote(value)
	}
	return b.Parameters[parameter].Name + " " + value
}

// Documented tells whether a row has nothing but values of the lists.
func (b *Body) Documented(v Row) bool {
	for n, p := range b.Parameters {
		if !slices.Contains(p.values, v[n]) && (p.Name != GroupMember || v[n] != "") {
			return false
		}
	}
	return true
}

// NameOfRows names the rows of a body: those of one code are others than those of two.
func (b *Body) NameOfRows() string {
	return fmt.Sprint("rows of ", b.Name, " ", b.columns)
}
