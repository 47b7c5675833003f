package proof

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// Compounded is the summary of a proof of compounds.
type Compounded struct {
	Sets, Faults    int
	Places          map[Place]int
	Innocents       int         // failed requirements that no fault of their set explains, over all sets
	Conformant      int         // sets with the verdict conformant although a fault shows: must be 0
	Rounds          map[int]int // the number of sets by their number of rounds
	Causes          int         // sets in which the number of causes differs by at most one from the number of distinguishable faults
	CausesNamed     int         // sets in which the number of causes differs by at most one from the number of named faults
	NeverConformant int         // sets that did not become conformant
	Troubled        int
}

// Sum computes the summary.
func (p *CompoundProof) Sum() Compounded {
	s := Compounded{Sets: len(p.Compounds), Places: make(map[Place]int), Rounds: make(map[int]int)}
	for _, c := range p.Compounds {
		shown := 0
		for _, place := range c.Places {
			s.Faults++
			s.Places[place]++
			if place != Masked {
				shown++
			}
		}
		s.Innocents += len(c.Innocent)
		if isNear(c.Causes, c.Apart) {
			s.Causes++
		}
		if isNear(c.Causes, c.named()) {
			s.CausesNamed++
		}
		if c.Run.Good() && shown > 0 {
			s.Conformant++
		}
		if c.Trouble != "" {
			s.Troubled++
		}
		if c.neverConformant() {
			s.NeverConformant++
			continue
		}
		s.Rounds[c.Rounds]++
	}
	return s
}

// isNear reports whether two numbers differ by at most one.
func isNear(a, b int) bool { return a-b >= -1 && a-b <= 1 }

// named counts the faults of a set that made one of their own requirements fail.
func (c Compound) named() int {
	n := 0
	for _, place := range c.Places {
		if place == Named {
			n++
		}
	}
	return n
}

// neverConformant reports whether a fault that shows was never named.
func (c Compound) neverConformant() bool {
	return slices.ContainsFunc(c.NeverNamed, func(id string) bool { return c.Places[id] != Masked })
}

// RoundsFor returns the number of rounds after which this part of all sets was conformant, or 0
// if so many sets never were.
func (s Compounded) RoundsFor(part float64) int {
	done := 0
	for rounds := 0; rounds <= s.Faults; rounds++ {
		done += s.Rounds[rounds]
		if float64(done) >= part*float64(s.Sets) {
			return max(rounds, 1)
		}
	}
	return 0
}

// Holds reports whether no fault is green in a compound, no build with a visible fault was called
// conformant, and every set could be judged.
func (p *CompoundProof) Holds() bool {
	s := p.Sum()
	return s.Places[Green] == 0 && s.Conformant == 0 && s.Troubled == 0
}

// Write prints the proof as text: each set with a green fault or another problem, and the score.
// If all is true, it also prints every other set.
func (p *CompoundProof) Write(w io.Writer, all bool) error {
	out := bufio.NewWriter(w)
	for _, c := range p.Compounds {
		c.write(out, all)
	}
	s := p.Sum()
	fmt.Fprintf(out, "%d sets of %d faults (seed %d): %d of %d faults named, %d blocked by what failed, %d green, %d undone by others\n",
		s.Sets, p.Size, p.Seed, s.Places[Named], s.Faults, s.Places[Behind], s.Places[Green], s.Places[Masked])
	fmt.Fprintf(out, "innocent requirements failed: %.2f a set; builds called conformant: %d; %s\n", float64(s.Innocents)/float64(max(s.Sets, 1)), s.Conformant, s.roundsInWords())
	fmt.Fprintf(out, "causes: as many as faults that can be distinguished, give or take one, in %d of %d sets; as many as faults were named, in %d\n", s.Causes, s.Sets, s.CausesNamed)
	if shown := s.Faults - s.Places[Masked]; s.Places[Green] == 0 && shown > 0 {
		fmt.Fprintf(out, "no green fault in %d: the true rate is below %.4f %% with 95 %% confidence\n", shown, 100*(1-math.Pow(0.05, 1/float64(shown))))
	}
	fmt.Fprintf(out, "%s\n", p.Took.Round(100*time.Millisecond))
	return out.Flush()
}

func (s Compounded) roundsInWords() string {
	if s.RoundsFor(0.95) == 0 {
		return fmt.Sprintf("%d of %d sets never became conformant by fixing what was named", s.NeverConformant, s.Sets)
	}
	return fmt.Sprintf("rounds to conformant: at most %d in half of the sets, %d in 95 %%; %d sets never were", s.RoundsFor(0.5), s.RoundsFor(0.95), s.NeverConformant)
}

func (c Compound) write(w io.Writer, all bool) {
	var green, masked []string
	for _, id := range c.Faults {
		switch c.Places[id] {
		case Green:
			green = append(green, id)
		case Masked:
			masked = append(masked, id)
		}
	}
	if !all && len(green) == 0 && c.Trouble == "" && !c.neverConformant() && !c.Run.Good() {
		return
	}
	if all || len(green)+len(masked)+len(c.Innocent) > 0 || c.Trouble != "" || c.neverConformant() {
		fmt.Fprintf(w, "%s\n", strings.Join(c.Faults, " + "))
		line(w, "over", c.Variants)
		line(w, "green", green)
		line(w, "not shown", masked)
		line(w, "innocent", c.Innocent)
		line(w, "failed", c.Failed)
		line(w, "stuck", c.NeverNamed)
		if c.Trouble != "" {
			line(w, "no verdict", []string{c.Trouble})
		}
	}
}

func line(w io.Writer, title string, ids []string) {
	if len(ids) > 0 {
		fmt.Fprintf(w, "  %-10s  %s\n", title, strings.Join(ids, ", "))
	}
}
