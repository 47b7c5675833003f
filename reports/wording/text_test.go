package wording

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALongTextIsCutBetweenCharacters(t *testing.T) {
	got := Cut(strings.Repeat("é", 100), 51)
	require.Equal(t, strings.Repeat("é", 25)+"… (200 octets in all)", got)
	require.Equal(t, "short", Cut("short", 5))
}

func TestNumbersReadWell(t *testing.T) {
	require.Equal(t, "1,234,567", grouped(1234567))
	require.Equal(t, "-1,234", grouped(-1234))
	require.Equal(t, "999", grouped(999))
	require.Equal(t, "1 request", Plural(1, "request"))
	require.Equal(t, "0 requests", Plural(0, "request"))
	require.Equal(t, "12.50 s", Millis(12500))
	require.Equal(t, "1m5s", Millis(65_000))
	require.Equal(t, "0 ms", Millis(-1))
	require.Equal(t, "1.5 KiB", Octets(1536))
	require.Equal(t, "2.0 MiB", Octets(2<<20))
}
