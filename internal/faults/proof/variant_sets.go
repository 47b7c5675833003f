package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
)

// VariantSets is the result for legal builds that each have several legal variants at once. A
// correct suite calls none of them non-conformant. It may leave one undecided: a build that sends
// one person few OTPs, and wants one for each purchase, shows little.
type VariantSets struct {
	Schema string          `json:"schema"`
	Size   int             `json:"size"`
	Seed   int64           `json:"seed"`
	Sets   []VariantResult `json:"sets"`
	Took   time.Duration   `json:"took_ns"`
}

// VariantSetsSchema names the version of VariantSets written as JSON.
const VariantSetsSchema = "assay.variant-sets/v1"

// ProveVariantsTogether judges o.Sets builds of o.Variants legal variants each.
func (c *Catalogue) ProveVariantsTogether(ctx context.Context, o Together) (*VariantSets, error) {
	started := time.Now()
	variants := c.newVariantDraw(o.Seed, o.Variants)
	drawn := make([][]faults.Variant, o.Sets)
	for n := range drawn {
		some, err := variants.next(o.Variants)
		if err != nil {
			return nil, err
		}
		drawn[n] = c.legal(Set{Variants: some})
	}
	proof := &VariantSets{Schema: VariantSetsSchema, Size: o.Variants, Seed: o.Seed}
	judged := make([]*VariantResult, len(drawn))
	err := runAll(ctx, o.Workers, len(drawn), o.Progress, func(i int) {
		one := c.tryLegal(ctx, drawn[i]...)
		if one.Run == result.NonConformant {
			one.Together = ids(c.fewestFailed(ctx, drawn[i]))
		}
		if ctx.Err() == nil {
			judged[i] = &one
		}
	})
	for _, one := range judged {
		if one != nil {
			proof.Sets = append(proof.Sets, *one)
		}
	}
	proof.Took = time.Since(started)
	return proof, err
}

// fewestFailed leaves out one variant after the other of a build that the suite calls
// non-conformant, as long as it still does so.
func (c *Catalogue) fewestFailed(ctx context.Context, set []faults.Variant) []faults.Variant {
	for n := 0; n < len(set) && len(set) > 1; {
		fewer := slices.Delete(slices.Clone(set), n, n+1)
		if run, err := c.judgeLegal(ctx, fewer...); err == nil && run.Verdict == result.NonConformant {
			set = fewer
		} else {
			n++
		}
	}
	return set
}

// count returns how many sets have a verdict.
func (p *VariantSets) count(verdict result.Verdict) (n int) {
	for _, one := range p.Sets {
		if one.Trouble == "" && one.Run == verdict {
			n++
		}
	}
	return n
}

// undecided returns how many sets have a verdict that names no failure, and leaves something open.
func (p *VariantSets) undecided() int {
	return p.count(result.Inconclusive) + p.count(result.Partial)
}

// Holds reports whether no legal build was called non-conformant, and all were judged.
func (p *VariantSets) Holds() bool {
	return p.count(result.Conformant)+p.undecided() == len(p.Sets)
}

// Write prints the builds that the suite called non-conformant, or with all every build, and the
// totals.
func (p *VariantSets) Write(w io.Writer, all bool) error {
	out := bufio.NewWriter(w)
	for _, one := range p.Sets {
		if one.Trouble != "" || one.Run == result.NonConformant || all {
			one.write(out, true)
		}
	}
	fmt.Fprintf(out, "%d legal builds of %d variants each (seed %d): %d conformant, %d undecided, %d non-conformant\n",
		len(p.Sets), p.Size, p.Seed, p.count(result.Conformant), p.undecided(), p.count(result.NonConformant))
	return out.Flush()
}
