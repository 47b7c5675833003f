package recording

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// shellWord quotes text for a POSIX shell. What could harm a terminal or is no
// UTF-8 is spelt in octal; NUL cannot be an argument and is lost.
func shellWord(text string) string {
	if pasteable(text) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return `"$(printf ` + printfFormat(text) + `)"`
}

// pasteable tells whether text may stand in a command line as it is.
func pasteable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}

// printfFormat quotes text as a format of printf that prints just it.
func printfFormat(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '%':
			b.WriteString("%%")
		case c < ' ' || c >= 0x7f || c == '\\' || c == '\'':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "'" + b.String() + "'"
}

// doubleQuoted quotes text so that the shell still fills in $ASSAY_TOKEN where
// token stood in it.
func doubleQuoted(text, token string) string {
	parts := strings.Split(text, token)
	for i, part := range parts {
		parts[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(part)
	}
	name := "$ASSAY_TOKEN"
	if strings.Join(parts[1:], "") != "" {
		name = "${ASSAY_TOKEN}" // what follows could be taken for part of the name
	}
	return `"` + strings.Join(parts, name) + `"`
}
