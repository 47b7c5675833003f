package combination

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/covering"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// Body is a request body whose documented values are combined. Values on which the specification
// contradicts itself are not among them: they are readings of a tolerance, which the run finds
// out once.
type Body struct {
	Name       string // its name in the features
	Endpoint   string
	Parameters []parameter
	columns    []column
	// Apart are two parameters that have too many pairs for a usual run. Below strength 3 the
	// run sends only some of them.
	Apart []string
}

// parameter is a member of a request body that has a documented list of values.
type parameter struct {
	Name   string
	values []string
	Listed string // the case of the rule that says that each value must be taken
}

// column is a choice of the array: the values of one parameter or, for two parameters that
// depend on each other, the pairs of values that fit together.
type column struct {
	parameters []int
	choices    [][]string
}

// Row is the value of every parameter of a body; "" if it is absent.
type Row []string

// These are the bodies, by their names in the features.
const (
	EmployedLimit     = "limit request of an employed customer"
	SelfEmployedLimit = "limit request of a self-employed customer"
	OrderedItem       = "purchase item"
)

// These members are read or written in a special way.
const (
	CountryMember = "country_code"
	SectorMember  = "employer_sector"
	GroupMember   = "job_group"
)

// NewBody makes one of the bodies. countries are the lengths of a country code that the target
// takes.
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

// BodyOfKind is the name of the limit request body of a kind of customer.
func BodyOfKind(kind customer.Kind) string {
	if kind == customer.SelfEmployed {
		return SelfEmployedLimit
	}
	return EmployedLimit
}

// columnsOf returns a column for each parameter. The government sector is combined with each
// job_group; for the private sector it is absent (section 2.5).
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

// Index is the place of a parameter in a row, or -1.
func (b *Body) Index(name string) int {
	return slices.IndexFunc(b.Parameters, func(p parameter) bool { return p.Name == name })
}

// Value is the value of a parameter in a row.
func (b *Body) Value(v Row, name string) string {
	if n := b.Index(name); n >= 0 {
		return v[n]
	}
	return ""
}

// Kind is the kind of customer that sends a row.
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

// Rows returns the rows of the body's array. Their values are permuted at random.
func (b *Body) Rows(strength int, rng *rand.Rand) ([]Row, error) {
	array, err := arrayOf(b, strength)
	if err != nil {
		return nil, judgement.Errored("the combinations of a %s could not be laid out: %v", b.Name, err)
	}
	order := make([][]int, len(b.columns))
	for n, c := range b.columns {
		order[n] = rng.Perm(len(c.choices))
		if len(c.parameters) > 1 { // the private sector must stay the first choice
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

// arrays keeps the arrays that were made. They depend only on the model.
var arrays sync.Map

// arrayOf returns the covering array of a body. All its cells have a value.
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

// fill gives every open cell of an array a value. A column with many choices gets its first one,
// which is the plainest; the others use their values in turn.
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

// manyChoices is the number of choices from which an open cell gets the first one. Only the
// column of sector and group has so many; its first choice is the private sector.
const manyChoices = 20

// wanted leaves out most pairs of the two parameters of Apart: each value of the first is
// combined with the private sector, and with one job group of the government sector.
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

// Details returns the members of a request that has the values of a row.
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

// Form returns a form with the country code in the length of a row.
func (b *Body) Form(f payload.Form, v Row) payload.Form {
	if length := b.Value(v, CountryMember); length != "" {
		return f.With(payload.CountryCode, length)
	}
	return f
}

// Agrees reports whether a row has the details that a check wants.
func (b *Body) Agrees(v Row, details map[string]any) bool {
	for member, value := range details {
		n := b.Index(member)
		if n >= 0 && v[n] != fmt.Sprint(value) {
			return false
		}
	}
	return true
}

// Sent returns the rows of a request: one for each item of an order, or one for a limit request.
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
		v[b.Index(GroupMember)] = "" // the job group that the private sector may send is a reading of a tolerance
	}
	return v
}

// Key is a unique name of a row.
func (v Row) Key() string { return strings.Join(v, "\n") }

// InWords returns one value of a row in words: "gender female".
func (b *Body) InWords(v Row, parameter int) string {
	value := v[parameter]
	if _, err := strconv.Atoi(value); err == nil || strings.Contains(value, " ") {
		value = strconv.Quote(value)
	}
	return b.Parameters[parameter].Name + " " + value
}

// Documented reports whether all values of a row are in the lists.
func (b *Body) Documented(v Row) bool {
	for n, p := range b.Parameters {
		if !slices.Contains(p.values, v[n]) && (p.Name != GroupMember || v[n] != "") {
			return false
		}
	}
	return true
}

// NameOfRows is a name for the rows of a body. It depends on the country codes.
func (b *Body) NameOfRows() string {
	return fmt.Sprint("rows of ", b.Name, " ", b.columns)
}
