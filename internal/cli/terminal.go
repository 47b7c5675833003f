package cli

import (
	"io"
	"os"
	"sync"

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

// progress shows how far a run is. It may be told by several goroutines at once.
type progress struct {
	mu      sync.Mutex
	counter *counter
}

func newProgress(w io.Writer) *progress { return &progress{counter: newCounter(w, "checks")} }

func (p *progress) step(s suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.count(s.Done, s.Planned)
}

func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counter.done()
}
