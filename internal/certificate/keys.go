package certificate

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

const (
	privateBlock = "PRIVATE KEY" // PKCS#8
	publicBlock  = "PUBLIC KEY"  // PKIX
)

// ErrKey is the error that every error about an unusable key wraps.
var ErrKey = errors.New("unusable key")

// Keygen makes a new ed25519 key pair, both keys as PEM. Write the private key with WriteKey. Give
// the public key to everyone who verifies.
func Keygen() (private, public []byte, err error) {
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("make a key pair: %w", err)
	}
	return encodePair(pub, priv)
}

func encodePair(pub ed25519.PublicKey, priv ed25519.PrivateKey) (private, public []byte, err error) {
	privateDER, err := x509.MarshalPKCS8PrivateKey(priv)
	if err != nil {
		return nil, nil, fmt.Errorf("encode the private key: %w", err)
	}
	publicDER, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, nil, fmt.Errorf("encode the public key: %w", err)
	}
	private = pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: privateDER})
	public = pem.EncodeToMemory(&pem.Block{Type: publicBlock, Bytes: publicDER})
	return private, public, nil
}

// ParsePrivateKey parses PEM text that contains exactly one ed25519 private key (PKCS#8, not
// encrypted). An error wraps ErrKey and never contains the key.
func ParsePrivateKey(text []byte) (ed25519.PrivateKey, error) {
	blocks, err := readBlocks(text, privateBlock)
	if err != nil {
		return nil, err
	}
	if len(blocks) != 1 {
		return nil, fmt.Errorf("%w: there are %d private keys in the file, and it takes one to sign", ErrKey, len(blocks))
	}
	parsed, err := x509.ParsePKCS8PrivateKey(blocks[0])
	if err != nil {
		return nil, fmt.Errorf("%w: the private key is not PKCS#8: %w", ErrKey, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%w: the private key is a %T, not ed25519: make one with `assay certificate keygen`", ErrKey, parsed)
	}
	return key, nil
}

// ParsePublicKeys parses PEM text that contains one or more ed25519 public keys (PKIX). An error
// wraps ErrKey.
func ParsePublicKeys(text []byte) ([]ed25519.PublicKey, error) {
	blocks, err := readBlocks(text, publicBlock)
	if err != nil {
		return nil, err
	}
	var keys []ed25519.PublicKey
	for _, der := range blocks {
		parsed, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			return nil, fmt.Errorf("%w: public key %d is not PKIX: %w", ErrKey, len(keys)+1, err)
		}
		key, ok := parsed.(ed25519.PublicKey)
		if !ok {
			return nil, fmt.Errorf("%w: public key %d is a %T, not ed25519", ErrKey, len(keys)+1, parsed)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// readBlocks returns the content of every PEM block in text. All blocks must have the same type.
// As in PEM, text around the blocks is a comment.
func readBlocks(text []byte, want string) ([][]byte, error) {
	var blocks [][]byte
	for {
		block, rest := pem.Decode(text)
		if block == nil {
			break
		}
		if block.Type != want {
			return nil, fmt.Errorf("%w: found a PEM block %q where a %q belongs", ErrKey, block.Type, want)
		}
		blocks = append(blocks, block.Bytes)
		text = rest
	}
	if len(blocks) == 0 || bytes.Contains(text, []byte("-----BEGIN")) {
		return nil, fmt.Errorf("%w: no whole PEM block %q found", ErrKey, want)
	}
	return blocks, nil
}

// KeyID returns the id of a public key: the SHA-256, in hex, of its PKIX DER form. The command
// `openssl pkey -pubin -outform DER | sha256sum` prints the same.
func KeyID(public ed25519.PublicKey) (string, error) {
	if len(public) != ed25519.PublicKeySize {
		return "", fmt.Errorf("%w: an ed25519 public key has %d bytes, this one %d", ErrKey, ed25519.PublicKeySize, len(public))
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrKey, err)
	}
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:]), nil
}

// keyMode permits only the owner to read a private key.
const keyMode fs.FileMode = 0o600

// WriteKey writes a private key to a new file that only its owner can read. It never overwrites a
// file, because nobody can make a lost key again. If the file exists, the error is fs.ErrExist.
// After any other error there is no file.
func WriteKey(path string, private []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, keyMode)
	if err != nil {
		return fmt.Errorf("write the private key to a new file: %w", err)
	}
	_, err = file.Write(private)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the private key: %w", errors.Join(err, os.Remove(path)))
	}
	return nil
}

// errSignature says that a signature is not valid.
var errSignature = errors.New("the signature is not valid")

// signer signs DSSE payloads with an ed25519 key.
type signer struct {
	key ed25519.PrivateKey
	id  string
}

func newSigner(key ed25519.PrivateKey) (*signer, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, fmt.Errorf("%w: an ed25519 private key has %d bytes, this one %d", ErrKey, ed25519.PrivateKeySize, len(key))
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

// trusted verifies DSSE payloads with a key that the caller of Verify trusts.
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
