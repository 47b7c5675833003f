package reports

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALongTextIsCutBetweenCharacters(t *testing.T) {
	got := cut(strings.Repeat("é", 100), 51)
	require.Equal(t, strings.Repeat("é", 25)+"… (200 octets in all)", got)
	require.Equal(t, "short", cut("short", 5))
}

func TestNumbersReadWell(t *testing.T) {
	require.Equal(t, "1,234,567", grouped(1234567))
	require.Equal(t, "-1,234", grouped(-1234))
	require.Equal(t, "999", grouped(999))
	require.Equal(t, "1 request", plural(1, "request"))
	require.Equal(t, "0 requests", plural(0, "request"))
	require.Equal(t, "12.50 s", millis(12500))
	require.Equal(t, "1m5s", millis(65_000))
	require.Equal(t, "0 ms", millis(-1))
	require.Equal(t, "1.5 KiB", octets(1536))
	require.Equal(t, "2.0 MiB", octets(2<<20))
}
