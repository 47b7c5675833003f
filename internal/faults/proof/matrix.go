package proof

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"
)

// Write prints the proof as text: every requirement with the results of its faults, and the
// score. Unless all is true, it leaves out the faults that their own requirement has killed.
func (p *Proof) Write(w io.Writer, all bool) error {
	out := bufio.NewWriter(w)
	byRequirement := make(map[string][]FaultResult)
	for _, v := range p.Results {
		byRequirement[v.Breaks] = append(byRequirement[v.Breaks], v)
	}
	for _, q := range p.Requirements {
		writeRequirement(out, q, byRequirement[q.ID], all)
	}
	for _, q := range p.Unproved() {
		fmt.Fprintf(out, "%s  no fault breaks it  %s\n", q.ID, q.Statement)
	}
	for _, v := range p.Variants {
		v.write(out, all)
	}
	p.writeScore(out, len(byRequirement))
	return out.Flush()
}

func writeRequirement(w io.Writer, q Statement, verdicts []FaultResult, all bool) {
	killed := 0
	for _, v := range verdicts {
		if v.Status == Killed {
			killed++
		}
	}
	if len(verdicts) == 0 || (!all && killed == len(verdicts)) {
		return
	}
	fmt.Fprintf(w, "%s  %d of %d killed  %s\n", q.ID, killed, len(verdicts), q.Statement)
	for _, v := range verdicts {
		if all || v.Status != Killed {
			fmt.Fprintf(w, "  %-16s  %s: %s\n", v.Status, v.Fault, v.Why)
			writeReach(w, v)
		}
	}
	fmt.Fprintln(w)
}

// writeReach prints which other requirements the fault affected.
func writeReach(w io.Writer, v FaultResult) {
	var others []string
	for _, id := range v.Failed {
		if id != v.Breaks {
			others = append(others, id)
		}
	}
	const margin = "                    "
	if len(others) > 0 {
		fmt.Fprintf(w, "%sfailed too: %s\n", margin, strings.Join(others, ", "))
	}
	if len(v.NotJudged) > 0 {
		fmt.Fprintf(w, "%snot judged: %s\n", margin, strings.Join(v.NotJudged, ", "))
	}
	if v.Error != "" {
		fmt.Fprintf(w, "%sno verdict: %s\n", margin, v.Error)
	}
}

// write prints a variant. It prints a variant that passed only if all is true.
func (f VariantResult) write(w io.Writer, all bool) {
	if f.Holds() && !all {
		return
	}
	fmt.Fprintf(w, "legal variant %s is %s", f.Variant, cmp.Or(string(f.Run), "not judged"))
	if f.Why != "" {
		fmt.Fprintf(w, ": %s", f.Why)
	}
	fmt.Fprintln(w)
	if len(f.Together) > 0 {
		fmt.Fprintf(w, "    already with %s\n", strings.Join(f.Together, " + "))
	}
	for _, line := range f.Complaints {
		fmt.Fprintf(w, "    %s\n", line)
	}
	if f.Trouble != "" {
		fmt.Fprintf(w, "    no verdict: %s\n", f.Trouble)
	}
}

func (p *Proof) writeScore(w io.Writer, broken int) {
	if len(p.Variants) > 0 {
		fmt.Fprintf(w, "legal variants: %d of %d conformant\n", len(p.Variants)-len(p.failedVariants()), len(p.Variants))
	}
	if len(p.Results) == 0 && len(p.Variants) > 0 {
		return // only variants were asked for
	}
	counts := p.Count()
	fmt.Fprintf(w, "%d faults in %d of %d requirements: %d killed by the requirement that they break, %d killed elsewhere, %d survived\n",
		len(p.Results), broken, len(p.Requirements), counts[Killed], counts[Elsewhere], counts[Survived])
	if p.Quick {
		fmt.Fprintf(w, "%s; which other requirements a fault fails is not shown\n", p.Took.Round(100*time.Millisecond))
		return
	}
	fmt.Fprintf(w, "%s; at most two requirements failed for %.1f %% of the faults\n", p.Took.Round(100*time.Millisecond), 100*p.Precision())
	if len(p.Only) > 0 {
		return
	}
	fmt.Fprintf(w, "%d distinct sets of failed checks", p.DistinctResults())
	if rare := p.RarelyBroken(); len(rare) > 0 {
		fmt.Fprintf(w, "; at most two faults break %s", strings.Join(rare, ", "))
	}
	fmt.Fprintln(w)
}

// Precision is the fraction of the faults that failed at most two requirements.
func (p *Proof) Precision() float64 {
	if len(p.Results) == 0 {
		return 0
	}
	sharp := 0
	for _, v := range p.Results {
		if len(v.Failed) <= 2 {
			sharp++
		}
	}
	return float64(sharp) / float64(len(p.Results))
}
