package certificate_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
)

func TestKeygenMakesAPairThatSignsAndVerifies(t *testing.T) {
	private, public, err := certificate.Keygen()
	require.NoError(t, err)
	key, err := certificate.ParsePrivateKey(private)
	require.NoError(t, err)
	keys, err := certificate.ParsePublicKeys(public)
	require.NoError(t, err)
	require.Equal(t, []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}, keys)

	another, _, err := certificate.Keygen()
	require.NoError(t, err)
	require.NotEqual(t, private, another)
}

func TestPublicKeysMayStandInOneFile(t *testing.T) {
	_, first, err := certificate.Keygen()
	require.NoError(t, err)
	_, second, err := certificate.Keygen()
	require.NoError(t, err)
	keys, err := certificate.ParsePublicKeys(append([]byte("# team A\n"), append(first, append([]byte("# team B\n"), second...)...)...))
	require.NoError(t, err)
	require.Len(t, keys, 2)
	require.NotEqual(t, keys[0], keys[1])
}

func TestUnusableKeysAreRefused(t *testing.T) {
	private, public, err := certificate.Keygen()
	require.NoError(t, err)
	elliptic := ellipticPair(t)
	for name, text := range map[string]string{
		"nothing": "", "no PEM": "hello", "cut": string(private[:len(private)-10]), "the other half": string(public),
		"two": string(private) + string(private), "one and a piece": string(private) + string(private[:40]),
		"another algorithm": elliptic.private, "not PKCS#8": block("PRIVATE KEY", "junk"), "encrypted": block("ENCRYPTED PRIVATE KEY", "junk"),
	} {
		_, err := certificate.ParsePrivateKey([]byte(text))
		require.ErrorIs(t, err, certificate.ErrKey, name)
	}
	for name, text := range map[string]string{
		"nothing": "", "the other half": string(private), "another algorithm": elliptic.public, "not PKIX": block("PUBLIC KEY", "junk"),
		"a good one and junk": string(public) + block("PUBLIC KEY", "junk"),
	} {
		_, err := certificate.ParsePublicKeys([]byte(text))
		require.ErrorIs(t, err, certificate.ErrKey, name)
	}
	_, err = certificate.KeyID(ed25519.PublicKey("short"))
	require.ErrorIs(t, err, certificate.ErrKey)
}

type pair struct{ private, public string }

func ellipticPair(t *testing.T) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	require.NoError(t, err)
	return pair{private: block("PRIVATE KEY", string(private)), public: block("PUBLIC KEY", string(public))}
}

func block(kind, content string) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: []byte(content)}))
}

func TestWriteKeyKeepsAKeyFromOthersAndFromItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, certificate.WriteKey(path, []byte("first")))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode())

	require.ErrorIs(t, certificate.WriteKey(path, []byte("second")), fs.ErrExist)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "first", string(content))
	require.ErrorIs(t, certificate.WriteKey(filepath.Join(t.TempDir(), "no", "folder"), nil), fs.ErrNotExist)
}
