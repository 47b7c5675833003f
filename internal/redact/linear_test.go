package redact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// hostileBodies are made to cost much, by what they repeat.
var hostileBodies = map[string]string{
	"backslashes": `\`, "pairs of backslashes": `\\`, "percent": `%25`, "percent of percent": `%2525`, "entities": `&amp;`, "ampersands": `&`,
	"unknown entities": `&a;`, "numbered entities": `&#38`, "escapes of all kinds": `\u0025%26&#92;`, "escaped letters": `\u0041`, "octal": `\141`,
	"quoted-printable": `=3D`, "soft line ends": "=\n", "numbers in hex": `0x61, `, "ellipses": `…`, "dots": `.`, "beginnings": `aaaaaaaaaaa…`, "one letter": `a`,
	"pairs": `otp:`, "pairs in quotes": `\"otp=\"`, "spaces": ` `, "colons and spaces": `  :`, "almost a secret": `partner-acces `, "secrets": `partner-access-token `,
	"shared beginnings": `signed-by-us-000`, "letters far apart": `a` + strings.Repeat(" ", maxGap-1), "hex of a secret": `61:61:61:61:62 `, "ends": `ab`,
}

func hostileSecrets() Options {
	o := Options{Secrets: []string{strings.Repeat("a", 2000) + "b", strings.Repeat("ab", 40), "partner-access-token", "hush"}}
	for n := range 100 {
		o.Secrets = append(o.Secrets, fmt.Sprintf("signed-by-us-%06d", n*7919%1000000))
	}
	return o
}

func repeated(text string, size int) []byte {
	return []byte(strings.Repeat(text, size/len(text)+1)[:size])
}

// mostWork is how many octets may be looked at for each octet of a text, all
// layers of escapes and all that was read on for a match taken together.
const mostWork = 32

// TestWorkIsLinear counts what is looked at, and not the time: the work for an
// octet is bounded, and the same in a small body and in a large one.
func TestWorkIsLinear(t *testing.T) {
	testsize.SkipIfShort(t)
	m := New(hostileSecrets()).matcher()
	for name, text := range hostileBodies {
		small, large := search{matcher: m}, search{matcher: m}
		const size, times = blockSize, 4
		small.find(repeated(text, size))
		large.find(repeated(text, times*size))
		require.LessOrEqual(t, small.work, mostWork*size, "%s: %d for an octet", name, small.work/size)
		require.LessOrEqual(t, large.work, times*small.work*11/10, name)
	}
}

// TestPairsAreReadOnce counts how often each octet of a text is looked at for
// pairs of name and value.
func TestPairsAreReadOnce(t *testing.T) {
	for name, text := range hostileBodies {
		for _, prose := range []bool{false, true} {
			for _, before := range []string{"", `otp="`, "otp:", `otp='`} {
				p := pairReader{text: append([]byte(before), repeated(text, blockSize)...), prose: prose}
				p.read(nil)
				require.LessOrEqual(t, p.work, 4*longestName*len(p.text), "%s behind %s", name, before)
			}
		}
	}
}

// BenchmarkBody shows how much an octet costs in bodies of 64 kB, 1 MB and 4 MB:
// ns/octet stays the same.
func BenchmarkBody(b *testing.B) {
	r := New(hostileSecrets())
	record := `{"id":"4f9b7c7e-2c1a-4d5c-9a55-1b1c0d2e3f40","item_value":90000.5,"email":"ann@example.com","note":"a\/b%20c"},`
	bodies := map[string]func(size int) []byte{
		"records": func(size int) []byte { return []byte("[" + strings.Repeat(record, size/len(record)) + "1]") },
		"keys":    func(size int) []byte { return []byte("{" + strings.Repeat(`"a":1,`, size/6) + `"a":1}`) },
		"objects": func(size int) []byte { return []byte("[" + strings.Repeat(`{},`, size/3) + `{}]`) },
	}
	for name, text := range hostileBodies {
		bodies[name] = func(size int) []byte { return repeated(text, size) }
		bodies[name+" in JSON"] = func(size int) []byte { return []byte(`{"a":"` + string(repeated(text, size)) + `"}`) }
	}
	for name, body := range bodies {
		for _, size := range []int{64 << 10, 1 << 20, 4 << 20} {
			b.Run(fmt.Sprintf("%s/%dkB", name, size>>10), func(b *testing.B) {
				body := body(size)
				b.SetBytes(int64(len(body)))
				for b.Loop() {
					r.Body(body, "")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(body)), "ns/octet")
			})
		}
	}
}
