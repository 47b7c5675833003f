package recording_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/testsize"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func sample() *recording.Exchange {
	return &recording.Exchange{
		ID: "x0001", Endpoint: "create-limit", Check: "LIM-01 one", Started: time.Date(2026, 11, 1, 8, 0, 0, 250e6, time.UTC), Duration: 1500 * time.Microsecond,
		Request: recording.Request{
			Method: "POST", URL: "https://h/api/v2/limits?a=1%202&b", Proto: "HTTP/1.1",
			Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer topsecret"}, "Accept": {"a", "b"}},
			Body:   []byte(`{"id_number":"12345678","name":"<é>"}`),
		},
		Response: &recording.Response{Status: 201, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte("aé\xff\xfebcd")},
	}
}

func collect(r io.Reader) ([]*recording.Exchange, error) {
	var all []*recording.Exchange
	err := recording.ReadHAR(context.Background(), r, func(e *recording.Exchange) error { all = append(all, e); return nil })
	return all, err
}

func har(entries ...string) string {
	return `{"log":{"version":"1.2","creator":{},"entries":[` + strings.Join(entries, ",") + `]}}`
}

func TestWriteHARGolden(t *testing.T) {
	cut := &recording.Exchange{ID: "x0002", Started: sample().Started, Err: errors.New("gone"), Request: recording.Request{Method: "GET", URL: "http://h/"}}
	var out bytes.Buffer
	r := redact.New(redact.Options{Secrets: []string{"topsecret"}})
	require.NoError(t, recording.NewView(r).WriteHAR(&out, recording.Creator{Name: "assay", Version: "1"}, slices.Values([]*recording.Exchange{sample(), cut})))
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile("testdata/two.har", out.Bytes(), 0o644))
	}
	want, err := os.ReadFile("testdata/two.har")
	require.NoError(t, err)
	require.Equal(t, string(want), out.String())
	require.True(t, json.Valid(out.Bytes()))
}

func TestHowMuchOfARequestARecorderLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		request string
		cut     int64
	}{
		"by its size":         {`"method":"POST","bodySize":20,"postData":{"text":"{\"a\":1,"}`, 13},
		"by its header":       {`"method":"POST","bodySize":-1,"headers":[{"name":"content-length","value":"9"}],"postData":{"text":"{\"a\":1,"}`, 2},
		"none of it is there": {`"method":"PUT","bodySize":20`, 20},
		"nothing":             {`"method":"POST","bodySize":7,"postData":{"text":"{\"a\":1,"}`, 0},
		"a line end":          {`"method":"POST","bodySize":9,"postData":{"text":"{\"a\":1}"}`, 0},
		"not available":       {`"method":"POST","bodySize":-1,"postData":{"mimeType":"application/json"}`, 1},
		"known to be none":    {`"method":"POST","bodySize":-1,"headers":[{"name":"Content-Length","value":"0"}]`, 0},
		"of a call without":   {`"method":"GET","bodySize":20`, 0},
		"no number":           {`"method":"POST","bodySize":null,"headers":[{"name":"Content-Length","value":"x"}],"postData":{"text":"{"}`, 0},
	} {
		all, err := collect(strings.NewReader(har(`{"request":{"url":"https://h/",` + c.request + `}}`)))
		require.NoError(t, err, name)
		require.Equal(t, c.cut, all[0].Request.Cut, name)
	}
}

func TestHARRoundTrip(t *testing.T) {
	e := sample()
	e.Request.Header["Authorization"] = []string{"Bearer " + redact.Marker}
	e.Request.Body = []byte("\x00\xff")
	lost := &recording.Exchange{ID: "x0002", Err: errors.New("gone"), Started: e.Started, Request: recording.Request{Method: "GET", URL: "http://h/", Header: http.Header{}}}
	for _, pack := range []bool{false, true} {
		var out bytes.Buffer
		var w io.WriteCloser = struct {
			io.Writer
			io.Closer
		}{&out, io.NopCloser(nil)}
		if pack {
			w = gzip.NewWriter(&out)
		} else {
			out.WriteString("\ufeff")
		}
		full := redact.New(redact.Options{FullEvidence: true})
		require.NoError(t, recording.NewView(full).WriteHAR(w, recording.Creator{}, slices.Values([]*recording.Exchange{e, lost})))
		if pack {
			require.NoError(t, w.Close())
		}
		back, err := collect(&out)
		require.NoError(t, err)
		require.Equal(t, []*recording.Exchange{e, lost}, back)
	}
}

func TestHARDialects(t *testing.T) {
	request := `"request":{"method":"POST","url":"http://h/","httpVersion":"HTTP/1.1","headers":[]`
	for name, test := range map[string]struct {
		entry string
		check func(*require.Assertions, *recording.Exchange)
	}{
		"Chrome, HTTP/2": {`{"startedDateTime":"2026-11-01T10:00:00.25+02:00","time":12.5,"_initiator":{"type":"other"},"request":{"method":"GET","url":"http://h/","httpVersion":"h2","headers":[{"name":":path","value":"/"},{"name":"noncestr","value":"n"}]},"response":{"status":200,"httpVersion":"http/2.0","headers":[],"content":{"text":"e30=","encoding":"base64"}}}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Equal(http.Header{"Noncestr": {"n"}}, e.Request.Header)
				r.Equal("HTTP/2.0", e.Request.Proto)
				r.Equal("HTTP/2.0", e.Response.Proto)
				r.Equal("{}", string(e.Response.Body))
				r.Equal(12500*time.Microsecond, e.Duration)
				r.Equal(sample().Started, e.Started)
			}},
		"Chrome, blocked": {`{` + request + `},"response":{"status":0,"_error":"net::ERR_FAILED","content":{}}}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Nil(e.Response)
				r.EqualError(e.Err, "net::ERR_FAILED")
			}},
		"Firefox, params": {`{"startedDateTime":"2026-11-01T10:00:00.250+0200",` + request + `,"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"c&d"}]}},"response":{"status":204,"headers":null,"content":{"size":0}}}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Equal("a+b=c%26d", string(e.Request.Body))
				r.Nil(e.Response.Body)
			}},
		"mitmproxy": {`{"startedDateTime":"2026-11-01T08:00:00.250000+00:00","time":-1,` + request + `,"postData":{"mimeType":"application/json","text":"e30=","encoding":"base64","params":[]}},"response":{"status":"200","content":{"text":"x"}}}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Equal("{}", string(e.Request.Body))
				r.Zero(e.Duration)
				r.Equal(200, e.Response.Status)
			}},
		"JSON, params only": {`{` + request + `,"bodySize":0,"postData":{"mimeType":"application/json","params":[{"name":"{","value":"}"}]}},"response":{"status":200}}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Nil(e.Request.Body)
				r.Positive(e.Request.Cut)
			}},
		"without a request": {`{}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Zero(e.Request.Method + e.Request.URL)
				r.Nil(e.Response)
			}},
		"bare": {`{` + request + `,"postData":{"mimeType":"x"}},"time":null}`,
			func(r *require.Assertions, e *recording.Exchange) {
				r.Nil(e.Request.Body)
				r.Error(e.Err)
				r.True(e.Started.IsZero())
			}},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := collect(strings.NewReader(har(test.entry)))
			require.NoError(t, err)
			require.Len(t, all, 1)
			test.check(require.New(t), all[0])
		})
	}
}

func TestHARMembersInAnyOrder(t *testing.T) {
	all, err := collect(strings.NewReader(`{"x":[{"y":1e99999}],"log":{"entries":[{"request":{"method":"GET","url":"u"}}],"pages":[{"id":"p"}],"comment":null},"z":0} ` + "\n"))
	require.NoError(t, err)
	require.Len(t, all, 1)
}

func TestBrokenHARs(t *testing.T) {
	fine := `{"request":{"method":"GET","url":"http://h/"}}`
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, har(fine))
	_ = w.Close()
	for name, test := range map[string]struct{ file, complaint string }{
		"empty":            {"", "the file is empty: record or export it again (unexpected EOF)"},
		"another format":   {"<html>", "it is not JSON: export the recording as a HAR file (invalid character '<'"},
		"cut off":          {`{"log":{"entries":[{"request":{"meth`, "the file ends in the middle: record or export it again (unexpected EOF)"},
		"another type":     {`{"log":{"entries":[{"request":{"postData":{"text":{}}}}]}}`, `"request.postData.text" must be of the type string, and is of the type object`},
		"an array":         {"[]", `"{" was expected`},
		"no entries":       {`{"log":{}}`, `"log.entries" is missing`},
		"entries no array": {`{"log":{"entries":{}}}`, `"[" was expected`},
		"cut":              {har(fine, fine[:20])[:len(har(fine))+10], "entry 1, before byte"},
		"trailing":         {har(fine) + "{}", "something follows"},
		"wrong type":       {har(`{"request":7}`), "entry 0"},
		"bad base64":       {har(`{"request":{"method":"GET","url":"u"},"response":{"status":200,"content":{"text":"?","encoding":"base64"}}}`), "base64"},
		"bad status":       {har(`{"request":{"method":"GET","url":"u"},"response":{"status":1e300}}`), "no HTTP status"},
		"bad time":         {har(`{"startedDateTime":"yesterday","request":{"method":"GET","url":"u"}}`), "no ISO 8601"},
		"deep":             {`{"x":` + strings.Repeat("[", 100_000), "deeper than"},
		"deep entry":       {`{"log":{"entries":[` + strings.Repeat(`{"a":`, 100_000), "exceeded max depth"},
		"cut gzip":         {packed.String()[:packed.Len()-4], "unexpected EOF"},
		"bad gzip":         {"\x1f\x8bnonsense", "gzip"},
		"UTF-16":           {"\xff\xfe{\x00", "UTF-16"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := collect(strings.NewReader(test.file))
			require.ErrorContains(t, err, test.complaint)
			require.ErrorContains(t, err, "read HAR")
		})
	}
}

func TestReadHARStopsWhereToldTo(t *testing.T) {
	stop := errors.New("enough")
	err := recording.ReadHAR(t.Context(), strings.NewReader(har(`{"request":{"method":"GET","url":"u"}}`)), func(*recording.Exchange) error { return stop })
	require.ErrorIs(t, err, stop)
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteHARSaysThatItCannot(t *testing.T) {
	for _, count := range []int{0, 1000} {
		err := recording.NewView(nil).WriteHAR(failing{}, recording.Creator{}, slices.Values(slices.Repeat([]*recording.Exchange{sample()}, count)))
		require.ErrorContains(t, err, "disk full")
	}
}

// many writes a HAR of count entries as it is read.
func many(count int) io.Reader {
	in, out := io.Pipe()
	entries := func(yield func(*recording.Exchange) bool) {
		e := sample()
		e.Response.Body = bytes.Repeat([]byte(`{"a":"b"}`), 100)
		for range count {
			if !yield(e) {
				return
			}
		}
	}
	go func() { _ = out.CloseWithError(recording.NewView(nil).WriteHAR(out, recording.Creator{}, entries)) }()
	return in
}

func TestReadHARKeepsNothing(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	var count int
	var peak uint64
	err := recording.ReadHAR(t.Context(), many(4000), func(*recording.Exchange) error {
		if count++; count%500 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 4000, count)
	require.Less(t, peak, uint64(64<<20))
}

func FuzzReadHAR(f *testing.F) {
	golden, err := os.ReadFile("testdata/two.har")
	require.NoError(f, err)
	f.Add(golden)
	f.Add([]byte("\xef\xbb\xbf" + har(`{"request":{"method":"GET","url":"u","postData":{"params":[{}]}},"response":{"status":0}}`)))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := collect(bytes.NewReader(file))
		if err != nil {
			return
		}
		var out bytes.Buffer
		require.NoError(t, recording.NewView(nil).WriteHAR(&out, recording.Creator{}, slices.Values(all)))
		back, err := collect(&out)
		require.NoError(t, err, fmt.Sprintf("%q", out.String()))
		require.Len(t, back, len(all))
	})
}

func BenchmarkReadHAR(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := recording.ReadHAR(b.Context(), many(1000), func(*recording.Exchange) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTheConnectionOfAnEntry holds that an entry names its connection as recorders write it:
// as a text or a number, or not at all.
func TestTheConnectionOfAnEntry(t *testing.T) {
	for written, want := range map[string]string{`,"connection":"52"`: "52", `,"connection":52`: "52", `,"connection":null`: "", `,"connection":{"id":1}`: "", "": ""} {
		file := `{"log":{"entries":[{"request":{"method":"GET","url":"https://h/"}` + written + `}]}}`
		var got []string
		require.NoError(t, recording.ReadHAR(t.Context(), strings.NewReader(file), func(e *recording.Exchange) error {
			got = append(got, e.Request.Connection)
			return nil
		}))
		require.Equal(t, []string{want}, got, written)
	}
}
