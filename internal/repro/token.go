package repro

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// piece is a part of what makes a bad token in a shell, see internal/client.
var piece = regexp.MustCompile(`^\$\(printf %s "\$ASSAY_TOKEN" \| cut -b([0-9]+)-([0-9]+)(?: \| tr ([^)]+))?\)`)

// partsOf reads of which parts of the access token a shell makes another one.
func partsOf(shell string) []result.TokenPart {
	var parts []result.TokenPart
	for shell != "" {
		found := piece.FindStringSubmatch(shell)
		if found == nil {
			text, _, _ := strings.Cut(shell, "$(")
			if text == "" {
				return nil // made in a way that is not known here
			}
			parts = append(parts, result.TokenPart{Text: text})
			shell = shell[len(text):]
			continue
		}
		from, _ := strconv.Atoi(found[1]) // digits, by the pattern
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

// madeOf makes a token of parts of another one.
func madeOf(parts []result.TokenPart, token string) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Text != "" {
			b.WriteString(p.Text)
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
