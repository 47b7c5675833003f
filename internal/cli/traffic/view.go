package traffic

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
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner"
)

// view shows, while somebody uses a store, which calls were seen and which are still missing. On a
// terminal it draws a table again and again in the same place. Elsewhere it prints a line whenever
// it sees something for the first time.
type view struct {
	mu    sync.Mutex
	out   io.Writer
	scope []string
	watch *certify.LivePartner
	seen  calls

	shown    int // number of exchanges in the present output
	standing certify.LiveResult
	said     string // the last line about the requirements

	place place
}

// calls counts the exchanges that were seen so far.
type calls struct {
	came    int            // number of all exchanges
	of      map[string]int // calls, by endpoint in scope
	others  int            // number of calls that are not to an endpoint in scope
	bearers map[string]bool
}

// place is the position of the table on a terminal.
type place struct {
	width func() int // width of the terminal; nil if there is none
	drawn int        // lines of the table that are on the terminal now
}

func newView(out io.Writer, scope []string, watch *certify.LivePartner) *view {
	v := &view{out: out, scope: scope, watch: watch, seen: calls{of: make(map[string]int), bearers: make(map[string]bool)}}
	if _, ok := terminal.File(out); ok && os.Getenv("TERM") != "dumb" {
		v.place.width = func() int { return terminal.Columns(out) }
	}
	return v
}

// open shows the table before the first call.
func (v *view) open() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.draw()
}

// see adds an exchange to the view. Several goroutines may call it at the same time.
func (v *view) see(x *recording.Exchange) {
	v.watch.Add(x)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen.came++
	_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	v.seen.bearers[strings.TrimSpace(bearer)] = true
	endpoint := partner.EndpointOf(x)
	if !slices.Contains(v.scope, spec.Of(endpoint).Capability) || endpoint == "" {
		v.seen.others++
		v.draw()
		return
	}
	v.seen.of[endpoint]++
	v.draw()
	if v.seen.of[endpoint] == 1 && v.place.width == nil {
		fmt.Fprintf(v.out, "seen %s; %s\n", spec.Line(endpoint), v.missingText())
	}
}

// refresh judges the exchanges that came since the last time, and shows which requirements are
// still missing.
func (v *view) refresh(ctx context.Context) error {
	v.mu.Lock()
	came := v.seen.came
	fresh := came == v.shown
	v.mu.Unlock()
	if fresh {
		return nil
	}
	standing, err := v.watch.Judge(ctx)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.shown, v.standing = came, standing
	v.draw()
	if line := v.progressLine(); v.place.width == nil && line != v.said {
		v.said = line
		fmt.Fprintln(v.out, line)
	}
	return nil
}

// progressLine returns a line about the requirements: how many were exercised, which of them
// failed, and which were not exercised yet.
func (v *view) progressLine() string {
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

// listed returns the ids of requirements. It names only the first few.
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

// close ends the view. The table stays on the terminal, and later calls do not change it.
func (v *view) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.out = io.Discard
}

// tokens returns the credentials that were seen. They must be cut out of everything that assay
// writes.
func (v *view) tokens() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Collect(maps.Keys(v.seen.bearers))
}

// missing returns the endpoints in scope that were not called yet.
func (v *view) missing() []string {
	return slices.DeleteFunc(spec.Names(), func(e string) bool {
		return v.seen.of[e] > 0 || !slices.Contains(v.scope, spec.Of(e).Capability)
	})
}

// missingText describes which calls are still missing, by capability.
func (v *view) missingText() string {
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
