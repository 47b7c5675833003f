package recording

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// entriesAt is a HAR with an entry for each time, whose paths count them.
func entriesAt(times ...string) string {
	var entries []string
	for i, at := range times {
		entries = append(entries, `{"startedDateTime":"`+at+`","request":{"method":"GET","url":"https://h/`+string(rune('a'+i))+`"}}`)
	}
	return `{"log":{"entries":[` + strings.Join(entries, ",") + `]}}`
}

func inOrder(t *testing.T, r io.Reader) string {
	t.Helper()
	order := ""
	require.NoError(t, ReadHARInOrder(context.Background(), r, func(e *Exchange) error {
		order += strings.TrimPrefix(e.Request.URL, "https://h/")
		return nil
	}))
	return order
}

func TestTheOrderOfEntries(t *testing.T) {
	const first, second, third = "2026-11-23T05:10:00.000Z", "2026-11-23T05:10:00.001Z", "2026-11-23T07:10:01.000+02:00"
	for name, c := range map[string]struct {
		times []string
		order string
	}{
		"in order":         {[]string{first, second, third}, "abc"},
		"reversed":         {[]string{third, second, first}, "cba"},
		"mixed":            {[]string{second, third, first}, "cab"},
		"at the same time": {[]string{second, first, second, first}, "bdac"},
		"one without":      {[]string{third, "", first}, "abc"},
		"none":             {nil, ""},
	} {
		require.Equal(t, c.order, inOrder(t, strings.NewReader(entriesAt(c.times...))), name)
	}
	har := entriesAt(third, second, first)
	require.Equal(t, "abc", inOrder(t, io.MultiReader(strings.NewReader(har))), "a pipe is read once")
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	_, _ = gz.Write([]byte(har))
	require.NoError(t, gz.Close())
	require.Equal(t, "cba", inOrder(t, bytes.NewReader(packed.Bytes())), "gzipped")
}

func TestAFileThatCannotBeReadInOrder(t *testing.T) {
	each := func(*Exchange) error { return nil }
	for text, says := range map[string]string{
		`{"log":{"entries":[`: "unexpected EOF", `{}`: "log.entries", entriesAt("yesterday"): "no ISO 8601 time", "\xff\xfe": "UTF-16",
	} {
		require.ErrorContains(t, ReadHARInOrder(context.Background(), strings.NewReader(text), each), says, text)
	}
	stop := errors.New("stop")
	err := ReadHARInOrder(context.Background(), strings.NewReader(entriesAt("2026-11-23T05:10:01Z", "2026-11-23T05:10:00Z")), func(*Exchange) error { return stop })
	require.ErrorIs(t, err, stop)
}
