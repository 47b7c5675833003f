package repro

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// piece matches a part of a shell expression for a bad token; internal/client writes these
// expressions.
var piece = regexp.MustCompile(`^\$\(printf %s "\$ASSAY_TOKEN" \| cut -b([0-9]+)-([0-9]+)(?: \| tr ([^)]+))?\)`)

// zeros matches as many zeros as a bad token has, in such an expression.
var zeros = regexp.MustCompile(`^\$\(printf %0([0-9]+)d 0\)`)

// partsOf returns the parts of the access token from which a shell expression makes another
// token.
func partsOf(shell string) []result.TokenPart {
	var parts []result.TokenPart
	for shell != "" {
		if found := zeros.FindStringSubmatch(shell); found != nil {
			n, _ := strconv.Atoi(found[1]) // digits only, by the pattern
			parts = append(parts, result.TokenPart{Zeros: n})
			shell = shell[len(found[0]):]
			continue
		}
		found := piece.FindStringSubmatch(shell)
		if found == nil {
			text, _, _ := strings.Cut(shell, "$(")
			if text == "" {
				return nil // unknown kind of expression
			}
			parts = append(parts, result.TokenPart{Text: text})
			shell = shell[len(text):]
			continue
		}
		from, _ := strconv.Atoi(found[1]) // digits only, by the pattern
		to, _ := strconv.Atoi(found[2])
		change := ""
		switch {
		case strings.HasPrefix(found[3], "A-Za-z a-zA-Z"):
			change = "case"
		case found[3] != "":
			change = "next"
		}
		parts = append(parts, result.TokenPart{From: from, To: to, Change: change})
		shell = shell[len(found[0]):]
	}
	return parts
}

// madeOf builds a token from parts of another token.
func madeOf(parts []result.TokenPart, token string) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Text != "" || p.Zeros > 0 {
			b.WriteString(p.Text + strings.Repeat("0", p.Zeros))
			continue
		}
		part := token[min(max(p.From-1, 0), len(token)):min(p.To, len(token))]
		b.WriteString(strings.Map(func(r rune) rune { return changed(r, p.Change) }, part))
	}
	return b.String()
}

func changed(r rune, change string) rune {
	letter, digit := r|0x20 >= 'a' && r|0x20 <= 'z', r >= '0' && r <= '9'
	switch {
	case change == "case" && letter:
		return r ^ 0x20
	case change != "next" || !letter && !digit:
		return r
	case r == 'Z' || r == 'z':
		return r - 25
	case r == '9':
		return '0'
	}
	return r + 1
}
