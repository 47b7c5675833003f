package html

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// matrix shows all requirements, grouped in one way. The page shows only the first matrix until
// the reader chooses another.
type matrix struct {
	ID, Choice, Group string
	Rows              []matrixRow
}

// matrixRow is one group: its name and a cell for each of its requirements.
type matrixRow struct {
	Name, Detail string
	Method       string
	Worst        result.Outcome
	Good, All    int
	Cells        []cell
	Bad          []cell // the cells that are not good; the page names them
}

// cell is one requirement in a matrix.
type cell struct {
	ID, Statement string
	Outcome       result.Outcome
	Accepted      bool
}

func (row *matrixRow) add(r result.Requirement) {
	o := wording.KnownOutcome(r.Outcome)
	c := cell{r.ID, r.Statement, o, r.Accepted}
	row.Cells = append(row.Cells, c)
	if !o.Good() {
		row.Bad = append(row.Bad, c)
	}
	row.All++
	if o.Good() {
		row.Good++
	}
	row.Worst = result.Worse(row.Worst, o)
}

// matrixByEndpoint groups by endpoint, in the order of section 4. Requirements without a single
// endpoint come last.
func matrixByEndpoint(requirements []result.Requirement) matrix {
	rows := make(map[string]*matrixRow)
	var order []string
	for _, r := range requirements {
		row, seen := rows[r.Endpoint]
		if !seen {
			row = newEndpointRow(r.Endpoint)
			rows[r.Endpoint] = row
			order = append(order, r.Endpoint)
		}
		row.add(r)
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(endpointRank(a), endpointRank(b)) })
	m := matrix{ID: "by-endpoint", Choice: "by endpoint", Group: "Endpoint"}
	for _, key := range order {
		m.Rows = append(m.Rows, *rows[key])
	}
	return m
}

func newEndpointRow(methodAndPath string) *matrixRow {
	row := &matrixRow{Name: methodAndPath, Worst: result.Passed}
	if method, path, found := strings.Cut(methodAndPath, " "); found {
		row.Method, row.Name = method, path
	}
	if methodAndPath == "" {
		row.Name = "Every endpoint"
	}
	if e, known := wording.EndpointOf(methodAndPath); known {
		row.Detail = e.Title
	}
	return row
}

func endpointRank(methodAndPath string) int {
	e, known := wording.EndpointOf(methodAndPath)
	if !known {
		return len(spec.Names())
	}
	return slices.Index(spec.Names(), e.Name)
}

// matrixBySection groups by section. A requirement appears in each of its sections.
func matrixBySection(requirements []result.Requirement) matrix {
	rows := make(map[string]*matrixRow)
	var order []string
	for _, r := range requirements {
		for _, s := range r.Sections {
			row, seen := rows[s]
			if !seen {
				row = &matrixRow{Name: s, Detail: spec.SectionTitle(s), Worst: result.Passed}
				rows[s] = row
				order = append(order, s)
			}
			row.add(r)
		}
	}
	slices.SortStableFunc(order, compareSections)
	m := matrix{ID: "by-section", Choice: "by section", Group: "Section"}
	for _, key := range order {
		m.Rows = append(m.Rows, *rows[key])
	}
	return m
}

// compareSections puts 2.2 before 2.10.
func compareSections(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, errX := strconv.Atoi(as[i])
		y, errY := strconv.Atoi(bs[i])
		if errX != nil || errY != nil {
			return cmp.Compare(a, b)
		}
		if x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(as), len(bs))
}
