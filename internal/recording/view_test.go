package recording

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/redact"
)

// answers are exchanges of which each was answered by a body of so many octets.
func answers(count, size int) []*Exchange {
	body := []byte(`{"data":[` + strings.Repeat(`{"a":"b"},`, size/10) + `{}]}`)
	var log Log
	for range count {
		log.Add(&Exchange{
			Request:  Request{Method: http.MethodPost, URL: "http://h/", Header: http.Header{}, Body: []byte(`{"item_code":"CODE-1"}`)},
			Response: &Response{Status: http.StatusOK, Header: http.Header{}, Body: body},
		})
	}
	return log.All()
}

// testRoom is less than a run has, so that tests have less to redact.
const testRoom = 1 << 20

func newTestView() *View {
	v := NewView(redact.New(redact.Options{Secrets: []string{"a-secret-of-ours"}}))
	v.room = testRoom
	return v
}

// TestACompressedBodyIsLeftOut holds that nobody can unpack what should be cut.
func TestACompressedBodyIsLeftOut(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err := w.Write([]byte(`{"otp":"802223"}`))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for name, c := range map[string]struct {
		coding, body, shown string
	}{
		"gzip":                 {"gzip", zipped.String(), packed},
		"gzip without a word":  {"", zipped.String(), packed},
		"another":              {"br", "\x8b\x00\xff", packed},
		"unpacked by a record": {"gzip", `{"a":1}`, `{"a":1}`},
		"no compression":       {"identity", "\xff", "\xff"},
	} {
		e := &Exchange{Request: Request{Method: http.MethodPost, URL: "http://h/", Header: http.Header{"Content-Encoding": {c.coding}}, Body: []byte(c.body)}}
		require.Equal(t, c.shown, string(newTestView().exchange(e).request.body), name)
	}
}

// TestAnExchangeIsRedactedOnce counts octets: what is redacted does not grow with how
// often an exchange is shown, and not without bound with what was answered.
func TestAnExchangeIsRedactedOnce(t *testing.T) {
	for name, all := range map[string][]*Exchange{
		"4 MB":   answers(12, 4<<20),
		"250 kB": answers(20, 250_000),
		"40 kB":  answers(100, 40_000),
		"1 kB":   answers(100, 1_000),
	} {
		t.Run(name, func(t *testing.T) {
			v := newTestView()
			v.Prepare(all)
			once := v.redacted.Load()
			most := testRoom + len(all)*(moreRoom+leastWhole+beginning+redact.Lookahead)
			require.LessOrEqual(t, once, int64(most), "%d for each exchange", once/int64(len(all)))
			for _, e := range all {
				v.Result(e, longBeginning)
				v.Curl(e)
			}
			require.NoError(t, v.WriteHAR(&bytes.Buffer{}, Creator{}, func(yield func(*Exchange) bool) { _ = yield(all[0]) && yield(all[1]) }))
			require.Equal(t, once, v.redacted.Load())
		})
	}
}

// TestWhatIsNotShownIsCounted holds that nothing is dropped without a word: in the
// result, in the recording, in a curl command.
func TestWhatIsNotShownIsCounted(t *testing.T) {
	for size, cut := range map[int]bool{1_000: false, 200_000: false, mostWhole + 1: true} {
		all := answers(2, size)
		v := newTestView()
		shown := v.Result(all[1], 0).Response
		whole := len(all[1].Response.Body)
		require.Equal(t, cut, shown.Cut)
		require.EqualValues(t, whole, shown.BodySize)
		require.Equal(t, !cut, len(shown.Body) == whole)
		if cut {
			require.InDelta(t, longBeginning, len(shown.Body), 100, "the beginning is shown")
		}
		back := written(t, v, all)[1]
		require.Equal(t, shown.Body, string(back.Response.Body))
		require.EqualValues(t, whole-len(shown.Body), back.Response.Cut)
	}
	large := answers(1, 100)[0]
	large.Request.Body = bytes.Repeat([]byte("a"), 100_000)
	require.Contains(t, newTestView().Curl(large), "# the beginning of its body, which has 100000 bytes")
}

func written(t *testing.T, v *View, all []*Exchange) (back []*Exchange) {
	t.Helper()
	var har bytes.Buffer
	each := func(yield func(*Exchange) bool) {
		for _, e := range all {
			if !yield(e) {
				return
			}
		}
	}
	require.NoError(t, v.WriteHAR(&har, Creator{}, each))
	require.NoError(t, ReadHAR(context.Background(), &har, func(e *Exchange) error {
		back = append(back, e)
		return nil
	}))
	return back
}

// TestWhereTheRoomIsUsedUp holds that small bodies are whole even then, and that the
// same is shown whether exchanges are prepared side by side or not.
func TestWhereTheRoomIsUsedUp(t *testing.T) {
	all := append(answers(20, 100_000), answers(1, 3_000)...)
	prepared, other := newTestView(), newTestView()
	prepared.Prepare(all)
	cut := 0
	for _, e := range all {
		shown := prepared.Result(e, 0)
		require.Equal(t, other.Result(e, 0), shown)
		if shown.Response.Cut {
			cut++
		}
	}
	require.Equal(t, 20-(testRoom+20*moreRoom)/100_000, cut)
	require.False(t, prepared.Result(all[20], 0).Response.Cut)
}

// TestHeadersThatAreTooManyAreCounted holds the bound on what of a header is shown.
func TestHeadersThatAreTooManyAreCounted(t *testing.T) {
	e := answers(1, 10)[0]
	for n := range 1000 {
		e.Response.Header.Add("X-Many", fmt.Sprint(n))
	}
	e.Response.Header.Set("X-Long", strings.Repeat("a", 100_000))
	v := newTestView()
	lines := v.Result(e, 0).Response.Headers
	require.Len(t, lines, 257)
	require.Equal(t, "745 lines", lines[256].Value)
	require.Less(t, v.redacted.Load(), int64(50_000))
}
