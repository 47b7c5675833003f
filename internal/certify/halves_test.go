package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestThePartnersSandboxIsAConformantServer holds that what partners are run
// against keeps the protocol itself, while it refuses what it must.
func TestThePartnersSandboxIsAConformantServer(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	requireConformant(t, inProcess(sandbox.New(sandbox.Options{Strict: true})))
}

// serverSide is the recording of the server side's own run.
func serverSide(t *testing.T) *certify.Evidence {
	t.Helper()
	e, err := certify.Server(context.Background(), whole(t), inProcess(reference.New(reference.Options{})))
	require.NoError(t, err)
	return e
}

// TestTheServerSideIsAConformantPartner holds that the suite keeps the protocol
// that it judges, its deliberate negative requests aside.
func TestTheServerSideIsAConformantPartner(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	e := serverSide(t)
	o := closed(e.Log)
	run := judge(t, o)
	requireNothingFailed(t, run)
	require.Equal(t, result.Conformant, run.Verdict)
	var har bytes.Buffer
	require.NoError(t, e.WriteHAR(&har))
	run = judge(t, fromHAR(har.Bytes()))
	requireNothingFailed(t, run)
	require.Equal(t, result.Partial, run.Verdict, "what is masked in a recording is not judged")
	require.Equal(t, []string{"otp", "limits", "purchases", "lookup"}, run.Scope)
}

func requireNothingFailed(t *testing.T, run *result.Run) {
	t.Helper()
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			require.Empty(t, c.Failures, "%s %s", r.ID, c.Name)
			if c.Outcome == result.Untested {
				t.Logf("%s %s: %s", r.ID, c.Name, c.Reason)
			}
		}
	}
}

// fromHAR are the options for a recording from elsewhere.
func fromHAR(har []byte) certify.PartnerOptions {
	return certify.PartnerOptions{Cut: true, Traffic: func(ctx context.Context, each func(*recording.Exchange) error) error {
		return recording.ReadHAR(ctx, bytes.NewReader(har), each)
	}}
}

// TestALargeHARIsJudgedInAStream holds that memory does not grow with the recording.
func TestALargeHARIsJudgedInAStream(t *testing.T) {
	testsize.SkipIfShort(t)
	exchanges := testsize.Of(6_000, 12_000)
	day := mustDay(t).All()
	in, out := io.Pipe()
	go func() {
		out.CloseWithError(recording.NewView(nil).WriteHAR(out, recording.Creator{Name: "x"}, func(yield func(*recording.Exchange) bool) {
			for n := range exchanges {
				x := *day[n%len(day)]
				x.Request.Header = x.Request.Header.Clone()
				x.Request.Header.Set("Noncestr", fmt.Sprint(n))
				if !yield(&x) {
					return
				}
			}
		}))
	}()
	held := func() uint64 { // what the tests before have left is collected
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most := held(), uint64(0)
	seen := 0
	run := judge(t, certify.PartnerOptions{Cut: true, Traffic: func(ctx context.Context, each func(*recording.Exchange) error) error {
		return recording.ReadHAR(ctx, in, func(x *recording.Exchange) error {
			if seen++; seen%2000 == 0 {
				most = max(most, held())
			}
			return each(x)
		})
	}})
	require.Equal(t, exchanges, run.Traffic.Requests)
	require.Equal(t, result.Partial, run.Verdict, "what the recorder masked was not judged: %s", run.Reason)
	require.Less(t, len(run.Exchanges), 1000, "only evidence is kept")
	require.Less(t, most, before+(10<<20))
	t.Logf("%d MB at the most, %d MB before", most>>20, before>>20)
}
