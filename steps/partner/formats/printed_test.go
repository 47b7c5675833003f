package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatAProgramPrintsByMistake holds that the forms of common languages are found, and that
// texts which people write are none.
func TestWhatAProgramPrintsByMistake(t *testing.T) {
	for text, is := range map[string]bool{
		"HASH(0x55d0c8a3f2a0)": true, "CODE(0x55d0c8a3f2a0)": true, "Store::Brand=HASH(0x55d0c8a3f2a0)": true, "System.Byte[]": true,
		"System.Collections.Generic.List`1[System.String]": true, "function () { [native code] }": true, "Promise { <pending> }": true, "[Function: sign]": true,
		"<Brand object at 0x7f10bb5a>": true, "<Product: Product object (3)>": true, "<class 'store.Brand'>": true, "b'Amina'": true, "('Amina',)": true,
		"['Amina']": true, "{'en': 'A chair'}": true, `Optional("K-1")`: true, "map[en:A chair]": true, "%!s(<nil>)": true, "$(date +%s)": true, "`date`": true,
		"${product.name}": true, "TypeError: name is undefined": true, "async (b) => hmac(b)": true, "() => Date.now()": true, "class Hmac { }": true, "class A": false, "(b) =>": false, "java.lang.NullPointerException: name": true,
		"Hash (0x)": false, "System": false, "System.Power": false, "function": false, "A function {x}": false, "<b>": false, "b'": false, "('90s)": false, "[new]": false,
		"Optional (red)": false, "map [A4]": false, "$5": false, "$(5)": false, "Case ${HOME} print": false, "Error: the film": false, `{"alg":"HS256"}`: false, "<9f86d0>": false,
	} {
		require.Equal(t, is, isPrinted(text), text)
	}
	for text, is := range map[string]bool{"TODO": true, "todo: sign": true, "Error: secret not set": true, "-": true, "$SIGN": true, "your-signature": true, "1": false, "a.b": false, "AB:CD": false, "=": true, "Todorov": false} {
		require.Equal(t, is, IsInvalidHeader(text), text)
	}
	for text, is := range map[string]bool{"FacilityStatus.COLLECTED": true, "FacilityStatus.collected_by_agent": true, "Collected.By.agent": false, "Collected.by": false, "Status[collected_by_agent]": true, "2026-11-24": true, "11/24/2026": true, "collected_by_agent": false, "Collected": false, "collected.by.agent": false, "COLLECTED": false} {
		require.Equal(t, is, IsInvalidStatus(text), text)
	}
}

// TestWhatDamagedAText holds that letters which a program lost or escaped are found, and that names
// of any language are none.
func TestWhatDamagedAText(t *testing.T) {
	for _, text := range []string{"ZoÃ«", "Lamp â€“ â€œZuriâ€\u009d", "\ufffd", "Ã‰ric"} {
		require.NotEmpty(t, WhatLost(text), text)
	}
	for _, text := range []string{"Zoë", "JOÃO", "Ñuñez", "Đặng", "李", "Zoe\u0308", "Müller–Wanjala", "Ångström", "Lamp – “Zuri”", ""} {
		require.Empty(t, WhatLost(text), text)
	}
	for _, text := range []string{"O&#039;Brien", "M&uuml;ller", "O%27Brien", "O''Brien", `Zo\u00eb`, "M?ller"} {
		require.NotEmpty(t, WhatDamaged(text), text)
	}
	for _, text := range []string{"O'Brien", "O''", "Zo?", "A & B; C", "100%", "Null"} {
		require.Empty(t, WhatDamaged(text), text)
	}
}

// TestWhichTextLostALetter holds that a question mark in a word stands for a letter, but not in a URL.
func TestWhichTextLostALetter(t *testing.T) {
	for text, is := range map[string]bool{"T?l?phone": true, "Caf? cr?me": true, "Ready?": false, "See shop.example/item?id=5": false, "Which one? This": false} {
		require.Equal(t, is, HasQuestionInWord(text), text)
	}
}

// TestHowAProgramPrintsAName holds that names as PHP, HTML and Base64 have them are damaged, and that
// names in rare spellings are not.
func TestHowAProgramPrintsAName(t *testing.T) {
	for _, name := range []string{"Kamau<br />", "<b>Joy</b>", "V2FuamlydQ==", "\ufeffKamau", "Kamau\u200b", "Joy\nKamau"} {
		require.NotEmpty(t, WhatDamaged(name), name)
	}
	for _, name := range []string{"N'Golo", "Anna", "Zoë", "O’Hara", "Mary-Anne", "ស\u200bខ", "Abdul=Rahman"} {
		require.Empty(t, WhatDamaged(name), name)
	}
	for _, text := range []string{"Resource id #5", "Object(Product)", `s:3:"Joy";`, `O:8:"stdClass":0:{}`, "i:5;", `string(3) "Joy"`} {
		require.True(t, IsPrintedObject(text), text)
	}
	for _, text := range []string{"Object", "Resource", "s: small", "a:b", "string quartet"} {
		require.False(t, IsPrintedObject(text), text)
	}
}

// TestWhatIsADigest holds that a hash is no time, and that a time in hexadecimal digits is.
func TestWhatIsADigest(t *testing.T) {
	require.True(t, IsInvalidTime("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"))
	require.True(t, IsInvalidTime("-62135596800"))
	require.False(t, IsInvalidTime("323032362d31312d32335431373a30303a30305a"), "2026-11-23T17:00:00Z in hexadecimal digits")
	require.False(t, IsInvalidTime("4000000065f0a1b2"))
}
