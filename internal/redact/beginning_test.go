package redact

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestASecretAcrossTheEndIsNotShown puts a secret, in several forms, at many
// places around the end of what is shown.
func TestASecretAcrossTheEndIsNotShown(t *testing.T) {
	const secret, phone, size = "Vy7-qw3R.tK9zB2mN5x", "+254711222333", 256
	r := New(Options{Secrets: []string{secret}})
	r.Mask(phone)
	for name, body := range map[string]func(before, after string) string{
		"text":            func(before, after string) string { return before + secret + after },
		"text, escaped":   func(before, after string) string { return before + escapedLetters(secret) + after },
		"hex with colons": func(before, after string) string { return before + octets(secret, "%02x:") + after },
		"a string":        func(before, after string) string { return `{"note":"` + before + secret + after + `"}` },
		"a short string": func(before, after string) string {
			return `{"a":"` + before + `","note":"` + secret + `","b":"` + after + `"}`
		},
		"a phone": func(before, after string) string { return `{"a":"` + before + ` ` + phone + ` ` + after + `"}` },
		"JSON in JSON": func(before, after string) string {
			return `{"a":"` + before + `","inner":"{\"a\":\"` + secret + `\",\"password\":\"plain words\",\"b\":\"` + after + `\"}"}`
		},
		"a telling name": func(before, after string) string {
			return `{"a":"` + before + `","password":{"words":["plain words"]},"b":"` + after + `"}`
		},
		"a form": func(before, after string) string { return "a=" + before + "&password=plain+words&b=" + after },
	} {
		for fill := size - 160; fill <= size; fill += 3 {
			whole := body(strings.Repeat("x", fill), strings.Repeat("y", 2*Lookahead))
			require.Empty(t, traces(string(r.Beginning([]byte(whole), "", size)), secret, phone), "%s at %d", name, fill)
			wide := toUTF16([]byte(whole), binary.LittleEndian)
			require.Empty(t, traces(strings.ReplaceAll(string(r.Beginning(wide, "", 2*size)), "\x00", ""), secret, phone), "%s at %d in UTF-16", name, fill)
		}
	}
}

func escapedLetters(text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, `\u%04x`, text[i])
	}
	return b.String()
}

// traces are the parts of secrets that a text shows: eight octets of a secret that
// is known, all but the end of a phone number, words behind a telling name.
func traces(text, secret, phone string) (found []string) {
	parts := []string{phone[:9], "plain", escapedLetters(secret[:8]), octets(secret[:8], "%02x:")}
	for i := range len(secret) - 7 {
		parts = append(parts, secret[i:i+8])
	}
	for _, part := range parts {
		if strings.Contains(text, part) {
			found = append(found, part)
		}
	}
	return found
}

// TestWhatABeginningShows holds that it is no shorter than it must be.
func TestWhatABeginningShows(t *testing.T) {
	const size = 512
	rest := strings.Repeat("r", 2*Lookahead)
	for _, c := range []struct{ body, shown string }{
		{`{"a":1,"b":"` + strings.Repeat("é", size) + rest + `"}`, `{"a":1,"b":"éé`},
		{`[` + strings.Repeat(`{"a":[1,2]},`, 2000) + `{}]`, `[{"a":[1,2]},{"a":[1,2]},{"a":[1,2]}`},
		{`{"otp":"` + rest + `"}`, `{`},
		{`{"otp":"123456","b":"` + rest + `"}`, `{"otp":"` + Marker + `","b":"rrrr`},
		{`<html>` + rest, `<html>rrrr`},
		{`[Nov 22] "GET /" ` + rest, `[Nov 22] "GET /" rrrr`},
		{strings.Repeat("[", 2*Lookahead), "[[[["},
	} {
		shown := New(Options{}).Beginning([]byte(c.body), "", size)
		require.True(t, bytes.HasPrefix(shown, []byte(c.shown)), "%s", shown)
		require.LessOrEqual(t, len(shown), size)
		if !strings.HasPrefix(c.body, `{"otp":"r`) {
			require.Greater(t, len(shown), size*9/10, "%.60s", c.body)
		}
	}
	require.Empty(t, New(Options{}).Beginning([]byte("what is given may end inside of a secret"), "", size))
}
