package recording_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func partOf(text string, ids map[string]string) recording.Part {
	return recording.Part{Name: "a.har", Renamed: ids, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

const entryOne = `{"startedDateTime":"2026-11-20T12:00:00Z","time":1,"request":{"method":"GET","url":"http://a/<b>&"},"response":{"status":200,"content":{"text":"1e400","size":5}},"_assay":{"id":"x0001","check":"AAA-01"},"_later":12345678901234567890}`

func partHAR(entries ...string) string {
	return `{"more":[{}],"log":{"version":"1.2","creator":{"name":"x"},"entries":[` + strings.Join(entries, ",") + `],"after":1}}`
}

func TestRecordingsBecomeOne(t *testing.T) {
	var b bytes.Buffer
	err := recording.MergeHAR(&b, recording.Creator{Name: "assay", Version: "v1"}, []recording.Part{
		partOf(partHAR(entryOne), map[string]string{"x0001": "x0001"}),
		partOf(partHAR(), nil),
		partOf(partHAR(entryOne), map[string]string{"x0001": "x0002"}),
	})
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(b.String(), "12345678901234567890"), "what nobody knows stays, to the last digit")
	var ids []string
	require.NoError(t, recording.ReadHAR(context.Background(), &b, func(e *recording.Exchange) error {
		ids = append(ids, e.ID)
		require.Equal(t, "http://a/<b>&", e.Request.URL)
		require.Equal(t, "AAA-01", e.Check)
		return nil
	}))
	require.Equal(t, []string{"x0001", "x0002"}, ids)
}

func TestARecordingOfAnotherRunIsRefused(t *testing.T) {
	ours := map[string]string{"x0001": "x0001"}
	for name, c := range map[string]struct{ text, want string }{
		"an exchange too few":   {partHAR(), "0 of the 1 exchanges"},
		"an exchange twice":     {partHAR(entryOne, entryOne), "twice"},
		"a foreign exchange":    {partHAR(strings.Replace(entryOne, "x0001", "x0009", 1)), "x0009"},
		"of another program":    {partHAR(`{"request":{}}`), "did not write an entry"},
		"an id that is no text": {partHAR(`{"_assay":{"id":7}}`), "has no id"},
		"no entries":            {`{"log":{}}`, `"log.entries" is missing`},
		"no object":             {`[]`, "not a HAR file"},
		"cut":                   {partHAR(entryOne)[:300], "EOF"},
		"more behind it":        {partHAR(entryOne) + "{}", "follows the end"},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, recording.MergeHAR(io.Discard, recording.Creator{Name: "assay", Version: "v1"}, []recording.Part{partOf(c.text, ours)}), c.want)
		})
	}
}

type full struct{}

var errFull = errors.New("no space is left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWhatCannotBeWrittenOrReadIsSaid(t *testing.T) {
	one := []recording.Part{partOf(partHAR(entryOne), map[string]string{"x0001": "x0001"})}
	require.ErrorIs(t, recording.MergeHAR(full{}, recording.Creator{Name: "assay", Version: "v1"}, one), errFull)
	one[0].Open = func() (io.ReadCloser, error) { return nil, errFull }
	require.ErrorIs(t, recording.MergeHAR(io.Discard, recording.Creator{Name: "assay", Version: "v1"}, one), errFull)
}

// Whatever is merged without an error can be read again.
func FuzzMergeHAR(f *testing.F) {
	f.Add(partHAR(entryOne))
	f.Add(`{"log":{"entries":[{"_assay":{"id":"x0001"}}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var b bytes.Buffer
		again := []recording.Part{partOf(text, map[string]string{"x0001": "x0001"})}
		if recording.MergeHAR(&b, recording.Creator{Name: "assay", Version: "v1"}, again) != nil {
			return
		}
		require.NoError(t, recording.MergeHAR(io.Discard, recording.Creator{Name: "assay", Version: "v1"}, []recording.Part{partOf(b.String(), map[string]string{"x0001": "x0001"})}))
	})
}
