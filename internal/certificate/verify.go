package certificate

import (
	"crypto/ed25519"
	"io/fs"
	"time"
)

// VerifyOptions say how a certificate is verified.
type VerifyOptions struct {
	// Clock tells the time; nil is the machine's clock.
	Clock func() time.Time
	// SuiteDigest, if it is not empty, is the digest that the suite must have
	// had that judged.
	SuiteDigest string
}

// Verify examines a certificate and the report that lies beside it, and returns
// all that it finds. It needs no network, and trusts nothing but the keys it is
// given: a good signature by one of them is enough.
//
// Without such a signature it looks no further than the envelope, because what
// stands in there could be anybody's.
func Verify(envelope []byte, keys []ed25519.PublicKey, report fs.FS, o VerifyOptions) *Report {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	r := &Report{Signers: []string{}, Findings: []Finding{}}
	payload := r.openEnvelope(envelope, keys)
	if payload == nil || !r.readStatement(payload) {
		return r
	}
	r.checkTimes(o.Clock())
	r.checkSuite(o.SuiteDigest)
	if results := r.checkFiles(report); results != nil {
		r.checkResults(results)
	}
	return r
}

func (r *Report) checkTimes(now time.Time) {
	claims := r.Statement.Claims()
	if !now.Before(claims.Expires) {
		r.find(Expired, "expires", "it held until %s, and it is %s", stamp(claims.Expires), stamp(now))
	}
	if now.Add(skew).Before(claims.Issued) {
		r.find(NotYet, "issued", "it was issued at %s, and it is %s: one of the clocks is wrong", stamp(claims.Issued), stamp(now))
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (r *Report) checkSuite(want string) {
	if got := r.Statement.Claims().Suite.Digest; want != "" && got != want {
		r.find(OtherSuite, suiteDescriptor, "the suite that judged has the digest %s, and %s was asked for", got, want)
	}
}
