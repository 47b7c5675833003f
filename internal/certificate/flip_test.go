package certificate_test

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// masks turn a digit or letter into its neighbour, a letter into its other case
// (which readers of JSON names are lenient about), and text into no text.
var masks = []byte{0x01, 0x20, 0x80}

// flips calls judge with every given octet of content changed: in each way near
// the ends, where an envelope has its structure, and in one way between them.
func flips(content []byte, places []int, judge func(changed []byte, place int, mask byte)) {
	const head, tail = 80, 250
	for _, place := range places {
		ways := masks[place%len(masks):][:1]
		if place < head || place >= len(content)-tail {
			ways = masks
		}
		for _, mask := range ways {
			changed := bytes.Clone(content)
			changed[place] ^= mask
			judge(changed, place, mask)
		}
	}
}

func everyPlace(content []byte) []int {
	places := make([]int, len(content))
	for i := range places {
		places[i] = i
	}
	return places
}

func TestEveryFlippedOctetOfTheEnvelopeIsDetected(t *testing.T) {
	testsize.SkipIfShort(t)
	envelope, report := signed(t)
	flips(envelope, everyPlace(envelope), func(changed []byte, place int, mask byte) {
		require.False(t, verify(t, changed, report).OK(), "octet %d ^ %#x of %q", place, mask, envelope)
	})
}

func TestEveryFlippedOctetOfTheStatementIsDetected(t *testing.T) {
	testsize.SkipIfShort(t)
	envelope, report := signed(t)
	outer, payload := decode(t, envelope)
	flips(payload, everyPlace(payload), func(changed []byte, place int, mask byte) {
		outer.Payload = base64.StdEncoding.EncodeToString(changed)
		require.False(t, verify(t, encode(t, outer), report).OK(), "octet %d ^ %#x", place, mask)
	})
}

func TestEveryFlippedOctetOfTheSignatureIsDetected(t *testing.T) {
	envelope, report := signed(t)
	outer, _ := decode(t, envelope)
	signature, err := base64.StdEncoding.DecodeString(outer.Signatures[0].Sig)
	require.NoError(t, err)
	flips(signature, everyPlace(signature), func(changed []byte, place int, mask byte) {
		outer.Signatures[0].Sig = base64.StdEncoding.EncodeToString(changed)
		require.False(t, verify(t, encode(t, outer), report).OK(), "octet %d ^ %#x", place, mask)
	})
}

func TestEveryFlippedOctetOfTheReportIsDetected(t *testing.T) {
	testsize.SkipIfShort(t)
	envelope, report := signed(t)
	for _, name := range []string{"results.json", "exchanges.har", "index.html", "junit.xml", "more/badge.svg"} {
		content := report[name].Data
		flips(content, sample(content), func(changed []byte, place int, mask byte) {
			require.False(t, verify(t, envelope, with(report, name, changed)).OK(), "%s, octet %d ^ %#x", name, place, mask)
		})
	}
}

// sample is every place of a small file, and of a large one both ends and a
// seeded few between.
func sample(content []byte) []int {
	const end, between, small = 100, 400, 1000
	if len(content) <= small {
		return everyPlace(content)
	}
	random := rand.New(rand.NewPCG(8032, 7))
	places := append(everyPlace(content[:end]), everyPlace(content)[len(content)-end:]...)
	for range between {
		places = append(places, random.IntN(len(content)))
	}
	return places
}
