package formats

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// printed are the forms in which programming languages print a value that is no text, and the code
// that was to be executed and was sent as it is. Nobody writes such a text, so each of them is
// certain in every member and header.
var printed = []pattern{
	// Perl: a reference, and an object with its package.
	lazily(`^([A-Za-z_]\w*(::\w+)*=)?(HASH|ARRAY|CODE|SCALAR|REF|GLOB|Regexp)\(0x[0-9a-f]+\)$`),
	// .NET: the type of an array or of a collection.
	lazily("^System(\\.[A-Z]\\w*)+(\\[\\]|`[0-9]+\\[.*\\])$"),
	// JavaScript: a function, a class, a promise, a symbol.
	lazily(`(?s)^(async )?function\b\s*\w*\s*\([^()]*\)\s*\{.*\}$|^(async )?\([\w, ]*\) => .|^class \w* ?\{|^Promise \{.*\}$|^\[(Async)?Function(: \w+)?( \(anonymous\))?\]$|^Symbol\(.*\)$`),
	// Python: an object with its address, a Django model, a class, bytes, a tuple, a list, a dict.
	lazily(`^<.+ at 0x[0-9a-fA-F]+>$|^<\w+: .* object \(\w+\)>$|^<(class|module) '.*'.*>$`),
	lazily(`^b('.*'|".*")$|^\('.*',?\)$|^\['.*'\]$|^\{'\w+': .*\}$`),
	// PHP: a resource, an object, a value that is serialized or dumped.
	lazily(`^Resource id #[0-9]+$|^[Oo]bject\([A-Z_a-z\\]+\)|^(s:[0-9]+:".*";?|[aO]:[0-9]+:.*\{.*\}|[bdi]:-?[0-9.]+;|N;)$|^string\([0-9]+\) ".*"$`),
	// Swift: an optional value. Java and Scala are among the objects.
	lazily(`^Optional\((".*"|[0-9.]+|nil)\)$`),
	// Go: an argument of the wrong type, a map, a pointer to a struct, no value.
	lazily(`^%!([a-zA-Z]|\().*|^map\[\w+:.*\]$|^&\{.*\}$|^<nil>$`),
	// Shells and template literals: a command or a variable that was not expanded.
	lazily("^\\$\\([a-z].*\\)$|^`[a-z][^`]*`$|^\\$\\{[A-Za-z_][^{}]*\\}$"),
	// An error with its type, and the traces of Python, Java and Go.
	lazily(`^(\w+\.)*[A-Z]\w*(Error|Exception): |^Traceback \(most recent call last\)|^Exception in thread |^panic: `),
}

// isPrinted reports whether a text is a value that a program printed by mistake.
func isPrinted(text string) bool {
	for _, form := range printed {
		if form.MatchString(text) {
			return true
		}
	}
	return false
}

// printedEnums matches a value of an enumeration with its type, as Python, Java and Scala print it.
var printedEnums = lazily(`^([A-Z]\w*\.)+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*\.\w+$|^[A-Z]\w*\[\w+\]$|^[A-Z]\w*\(\w+\)$|^<\w+\.\w+: .*>$`)

// dateForms matches a date, with or without a time of day.
var dateForms = lazily(`^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?$|^[0-9]{2}[/.][0-9]{2}[/.][0-9]{4}$`)

// IsInvalidStatus reports whether a text is no code and no status: a value of an enumeration with its
// type, or a date.
func IsInvalidStatus(text string) bool {
	text = strings.TrimSpace(text)
	return IsPlaceholderCode(text) || printedEnums.MatchString(text) || dateForms.MatchString(text)
}

// openTasks matches what programmers write where a value is still missing, variables of a shell,
// and the text of an error.
var openTasks = lazily(`^(?i:(todo|fixme|tbd|changeme|change[-_ ]me|placeholder|your[-_ ]?(sign|signature|nonce|secret|key|timestamp))\b.*)$|^\$[A-Z][A-Z0-9_]+$|^(?i:error): `)

// IsInvalidHeader reports whether a text is no value of a header of section 5: a note of a programmer, an
// error, or a text without a letter and a digit.
func IsInvalidHeader(text string) bool {
	text = strings.TrimSpace(text)
	isSign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return openTasks.MatchString(text) || strings.TrimFunc(text, isSign) == ""
}

// isDigest reports whether a text is a hash or a signature in hexadecimal digits. A text that was
// converted to such digits is none.
func isDigest(text string) bool {
	octets, err := hex.DecodeString(text)
	if err != nil || len(octets) < 16 || !IsRandom(text) {
		return false
	}
	return strings.IndexFunc(string(octets), func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) >= 0
}

// IsMisread reports whether the octets of a text in UTF-8 were read in another encoding: "ZoÃ«". The
// letters outside of ASCII must all be such octets.
func IsMisread(text string) bool {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false
	}
	var octets strings.Builder
	for _, r := range text {
		octet, known := charmap.Windows1252.EncodeRune(r)
		switch {
		case r <= unicode.MaxLatin1:
			octets.WriteByte(byte(r))
		case known:
			octets.WriteByte(octet)
		default:
			return false
		}
	}
	return utf8.ValidString(octets.String())
}

var (
	urlEscapes   = lazily(`%[0-9A-F]{2}`)
	jsonEscapes  = lazily(`\\u[0-9A-Fa-f]{4}`)
	entities     = lazily(`&(#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5}|[A-Za-z]{2,8});`)
	doubledQuote = lazily(`\pL''\pL`)
	lostInWord   = lazily(`\pL\?\pL`)
	markup       = lazily(`</?[A-Za-z][^<>]*>`)
	zeroWidth    = lazily(`^[\x{200B}\x{FEFF}]|[\x{200B}\x{FEFF}]$`)
	controls     = lazily(`[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]`)
)

// WhatDamaged says how a program damaged a name that people write, or returns "". No ID has such a
// name.
func WhatDamaged(name string) string {
	switch {
	case entities.MatchString(name):
		return "a text that is escaped for HTML"
	case urlEscapes.MatchString(name):
		return "a text that is escaped for a URL"
	case jsonEscapes.MatchString(name):
		return "a text that is escaped for JSON"
	case strings.Contains(name, `\'`), doubledQuote.MatchString(name):
		return "a text that is escaped for a database"
	case lostInWord.MatchString(name):
		return "a text with a question mark in the place of a letter"
	case markup.MatchString(name):
		return "a text with markup"
	case zeroWidth.MatchString(name):
		return "a text with a space of zero width at its start or at its end"
	case isBase64(name):
		return "a text in Base64"
	case controls.MatchString(name), strings.ContainsAny(name, "\r\n"):
		return "a text with a control character"
	}
	return ""
}

// WhatEscaped says how a program escaped a text with letters outside of ASCII, or returns "". An article
// may be about a percent sign or a backslash.
func WhatEscaped(text string) string {
	unescaped, err := url.QueryUnescape(text)
	isOther := func(r rune) bool { return r > unicode.MaxASCII }
	switch plain := jsonEscapes().ReplaceAllString(text, ""); {
	case entities.MatchString(text):
		return "a text that is escaped for HTML"
	case err == nil && utf8.ValidString(unescaped) && strings.ContainsFunc(unescaped, isOther) && !strings.ContainsFunc(text, isOther):
		return "a text that is escaped for a URL"
	case plain != text && !strings.Contains(plain, `\`):
		return "a text that is escaped for JSON"
	case isBase64(text):
		return "a text in Base64"
	}
	return ""
}

// HasQuestionInWord reports whether a question mark stands between two letters, as for a letter that an
// encoding does not have, and not in a URL.
func HasQuestionInWord(text string) bool {
	return lostInWord.MatchString(text) && !strings.ContainsAny(text, "/=")
}

// isBase64 reports whether a name is another text in Base64. Only the padding makes it certain.
func isBase64(name string) bool {
	octets, err := base64.StdEncoding.DecodeString(name)
	return err == nil && strings.HasSuffix(name, "=") && utf8.Valid(octets)
}

// WhatLost says which letters of a text were lost because its octets were read in another encoding,
// or returns "".
func WhatLost(text string) string {
	switch {
	case strings.ContainsRune(text, unicode.ReplacementChar):
		return "a text with a letter that was lost (U+FFFD)"
	case IsMisread(text):
		return "a text in UTF-8 that was read in another encoding"
	}
	return ""
}

// isDamagedEmail reports whether a program damaged an email address: it escaped it, lost a letter of
// it, or added a character that nobody types.
func isDamagedEmail(email string) bool {
	isFaulty := controls.MatchString(email) || zeroWidth.MatchString(email) || jsonEscapes.MatchString(email)
	return isFaulty || strings.Contains(email, `\'`) || WhatLost(email) != ""
}

// HidesLetters reports whether a part of a name or of an email address is hidden.
func HidesLetters(text string) bool { return hiddenLetters.MatchString(strings.TrimSpace(text)) }

// hiddenLetters matches a name or an email address as pages show it: W*****, w***@mail.example.
var hiddenLetters = lazily(`[*•●█]{2}|(?i:^[\[<({]+ ?(redacted|removed|hidden|masked|filtered)\b)`)

// undefinedAddresses matches the local part that JavaScript makes of missing names.
var undefinedAddresses = lazily(`^(undefined|null|None|NaN)([._+-](undefined|null|None|NaN))+@|^(undefined|null|NaN)@|@undefined\.|^\[object`)

// IsOfMissingNames reports whether an email address was made of names that are missing.
func IsOfMissingNames(email string) bool {
	return undefinedAddresses.MatchString(strings.TrimSpace(email))
}
