package certificate

import (
	"context"
	"crypto/ed25519"
	"maps"
	"slices"
	"strconv"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// openEnvelope returns the payload if a trusted key signed it and it is of the
// right type, and nil otherwise.
func (r *Report) openEnvelope(text []byte, keys []ed25519.PublicKey) []byte {
	known := r.trustedKeys(keys)
	envelope, err := parseEnvelope(text)
	if err != nil {
		r.find(NotEnvelope, "envelope", "this is not a DSSE envelope: %s", err)
		return nil
	}
	if !inOneForm(text, envelope) {
		r.find(Altered, "envelope", "it is not as it was written: it was changed or reformatted")
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

// trustedKeys turns keys into verifiers, each once.
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

// checkSignatures returns the payload if a trusted signature holds.
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
			r.find(BadSignature, "envelope", "the signature that names the trusted key %s does not hold: the statement or the signature was changed", s.KeyID)
		default:
			r.Unjudged = append(r.Unjudged, s.KeyID)
		}
	}
	if len(r.Signers) == 0 {
		r.find(Unsigned, "envelope", "none of the %d keys given has signed it; it names %s", len(known), someOf(keyIDs(envelope)))
	}
	return payload
}

// keyIDs are the ids that the signatures name, quoted, for they may be anything.
func keyIDs(envelope *dsse.Envelope) []string {
	var ids []string
	for _, s := range envelope.Signatures {
		ids = append(ids, strconv.Quote(s.KeyID))
	}
	return ids
}

// accept asks the library which trusted keys have signed. Its keys must differ,
// or it prints to standard output; those of a map do.
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
		return nil, nil // whatever it was, no signature is known to hold
	}
	return accepted, payload
}
