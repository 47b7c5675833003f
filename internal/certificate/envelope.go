package certificate

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// mostEnvelope bounds an envelope, in octets. A thousand requirements take a
// fiftieth of it.
const mostEnvelope = 4 << 20

// seal puts a statement into a signed envelope.
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

// encodeEnvelope writes an envelope in its one form.
func encodeEnvelope(envelope *dsse.Envelope) ([]byte, error) {
	text, err := compact(envelope)
	if err != nil {
		return nil, fmt.Errorf("encode the envelope: %w", err)
	}
	return append(text, '\n'), nil
}

// parseEnvelope reads an envelope in any form that DSSE permits.
func parseEnvelope(text []byte) (*dsse.Envelope, error) {
	if len(text) > mostEnvelope {
		return nil, fmt.Errorf("it is larger than %d octets", mostEnvelope)
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

// inOneForm tells whether text is what Sign would have written for this
// envelope. Readers of JSON and of base64 are lenient about spaces, the case of
// names, unknown members, line feeds and spare bits; here that leniency ends.
func inOneForm(text []byte, envelope *dsse.Envelope) bool {
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
