package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/visible"
)

// redraw is how long a bar stays as it is drawn.
const redraw = 100 * time.Millisecond

// Counter shows how many of something are done: a bar on a terminal, and
// elsewhere one plain line for every quarter. It is used by one goroutine at a
// time.
type Counter struct {
	out  io.Writer
	what string
	bar  *progressbar.ProgressBar
	said int
}

// NewCounter counts what is named in the plural.
func NewCounter(w io.Writer, what string) *Counter { return &Counter{out: w, what: what} }

// Count draws how many are done.
func (p *Counter) Count(done, planned int) {
	if _, ok := File(p.out); ok {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(planned,
				progressbar.OptionSetWriter(visible.Drawing(p.out)), progressbar.OptionSetDescription(p.what),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(redraw))
		}
		_ = p.bar.Set(done) // a bar that cannot be drawn is no reason to stop
		return
	}
	if quarter := done * 4 / planned; quarter > p.said {
		p.said = quarter
		fmt.Fprintf(p.out, "%d of %d %s done\n", done, planned, p.what)
	}
}

// Done ends the drawing.
func (p *Counter) Done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Progress shows how far a run is. It may be told by several goroutines at once.
type Progress struct {
	mu      sync.Mutex
	counter *Counter
}

// NewProgress counts the checks of a run.
func NewProgress(w io.Writer) *Progress { return &Progress{counter: NewCounter(w, "checks")} }

// Step draws what is done.
func (p *Progress) Step(s suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.Count(s.Done, s.Planned)
}

// Done ends the drawing.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.Done()
}
