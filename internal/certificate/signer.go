package certificate

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"errors"
	"fmt"
)

// errSignature says that a signature does not hold.
var errSignature = errors.New("the signature does not hold")

// signer signs DSSE payloads with an ed25519 key.
type signer struct {
	key ed25519.PrivateKey
	id  string
}

func newSigner(key ed25519.PrivateKey) (*signer, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, fmt.Errorf("%w: an ed25519 private key has %d octets, this one %d", ErrKey, ed25519.PrivateKeySize, len(key))
	}
	id, err := KeyID(key.Public().(ed25519.PublicKey))
	return &signer{key: key, id: id}, err
}

// Sign implements dsse.Signer.
func (s *signer) Sign(_ context.Context, data []byte) ([]byte, error) {
	return ed25519.Sign(s.key, data), nil
}

// KeyID implements dsse.Signer.
func (s *signer) KeyID() (string, error) { return s.id, nil }

// trusted verifies DSSE payloads with a key that the verifier was given.
type trusted struct {
	key ed25519.PublicKey
	id  string
}

// Verify implements dsse.Verifier.
func (t *trusted) Verify(_ context.Context, data, signature []byte) error {
	if !ed25519.Verify(t.key, data, signature) {
		return errSignature
	}
	return nil
}

// KeyID implements dsse.Verifier.
func (t *trusted) KeyID() (string, error) { return t.id, nil }

// Public implements dsse.Verifier.
func (t *trusted) Public() crypto.PublicKey { return t.key }
