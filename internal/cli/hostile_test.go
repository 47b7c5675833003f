//go:build linux

// The peak of memory is measured as Linux tells it.

package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
)

// mostMemory is what the program may take up, whatever a target sends.
const mostMemory = 300 << 20

// heavy are targets that send more than is good.
func heavy() map[string]http.Handler {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	block := make([]byte, 1<<20)
	for range 1 << 4 {
		_, _ = z.Write(block)
	}
	_ = z.Close()
	gigabyte := bytes.Repeat(packed.Bytes(), 1<<6) // a gzip body may have many members
	answer := func(body []byte, headers ...string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for n := 0; n < len(headers); n += 2 {
				w.Header().Set(headers[n], headers[n+1])
			}
			_, _ = w.Write(body)
		})
	}
	return map[string]http.Handler{
		"a gigabyte of nothing, packed": answer(gigabyte, "Content-Encoding", "gzip"),
		"ten million brackets":          answer(bytes.Repeat([]byte("["), 10_000_000)),
		"four million brackets":         answer(bytes.Repeat([]byte("["), 4<<20-1)),
		"nested arrays":                 answer([]byte(strings.Repeat("[", 2_000_000) + strings.Repeat("]", 2_000_000))),
		"two million members":           answer([]byte(`{"data":{` + strings.TrimSuffix(strings.Repeat(`"":1,`, 800_000), ",") + `}}`)),
		"many different members":        answer(differentMembers(4_000_000)),
		"objects":                       answer([]byte(`[` + strings.Repeat(`{},`, 1_300_000) + `{}]`)),
		"objects in data":               answer([]byte(`{"status":200,"data":[` + strings.Repeat(`{},`, 1_300_000) + `{}]}`)),
		"escapes":                       answer([]byte(`{"data":"` + strings.Repeat(`\\`, 990_000) + `"}`)),
		"an endless body": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			for r.Context().Err() == nil {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}),
		"good answers with four megabytes of padding": padded(reference.New(reference.Options{})),
	}
}

// differentMembers is an object of so many octets.
func differentMembers(size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"data":{"a":1`)
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, `,"%x":1`, n)
	}
	b.WriteString("}}")
	return b.Bytes()
}

// padded adds a member that means nothing to good answers.
func padded(next http.Handler) http.Handler {
	padding := []byte(`{"padding":"` + strings.Repeat("x", 4_000_000) + `",`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := httptest.NewRecorder()
		next.ServeHTTP(given, r)
		w.Header().Set("Content-Type", given.Header().Get("Content-Type"))
		w.WriteHeader(given.Code)
		_, _ = w.Write(bytes.Replace(given.Body.Bytes(), []byte("{"), padding, 1))
	})
}

// forgetOwnPeak gives back what the tests before have used. Linux counts the peak of the process that
// starts another one as that one's.
func forgetOwnPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // elsewhere the peak stays
}

// TestHeavyTargets holds that the program stays small, ends by itself, writes a
// report and passes nobody. It tells the CPU time that this took.
func TestHeavyTargets(t *testing.T) {
	testsize.SkipIfShort(t) // and the race detector, for which -short is, takes many times the memory
	targets := heavy()
	for _, name := range testsize.First(slices.Sorted(maps.Keys(targets)), 5) {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(targets[name])
			defer server.Close()
			defer server.CloseClientConnections()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, "assay", "server", "--base-url", server.URL, "--timeout", "2s", "--deadline", "20s", "--format", "quiet")
			if !testsize.IsFull() { // a hundred and fifty answers: kept, they would take twice what is allowed
				run.Args = append(run.Args, "--only", "OTP-*")
			}
			run.Dir, run.Env = t.TempDir(), append(os.Environ(), "ASSAY_TOKEN="+reference.DefaultToken)
			forgetOwnPeak()
			out, err := run.CombinedOutput()
			var exit *exec.ExitError
			require.True(t, errors.As(err, &exit), "%v %s", err, out)
			require.Contains(t, []int{1, 3}, exit.ExitCode(), "%s", out)
			require.FileExists(t, filepath.Join(run.Dir, "conformance-report", "index.html"))
			peak := exit.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%d MiB at the peak, %s of CPU, exit code %d", peak>>20, exit.UserTime()+exit.SystemTime(), exit.ExitCode())
			require.Less(t, peak, int64(mostMemory), "%d MiB", peak>>20)
		})
	}
}
