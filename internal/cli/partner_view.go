package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/steps"
)

// view tells while a store is clicked through what was seen, and what is still
// missing: on a terminal as a table that is drawn anew in its place, and
// elsewhere by a line whenever something is seen for the first time.
type view struct {
	mu      sync.Mutex
	out     io.Writer
	scope   []string
	calls   map[string]int // by endpoint in scope
	others  int            // calls of anything else
	bearers map[string]bool
	all     chan struct{}

	width func() int // of the terminal; nil where there is none
	drawn int        // lines of the table that stand on it
}

func newView(out io.Writer, scope []string) *view {
	v := &view{out: out, scope: scope, all: make(chan struct{}), bearers: make(map[string]bool), calls: make(map[string]int)}
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
	v.mu.Lock()
	defer v.mu.Unlock()
	_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	v.bearers[strings.TrimSpace(bearer)] = true
	endpoint := steps.EndpointOf(x)
	if !slices.Contains(v.scope, certify.CapabilityOf(endpoint)) || endpoint == "" {
		v.others++
		v.draw()
		return
	}
	v.calls[endpoint]++
	v.draw()
	if v.calls[endpoint] > 1 {
		return
	}
	if v.width == nil {
		fmt.Fprintf(v.out, "seen %s; %s\n", steps.Title(endpoint), v.left())
	}
	if len(v.missing()) == 0 {
		close(v.all)
	}
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
	return slices.DeleteFunc(steps.Endpoints(), func(e string) bool {
		return v.calls[e] > 0 || !slices.Contains(v.scope, certify.CapabilityOf(e))
	})
}

// left lists what is still missing, by capability.
func (v *view) left() string {
	missing := v.missing()
	if len(missing) == 0 {
		return "nothing is missing"
	}
	byScope := make(map[string][]string)
	for _, endpoint := range missing {
		scope := certify.CapabilityOf(endpoint)
		byScope[scope] = append(byScope[scope], endpoint)
	}
	var parts []string
	for _, scope := range suite.Scopes {
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
	_, _ = io.WriteString(v.out, b.String()) // a terminal that is gone is no reason to stop
}

// rows are the table: a line for each endpoint in scope, and one for the rest.
func (v *view) rows() []string {
	var rows []string
	for _, scope := range v.scope {
		label := scope
		for _, endpoint := range steps.Endpoints() {
			if certify.CapabilityOf(endpoint) != scope {
				continue
			}
			rows = append(rows, fmt.Sprintf("  %-10s %s", label, v.row(endpoint)))
			label = ""
		}
	}
	switch n := len(v.missing()); n {
	case 0:
		rows = append(rows, "  nothing is missing")
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
	return rows
}

func (v *view) row(endpoint string) string {
	switch n := v.calls[endpoint]; n {
	case 0:
		return "○ " + steps.Title(endpoint)
	case 1:
		return "✓ " + steps.Title(endpoint) + ", once"
	default:
		return fmt.Sprintf("✓ %s, %d times", steps.Title(endpoint), n)
	}
}
