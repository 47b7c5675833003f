package cli

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/visible"
)

// terminal gives the file behind a writer, if it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := visible.Unwrap(w).(*os.File)
	return f, ok && isTerminal(f)
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// columns is how wide a writer is; 80 where it is no terminal.
func columns(w io.Writer) int {
	if f, ok := terminal(w); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return min(width, 120)
		}
	}
	return 80
}

// coloured tells whether to colour: on a terminal, unless NO_COLOR says no.
func coloured(w io.Writer) bool {
	_, ok := terminal(w)
	_, no := os.LookupEnv("NO_COLOR")
	return ok && !no && os.Getenv("TERM") != "dumb"
}

// progress shows how far a run is: a bar on a terminal, and elsewhere one plain
// line for every quarter.
type progress struct {
	mu   sync.Mutex
	out  io.Writer
	bar  *progressbar.ProgressBar
	said int
}

func newProgress(w io.Writer, checks int) *progress {
	p := &progress{out: w}
	if _, ok := terminal(w); ok {
		p.bar = progressbar.NewOptions(checks,
			progressbar.OptionSetWriter(visible.Drawing(w)), progressbar.OptionSetDescription("checks"),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(redraw))
	}
	return p
}

func (p *progress) step(s suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Set(s.Done) // a bar that cannot be drawn is no reason to stop
		return
	}
	if quarter := s.Done * 4 / s.Planned; quarter > p.said {
		p.said = quarter
		fmt.Fprintf(p.out, "%d of %d checks done\n", s.Done, s.Planned)
	}
}

func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
