package judgement

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnExcerptFitsALine(t *testing.T) {
	long := strings.Repeat("ü", 160)
	for body, want := range map[string]string{
		"":                                 "an empty body",
		"no":                               "no",
		long:                               long,
		long + "ü":                         long + "…",
		strings.Repeat("𝒳", 1<<20):         strings.Repeat("𝒳", 160) + "…",
		"a\xff\xffb":                       "a\uFFFDb",
		"a" + strings.Repeat("\xff", 2000): "a\uFFFD…",
	} {
		require.Equal(t, want, Excerpt([]byte(body)))
	}
}

// TestAnExcerptOfALargeBodyIsCheap holds that no copy of the whole body is made.
func TestAnExcerptOfALargeBodyIsCheap(t *testing.T) {
	body := []byte(strings.Repeat("[", 4<<20))
	octets := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Excerpt(body)
		}
	}).AllocedBytesPerOp()
	require.Less(t, octets, int64(16<<10))
}

func TestWhichNumbersAreOneSlipApart(t *testing.T) {
	for typed, is := range map[string]bool{
		"123457": true, "023456": true, "213456": true, "123465": true,
		"123456": false, "654321": false, "132546": false, "321456": false, "12345": false, "": false,
	} {
		require.Equal(t, is, IsOneSlip(typed, "123456"), typed)
	}
}
