package redact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSecretsAreFoundWhereverTheyStand(t *testing.T) {
	r := New(Options{Secrets: []string{`hush/"hush"&more`}})
	r.Codes("123456")
	for text, want := range map[string]string{
		// escaped over and over
		`{"in":"{\"in\":\"hush/\\\"hush\\\"&more\"}"}`: `{"in":"{\"in\":\"«cut»\"}"}`,
		`hush%252F%2522hush%2522%2526more.`:            `«cut».`,
		`hush%2F\u0022hush&quot;&amp;more.`:            `«cut».`,
		`hush&#x2f;&#34;hush&#34;&amp;more.`:           `«cut».`,
		// cut to fit
		`it said hush/"hu…`: `it said «cut»…`,
		`it said hus…`:      `it said hus…`, // three letters are nobody's secret
		`hush, he said …`:   `hush, he said …`,
		// codes that stand by themselves, and digits that do not
		`your code is 123456.`: `your code is «cut».`,
		`1234567 and a123456`:  `1234567 and a123456`,
		`x-123456`:             `x-«cut»`,
		// entities that are none
		`a & b &nosuch; &;`: `a & b &nosuch; &;`,
	} {
		require.Equal(t, want, r.Text(text))
	}
}

// TestOnlySixDigitsAreACode holds that what a target calls an OTP cuts nothing
// else out of a report.
func TestOnlySixDigitsAreACode(t *testing.T) {
	r := New(Options{})
	r.Codes("data", "HTTP status", "status", "12345", "1234567", "12345a", "１２３４５６", "", "654321")
	text := `HTTP status 200, status, data, 12345, 1234567, 12345a, １２３４５６, 654321`
	require.Equal(t, strings.Replace(text, "654321", Marker, 1), r.Text(text))
	require.Equal(t, `{"data":{"otp":"«cut»"},"message":"data"}`, string(r.Body([]byte(`{"data":{"otp":"data"},"message":"data"}`), "")))
}
