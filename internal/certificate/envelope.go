package certificate

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// maxEnvelope is the largest size of an envelope, in octets. A thousand requirements need a
// fiftieth of it.
const maxEnvelope = 4 << 20

// seal signs a statement and returns the envelope.
func seal(ctx context.Context, payload []byte, by *signer) ([]byte, error) {
	signers, err := dsse.NewEnvelopeSigner(by)
	if err != nil {
		return nil, fmt.Errorf("sign the statement: %w", err)
	}
	envelope, err := signers.SignPayload(ctx, PayloadType, payload)
	if err != nil {
		return nil, fmt.Errorf("sign the statement: %w", err)
	}
	return encodeEnvelope(envelope)
}

// encodeEnvelope writes an envelope in the one form that assay uses.
func encodeEnvelope(envelope *dsse.Envelope) ([]byte, error) {
	text, err := compact(envelope)
	if err != nil {
		return nil, fmt.Errorf("encode the envelope: %w", err)
	}
	return append(text, '\n'), nil
}

// parseEnvelope reads an envelope in any form that DSSE permits.
func parseEnvelope(text []byte) (*dsse.Envelope, error) {
	if len(text) > maxEnvelope {
		return nil, fmt.Errorf("it is larger than %d bytes", maxEnvelope)
	}
	envelope := &dsse.Envelope{}
	if err := json.Unmarshal(text, envelope); err != nil {
		return nil, err
	}
	switch {
	case envelope.Payload == "":
		return nil, errors.New("it has no payload")
	case len(envelope.Signatures) == 0:
		return nil, errors.New("it has no signature")
	}
	return envelope, nil
}

// isCanonical reports whether text is exactly what Sign writes for this envelope. Readers of JSON
// and of base64 accept different spaces, case of names, unknown members, line feeds and spare
// bits. isCanonical accepts no such difference.
func isCanonical(text []byte, envelope *dsse.Envelope) bool {
	written, err := encodeEnvelope(envelope)
	if err != nil || !bytes.Equal(written, text) {
		return false
	}
	plain := plainBase64(envelope.Payload)
	for _, s := range envelope.Signatures {
		plain = plain && plainBase64(s.Sig)
	}
	return plain
}

func plainBase64(text string) bool {
	raw, err := base64.StdEncoding.DecodeString(text)
	return err == nil && base64.StdEncoding.EncodeToString(raw) == text
}

// openEnvelope returns the payload if a trusted key signed it and it has the right type, and nil
// otherwise.
func (r *Report) openEnvelope(text []byte, keys []ed25519.PublicKey) []byte {
	known := r.trustedKeys(keys)
	envelope, err := parseEnvelope(text)
	if err != nil {
		r.find(NotEnvelope, "envelope", "this is not a DSSE envelope: %s", err)
		return nil
	}
	if !isCanonical(text, envelope) {
		r.find(Altered, "envelope", "it was changed or reformatted")
	}
	if envelope.PayloadType != PayloadType {
		r.find(WrongPayload, "envelope", "it holds %q, not %q", envelope.PayloadType, PayloadType)
	}
	payload := r.checkSignatures(envelope, known)
	if envelope.PayloadType != PayloadType {
		return nil
	}
	return payload
}

// trustedKeys returns one verifier for each different key, by key id.
func (r *Report) trustedKeys(keys []ed25519.PublicKey) map[string]dsse.Verifier {
	known := make(map[string]dsse.Verifier)
	for i, key := range keys {
		id, err := KeyID(key)
		if err != nil {
			r.find(NoKey, "keys", "key %d: %s", i+1, err)
			continue
		}
		known[id] = &trusted{key: key, id: id}
	}
	if len(keys) == 0 {
		r.find(NoKey, "keys", "there is no key to trust: name the signer's public key")
	}
	return known
}

// checkSignatures returns the payload if at least one signature by a trusted key is valid.
func (r *Report) checkSignatures(envelope *dsse.Envelope, known map[string]dsse.Verifier) []byte {
	accepted, payload := accept(envelope, known)
	var held []dsse.Signature
	for _, a := range accepted {
		r.Signers = append(r.Signers, a.KeyID)
		held = append(held, a.Sig)
	}
	for _, s := range envelope.Signatures {
		switch _, named := known[s.KeyID]; {
		case slices.Contains(held, s):
		case named:
			r.find(BadSignature, "envelope", "the signature by the trusted key %s is not valid: the statement or the signature was changed", s.KeyID)
		default:
			r.Unjudged = append(r.Unjudged, s.KeyID)
		}
	}
	if len(r.Signers) == 0 {
		r.find(Unsigned, "envelope", "none of the %d given keys signed it; it names %s", len(known), someOf(keyIDs(envelope)))
	}
	return payload
}

// keyIDs returns the ids that the signatures name. They are quoted, because they may contain
// anything.
func keyIDs(envelope *dsse.Envelope) []string {
	var ids []string
	for _, s := range envelope.Signatures {
		ids = append(ids, strconv.Quote(s.KeyID))
	}
	return ids
}

// accept returns the trusted keys that have signed, as the dsse library finds them. The library
// prints to standard output if two of its keys are equal. The keys of a map are different.
func accept(envelope *dsse.Envelope, known map[string]dsse.Verifier) ([]dsse.AcceptedKey, []byte) {
	if len(known) == 0 {
		return nil, nil
	}
	verifiers := make([]dsse.Verifier, 0, len(known))
	for _, id := range slices.Sorted(maps.Keys(known)) {
		verifiers = append(verifiers, known[id])
	}
	verifier, err := dsse.NewEnvelopeVerifier(verifiers...)
	if err != nil {
		return nil, nil
	}
	accepted, payload, err := verifier.VerifyAndDecode(context.Background(), envelope)
	if err != nil {
		return nil, nil // after any error, no signature is known to be valid
	}
	return accepted, payload
}

// repeatedMember returns the name of a member that an object in the JSON text has more than once,
// or "" if there is none. Names that differ only in case count as the same: Go's JSON reader
// accepts either for a field, and other readers do not. The text must be valid JSON.
func repeatedMember(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // otherwise a number that is too large for a float would end the search
	var open []container
	for {
		token, err := decoder.Token()
		if err != nil {
			return "" // the end of the text, which the caller has found valid
		}
		switch token {
		case json.Delim('{'):
			open = append(open, container{names: make(map[string]bool), nameNext: true})
			continue
		case json.Delim('['):
			open = append(open, container{})
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			if name := open[len(open)-1].take(token); name != "" {
				return name
			}
		}
	}
}

// container is an object or an array that repeatedMember is inside. An array has no names.
type container struct {
	names    map[string]bool
	nameNext bool // the next string is a member's name
}

// take processes one token, or the end of a value, inside the container. It returns the name of a
// member if the object had that name before, and "" otherwise.
func (c *container) take(token json.Token) string {
	if c.names == nil {
		return ""
	}
	isName := c.nameNext
	c.nameNext = !c.nameNext
	name, ok := token.(string)
	if !isName || !ok {
		return ""
	}
	folded := strings.ToLower(strings.ToUpper(name))
	if c.names[folded] {
		return name
	}
	c.names[folded] = true
	return ""
}
