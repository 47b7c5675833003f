package pair

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Build is one build of a pair, as its report or its certificate describes it.
type Build struct {
	Name    string              `json:"name"`
	Side    result.Side         `json:"side"`
	Verdict result.Verdict      `json:"verdict"`
	Scope   []string            `json:"scope"`
	Dialect *result.FullDialect `json:"-"`
}

// BuildOf returns the build of a run. Its name is the one in the run, or else the given name.
func BuildOf(run *result.Run, name string) Build {
	if run.Target.Build != "" {
		name = run.Target.Build
	}
	return Build{Name: name, Side: run.Side, Verdict: run.Verdict, Scope: run.Scope, Dialect: run.FullDialect}
}

// CheckPredictable returns an error if assay should make no forecast for a build. A build that is
// not conformant may do anything. If only a part was judged, the rest is unknown.
func (b Build) CheckPredictable() error {
	switch {
	case b.Verdict == result.Conformant:
		return nil
	case b.Verdict == result.Partial && b.Side == result.PartnerSide:
		return fmt.Errorf("%s is partial: what it never sent is not known; certify it with the --scope that it covers", b.Name)
	}
	return fmt.Errorf("%s is %s: pair compares only conformant builds", b.Name, b.Verdict)
}

// Matrix has the forecast for every server with every partner.
type Matrix struct {
	Servers  []Build      `json:"servers"`
	Partners []Build      `json:"partners"`
	Cells    [][]Forecast `json:"cells"` // by server, and then by partner
	LeftOut  []string     `json:"left_out,omitempty"`
}

// PredictAll makes the forecast for every pair of the given builds.
func PredictAll(servers, partners []Build) *Matrix {
	m := &Matrix{Servers: servers, Partners: partners, Cells: make([][]Forecast, len(servers))}
	read := make([]*prepared, len(partners))
	for j, p := range partners {
		read[j] = prepare(p.Dialect)
	}
	for i, s := range servers {
		server := prepare(s.Dialect)
		m.Cells[i] = make([]Forecast, len(partners))
		for j := range partners {
			m.Cells[i][j] = foretell(server, read[j])
		}
	}
	return m
}

// Count returns the number of pairs with an answer.
func (m *Matrix) Count(a Answer) int {
	n := 0
	for _, row := range m.Cells {
		for _, f := range row {
			if f.Answer == a {
				n++
			}
		}
	}
	return n
}

// Worst returns No if any pair has it, else Unknown if any pair has it, else Yes.
func (m *Matrix) Worst() Answer {
	return answers[slices.IndexFunc(answers, func(a Answer) bool { return m.Count(a) > 0 || a == Yes })]
}

// Sentence describes the forecast for two builds in one sentence.
func Sentence(server, partner string, f Forecast) string {
	switch n := len(f.Of(f.Answer)); {
	case f.Answer == Yes:
		return fmt.Sprintf("%s and %s can work together: all %d entries agree", partner, server, n)
	case f.Answer == No:
		return fmt.Sprintf("%s and %s cannot work together: %s", partner, server, entriesThat(n, "does not agree", "do not agree"))
	default:
		return fmt.Sprintf("it is not known whether %s and %s can work together: %s", partner, server, entriesThat(n, "is not shown", "are not shown"))
	}
}

func entriesThat(n int, one, many string) string {
	if n == 1 {
		return "1 entry " + one
	}
	return fmt.Sprintf("%d entries %s", n, many)
}
