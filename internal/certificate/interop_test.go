package certificate_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
)

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// byHand takes an envelope apart with nothing but JSON and base64, and returns
// what is signed and the signature.
func byHand(t *testing.T, envelope []byte) (pae, signature, payload []byte) {
	t.Helper()
	var outer struct {
		PayloadType, Payload string
		Signatures           []struct{ KeyID, Sig string }
	}
	require.NoError(t, json.Unmarshal(envelope, &outer))
	payload, err := base64.StdEncoding.DecodeString(outer.Payload)
	require.NoError(t, err)
	require.Len(t, outer.Signatures, 1)
	signature, err = base64.StdEncoding.DecodeString(outer.Signatures[0].Sig)
	require.NoError(t, err)
	head := "DSSEv1 " + strconv.Itoa(len(outer.PayloadType)) + " " + outer.PayloadType + " " + strconv.Itoa(len(payload)) + " "
	return append([]byte(head), payload...), signature, payload
}

func TestACertificateVerifiesByHand(t *testing.T) {
	envelope, report := signed(t)
	pae, signature, payload := byHand(t, envelope)
	public, err := hex.DecodeString(rfcPublic)
	require.NoError(t, err)
	require.True(t, ed25519.Verify(public, pae, signature))

	var statement struct {
		Type      string `json:"_type"`
		Subject   []struct{ Name string }
		Predicate struct {
			Configuration []struct {
				Name   string
				Digest map[string]string
			}
		}
	}
	require.NoError(t, json.Unmarshal(payload, &statement))
	require.Equal(t, "https://in-toto.io/Statement/v1", statement.Type)
	require.Len(t, statement.Subject, 1)
	require.Equal(t, "payments 3.4.1", statement.Subject[0].Name)
	require.Len(t, statement.Predicate.Configuration, 6)
	for _, s := range statement.Predicate.Configuration[1:] {
		require.Equal(t, map[string]string{"sha256": digestOf(report[s.Name].Data)}, s.Digest, s.Name)
	}
}

// openssl runs the program in a folder, and says what it printed.
func openssl(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	program, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("openssl is not installed")
	}
	command := exec.CommandContext(t.Context(), program, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	return string(out), err
}

func TestOpenSSLVerifiesACertificate(t *testing.T) {
	private, public, err := certificate.Keygen()
	require.NoError(t, err)
	key, err := certificate.ParsePrivateKey(private)
	require.NoError(t, err)
	envelope, err := certificate.Sign(reportOf(t, goodRun()), key, signOptions())
	require.NoError(t, err)
	pae, signature, _ := byHand(t, envelope)
	dir := t.TempDir()
	changed := append([]byte(nil), pae...)
	changed[len(changed)-1] ^= 1
	for name, content := range map[string][]byte{"key.pub": public, "pae.bin": pae, "sig.bin": signature, "changed.bin": changed} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	verify := []string{"pkeyutl", "-verify", "-pubin", "-inkey", "key.pub", "-rawin", "-sigfile", "sig.bin", "-in"}
	out, err := openssl(t, dir, append(verify, "pae.bin")...)
	require.NoError(t, err, out)
	_, err = openssl(t, dir, append(verify, "changed.bin")...)
	require.Error(t, err, "it can say no")
}

func TestOpenSSLKnowsTheKeys(t *testing.T) {
	private, public, err := certificate.Keygen()
	require.NoError(t, err)
	keys, err := certificate.ParsePublicKeys(public)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "key.pem"), private, 0o600))
	out, err := openssl(t, dir, "pkey", "-in", "key.pem", "-pubout")
	require.NoError(t, err, out)
	require.Equal(t, string(public), out)
	der, err := openssl(t, dir, "pkey", "-in", "key.pem", "-pubout", "-outform", "DER")
	require.NoError(t, err, der)
	id, err := certificate.KeyID(keys[0])
	require.NoError(t, err)
	require.Equal(t, digestOf([]byte(der)), id)
}
