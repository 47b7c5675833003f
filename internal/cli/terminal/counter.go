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

// redraw is the shortest time between two drawings of a bar.
const redraw = 100 * time.Millisecond

// Counter shows how many of something are done: as a bar on a terminal, and elsewhere as one plain
// line for every quarter. Only one goroutine at a time may use it.
type Counter struct {
	out  io.Writer
	what string
	bar  *progressbar.ProgressBar
	said int
}

// NewCounter makes a Counter. The argument what is the plural name of the counted things.
func NewCounter(w io.Writer, what string) *Counter { return &Counter{out: w, what: what} }

// Count shows that some of the planned number are done.
func (p *Counter) Count(done, planned int) {
	if _, ok := File(p.out); ok {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(planned,
				progressbar.OptionSetWriter(visible.Drawing(p.out)), progressbar.OptionSetDescription(p.what),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(redraw))
		}
		_ = p.bar.Set(done) // the run goes on even if the bar cannot be drawn
		return
	}
	if quarter := done * 4 / planned; quarter > p.said {
		p.said = quarter
		fmt.Fprintf(p.out, "%d of %d %s done\n", done, planned, p.what)
	}
}

// Line writes a separate line. A bar is drawn again below it.
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

// Progress shows how far a run is. Several goroutines may use it at the same time.
type Progress struct {
	mu      sync.Mutex
	counter *Counter
	waits   bool      // a wait was shown before
	until   time.Time // the end of the wait that is shown
}

// NewProgress counts the checks of a run.
func NewProgress(w io.Writer) *Progress { return &Progress{counter: NewCounter(w, "checks")} }

// Step shows the number of checks that are done.
func (p *Progress) Step(s suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.Count(s.Done, s.Planned)
}

// longWait is the shortest wait that is always shown. Of the shorter waits, only the first is
// shown.
const longWait = 3 * time.Second

// Wait shows that the run waits before it repeats a call, and the status with which the
// target refused the call. Without this line the run would seem to hang.
func (p *Progress) Wait(call string, status int, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if pause < longWait && p.waits || now.Before(p.until) {
		return
	}
	text := fmt.Sprintf("waiting %s after HTTP status %d (%s)", pause.Round(100*time.Millisecond), status, call)
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
