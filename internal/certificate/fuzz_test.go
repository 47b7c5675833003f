package certificate_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
)

// Nothing that a stranger writes is a certificate, and nothing crashes Verify.
func FuzzVerify(f *testing.F) {
	envelope, report := signed(f)
	f.Add(envelope)
	f.Add(envelope[:len(envelope)/2])
	f.Add([]byte(`{"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[{"keyid":"","sig":""}]}`))
	f.Add([]byte(`{"payload":"!","signatures":[{"sig":"!"},{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := verify(t, text, report)
		if r.OK() && !bytes.Equal(text, envelope) {
			// the one other form that holds: without a hint at the key, or with
			// signatures of others
			outer, _ := decode(t, text)
			require.Equal(t, text, encode(t, outer))
		}
		require.Equal(t, r.OK(), r.Err() == nil)
	})
}

// Even the holder of a trusted key cannot crash Verify with a statement, or
// with results that go with it.
func FuzzVerifySigned(f *testing.F) {
	envelope, report := signed(f)
	_, payload := decode(f, envelope)
	f.Add(payload, report["results.json"].Data)
	f.Add([]byte(`{"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"..","digest":null}]}`), []byte("{}"))
	f.Fuzz(func(t *testing.T, payload, results []byte) {
		old, now := digestOf(report["results.json"].Data), digestOf(results)
		payload = bytes.ReplaceAll(payload, []byte(old), []byte(now)) // so that the results are looked at
		r := verify(t, seal(t, certificate.PayloadType, payload), with(report, "results.json", results))
		require.Equal(t, r.OK(), r.Err() == nil)
	})
}

func FuzzKeys(f *testing.F) {
	private, public, err := certificate.Keygen()
	require.NoError(f, err)
	f.Add(private)
	f.Add(public)
	f.Fuzz(func(t *testing.T, text []byte) {
		if key, err := certificate.ParsePrivateKey(text); err != nil {
			require.ErrorIs(t, err, certificate.ErrKey)
			require.Nil(t, key)
		}
		if keys, err := certificate.ParsePublicKeys(text); err != nil {
			require.ErrorIs(t, err, certificate.ErrKey)
			require.Nil(t, keys)
		}
	})
}
