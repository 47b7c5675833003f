package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/credit-partner/assay/internal/visible"
)

// redraw is how long a bar stays as it is drawn.
const redraw = 100 * time.Millisecond

// counter shows how many of something are done: a bar on a terminal, and
// elsewhere one plain line for every quarter. It is used by one goroutine at a
// time.
type counter struct {
	out  io.Writer
	what string
	bar  *progressbar.ProgressBar
	said int
}

func newCounter(w io.Writer, what string) *counter { return &counter{out: w, what: what} }

func (p *counter) count(done, planned int) {
	if _, ok := terminal(p.out); ok {
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

func (p *counter) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
