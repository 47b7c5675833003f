package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/steps/partner"
)

// view tells while a store is clicked through what was seen, and what is still to
// be shown: on a terminal as a table that is drawn anew in its place, and
// elsewhere by a line whenever something is seen for the first time.
type view struct {
	mu      sync.Mutex
	out     io.Writer
	scope   []string
	calls   map[string]int // by endpoint in scope
	others  int            // calls of anything else
	bearers map[string]bool
	watch   *certify.Watch

	came     int // exchanges, and how many of them stand in what is shown
	shown    int
	standing certify.Standing
	said     string // the last line about the requirements

	width func() int // of the terminal; nil where there is none
	drawn int        // lines of the table that stand on it
}

func newView(out io.Writer, scope []string, watch *certify.Watch) *view {
	v := &view{out: out, scope: scope, watch: watch, bearers: make(map[string]bool), calls: make(map[string]int)}
	if _, ok := terminal(out); ok && os.Getenv("TERM") != "dumb" {
		v.width = func() int { return columns(out) }
	}
	return v
}

// open shows the table before anything was seen.
func (v *view) open() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.draw()
}

// see is told of every exchange, by many at once.
func (v *view) see(x *recording.Exchange) {
	v.watch.Add(x)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.came++
	_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	v.bearers[strings.TrimSpace(bearer)] = true
	endpoint := partner.EndpointOf(x)
	if !slices.Contains(v.scope, spec.Of(endpoint).Capability) || endpoint == "" {
		v.others++
		v.draw()
		return
	}
	v.calls[endpoint]++
	v.draw()
	if v.calls[endpoint] == 1 && v.width == nil {
		fmt.Fprintf(v.out, "seen %s; %s\n", spec.Line(endpoint), v.left())
	}
}

// refresh judges what came since the last time, and says what is still to be
// shown.
func (v *view) refresh(ctx context.Context) error {
	v.mu.Lock()
	came := v.came
	fresh := came == v.shown
	v.mu.Unlock()
	if fresh {
		return nil
	}
	standing, err := v.watch.Standing(ctx)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.shown, v.standing = came, standing
	v.draw()
	if line := v.toShow(); v.width == nil && line != v.said {
		v.said = line
		fmt.Fprintln(v.out, line)
	}
	return nil
}

// toShow is a line about the requirements: how many were exercised, which of them
// failed, and which were not exercised yet.
func (v *view) toShow() string {
	s := v.standing
	line := fmt.Sprintf("%d of %d requirements exercised", len(s.Exercised), len(s.Exercised)+len(s.Open))
	if len(s.Failed) > 0 {
		line += fmt.Sprintf("; %d failed: %s", len(s.Failed), listed(s.Failed))
	}
	if len(s.Open) > 0 {
		line += "; still missing: " + listed(s.Open)
	}
	return line
}

// listed names requirements, the first few by their ids.
func listed(all []result.Requirement) string {
	const most = 12
	var ids []string
	for _, r := range all[:min(len(all), most)] {
		ids = append(ids, r.ID)
	}
	if beyond := len(all) - most; beyond > 0 {
		ids = append(ids, fmt.Sprintf("and %d more", beyond))
	}
	return strings.Join(ids, ", ")
}

// close leaves the table as it stands: what comes now changes it no more.
func (v *view) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.out = io.Discard
}

// tokens are the credentials that were seen: to be cut out of all that is
// written.
func (v *view) tokens() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Collect(maps.Keys(v.bearers))
}

// missing are the endpoints in scope that were not called yet.
func (v *view) missing() []string {
	return slices.DeleteFunc(spec.Names(), func(e string) bool {
		return v.calls[e] > 0 || !slices.Contains(v.scope, spec.Of(e).Capability)
	})
}

// left lists what is still missing, by capability.
func (v *view) left() string {
	missing := v.missing()
	if len(missing) == 0 {
		return "every call in scope was seen: press Enter or Ctrl-C to end"
	}
	byScope := make(map[string][]string)
	for _, endpoint := range missing {
		scope := spec.Of(endpoint).Capability
		byScope[scope] = append(byScope[scope], endpoint)
	}
	var parts []string
	for _, scope := range spec.Capabilities() {
		if names := byScope[scope]; len(names) > 0 {
			parts = append(parts, scope+" "+strings.Join(names, ", "))
		}
	}
	return "still missing: " + strings.Join(parts, "; ")
}

// draw puts the table in the place of the one before. A line that the terminal
// would break counts as several, so none is longer than the terminal is wide.
func (v *view) draw() {
	if v.width == nil {
		return
	}
	var b strings.Builder
	if v.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", v.drawn)
	}
	rows := v.rows()
	for _, row := range rows {
		line := []rune(row)
		b.WriteString(string(line[:min(len(line), v.width()-1)]) + "\n")
	}
	v.drawn = len(rows)
	_, _ = io.WriteString(visible.Drawing(v.out), b.String()) // a terminal that is gone is no reason to stop
}

// rows are the table: a line for each endpoint in scope, and one for the rest.
func (v *view) rows() []string {
	var rows []string
	for _, scope := range v.scope {
		label := scope
		for _, endpoint := range spec.Names() {
			if spec.Of(endpoint).Capability != scope {
				continue
			}
			rows = append(rows, fmt.Sprintf("  %-10s %s", label, v.row(endpoint)))
			label = ""
		}
	}
	switch n := len(v.missing()); n {
	case 0:
		rows = append(rows, "  every call was seen")
	default:
		rows = append(rows, fmt.Sprintf("  %d still missing", n))
	}
	switch v.others {
	case 0:
	case 1:
		rows[len(rows)-1] += ", 1 other call"
	default:
		rows[len(rows)-1] += fmt.Sprintf(", %d other calls", v.others)
	}
	return append(rows, v.stillOpen()...)
}

// stillOpen are the lines about the requirements: some of those that were not
// exercised yet are told in full, of endpoints that were called first.
func (v *view) stillOpen() []string {
	if v.shown == 0 {
		return nil
	}
	const most = 6
	s := v.standing
	rows := []string{fmt.Sprintf("  %d of %d requirements exercised", len(s.Exercised), len(s.Exercised)+len(s.Open))}
	if len(s.Failed) > 0 {
		rows[0] += fmt.Sprintf("; %d failed: %s", len(s.Failed), listed(s.Failed))
	}
	open := slices.Clone(s.Open)
	slices.SortStableFunc(open, func(a, b result.Requirement) int { return v.rank(a) - v.rank(b) })
	for _, r := range open[:min(len(open), most)] {
		rows = append(rows, "    still missing: "+r.ID+" "+r.Statement)
	}
	if beyond := len(open) - most; beyond > 0 {
		rows = append(rows, fmt.Sprintf("    and %d more", beyond))
	}
	return rows
}

// rank puts what is open of an endpoint that was called before the rest.
func (v *view) rank(r result.Requirement) int {
	for endpoint, n := range v.calls {
		if n > 0 && spec.Line(endpoint) == r.Endpoint {
			return 0
		}
	}
	return 1
}

func (v *view) row(endpoint string) string {
	switch n := v.calls[endpoint]; n {
	case 0:
		return "○ " + spec.Line(endpoint)
	case 1:
		return "✓ " + spec.Line(endpoint) + ", once"
	default:
		return fmt.Sprintf("✓ %s, %d times", spec.Line(endpoint), n)
	}
}
