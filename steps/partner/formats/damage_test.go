package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHowADamagedTextShows(t *testing.T) {
	for text, what := range map[string]string{
		"undefined": "a word for no value", " Null ": "a word for no value", "string": "a word for no value", "None": "a word for no value",
		"T\ufffdl\ufffdphone": "a letter that was lost (U+FFFD)", "Galaxy\x00A15": "a control character", "43&quot; LED": "an HTML entity", "<p>Galaxy</p>": "HTML markup",
		`T\u00e9l`: "a JSON escape", "TÃ©lÃ©phone": "letters of another encoding", "Galaxy%20A15%2C%20128%20GB": "a text as URLs have it", "Galaxy+A15%2C+128+GB": "a text as URLs have it",
		"": "", "Nonesuch": "", "AT&T": "", "100% cotton": "", "50%20 off": "", `Cable <3 m> & "plug"`: "", "Téléphone": "", "SÃO PAULO": "", "two\nlines": "", `C:\users`: "", "小米": "",
	} {
		require.Equal(t, what, Damage(text), text)
	}
	require.Empty(t, Damage(strings.Repeat("x", 2000)+"&amp;"), "the beginning is looked at")
}
