package recording

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// endless repeats text for ever after its start.
type endless struct{ start, text string }

func (e *endless) Read(p []byte) (int, error) {
	if e.start != "" {
		n := copy(p, e.start)
		e.start = e.start[n:]
		return n, nil
	}
	return copy(p, e.text), nil
}

func TestEndlessHARs(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	for name, file := range map[string]*endless{
		"entry": {`{"log":{"entries":[{"a":"`, strings.Repeat("a", 4096)}, "member": {`{"x":"`, strings.Repeat("a", 4096)}, "space": {`{"log":{"entries":[`, strings.Repeat(" ", 4096)},
	} {
		err := readHAR(t.Context(), file, 4<<20, func(*Exchange) error { return nil })
		require.ErrorContains(t, err, "larger than 4 MiB", name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	entry := `{"request":{"method":"GET","url":"u"}},`
	err := ReadHAR(ctx, &endless{`{"log":{"entries":[`, entry}, func(*Exchange) error { cancel(); return nil })
	require.ErrorIs(t, err, context.Canceled)
}
