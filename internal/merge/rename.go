package merge

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// rename gives every exchange of every part an id of its own, counted through
// the parts, on copies: the runs that were given stay as they are.
func (m *Merged) rename() error {
	next := 0
	for n, p := range m.Order {
		names := make(map[string]string, len(p.Run.Exchanges))
		for _, e := range p.Run.Exchanges {
			if names[e.ID] != "" {
				return fmt.Errorf("%s holds two exchanges %s", p.Name, e.ID)
			}
			next++
			names[e.ID] = fmt.Sprintf("x%04d", next)
		}
		run := *p.Run
		r := renamer{names: names}
		r.exchanges(&run)
		r.findings(&run)
		if r.unknown != "" {
			return fmt.Errorf("%s was judged on the exchange %q, which it does not hold", p.Name, r.unknown)
		}
		m.Order[n].Run = &run
		m.Renamed = append(m.Renamed, names)
	}
	return nil
}

// renamer gives the exchanges of one part their new ids.
type renamer struct {
	names   map[string]string
	unknown string // an id that is none
}

// id is the new id of an exchange. A failure may come without an exchange.
func (r *renamer) id(old string) string {
	renamed := r.names[old]
	if renamed == "" && old != "" {
		r.unknown = old
	}
	return renamed
}

func (r *renamer) exchanges(run *result.Run) {
	run.Exchanges = slices.Clone(run.Exchanges)
	for n := range run.Exchanges {
		run.Exchanges[n].ID = r.id(run.Exchanges[n].ID)
	}
}

func (r *renamer) findings(run *result.Run) {
	shard := *run.Shard
	shard.Findings = slices.Clone(shard.Findings)
	for n := range shard.Findings {
		f := &shard.Findings[n]
		f.Exchanges = slices.Clone(f.Exchanges)
		for i := range f.Exchanges {
			f.Exchanges[i] = r.id(f.Exchanges[i])
		}
		f.Failures = slices.Clone(f.Failures)
		for i := range f.Failures {
			f.Failures[i].Exchange = r.id(f.Failures[i].Exchange)
		}
		f.Breaks = slices.Clone(f.Breaks)
		for i := range f.Breaks {
			f.Breaks[i].Failure.Exchange = r.id(f.Breaks[i].Failure.Exchange)
		}
	}
	run.Shard = &shard
}
