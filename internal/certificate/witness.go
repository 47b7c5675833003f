package certificate

import (
	"crypto/ed25519"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Witness certifies a run in the process that ran it, from memory: nothing lies
// between the run and the signature. Files are the digests of the report as it was
// rendered, in hex, by name. A run that cannot be certified gives a *Refused, as
// for Sign.
func Witness(run *result.Run, files map[string]string, key ed25519.PrivateKey, o SignOptions) ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	by, err := newSigner(key)
	if err != nil {
		return nil, err
	}
	now := o.Clock()
	broken := conditions(run)
	o.checkTimes(run, now, &broken)
	if err := o.Suite.complete(run, &broken); err != nil {
		return nil, err
	}
	var bound []Descriptor
	for _, name := range slices.Sorted(maps.Keys(files)) {
		bound = append(bound, Descriptor{Name: name, Digest: ofSHA256(files[name])})
	}
	for _, name := range []string{resultsFile, evidenceFile} {
		if files[name] == "" {
			broken.add(EvidenceThere, "there is no %s", name)
		}
	}
	if err := broken.refusal(); err != nil {
		return nil, err
	}
	return o.seal(run, bound, now, Witnessed, by)
}
