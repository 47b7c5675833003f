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

// Line writes a line of its own; a bar is drawn anew below it.
func (p *Counter) Line(text string) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(p.out, text)
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
	waits   bool      // it was told of a wait
	until   time.Time // the wait that is shown ends
}

// NewProgress counts the checks of a run.
func NewProgress(w io.Writer) *Progress { return &Progress{counter: NewCounter(w, "checks")} }

// Step draws what is done.
func (p *Progress) Step(s suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.Count(s.Done, s.Planned)
}

// longWait is a wait that is shown each time; of shorter ones only the first is.
const longWait = 3 * time.Second

// Wait shows that the run waits since the target asks for it, by the status with which it
// refused a call: else it would seem to hang.
func (p *Progress) Wait(call string, status int, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if pause < longWait && p.waits || now.Before(p.until) {
		return
	}
	text := fmt.Sprintf("waiting %s, as the target asks with HTTP status %d (%s)", pause.Round(100*time.Millisecond), status, call)
	if pause < longWait {
		text += fmt.Sprintf("; other waits of less than %s are not shown", longWait)
	}
	p.waits, p.until = true, now.Add(pause)
	p.counter.Line(text)
}

// Done ends the drawing.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.Done()
}
