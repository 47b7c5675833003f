package certificate

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// skew is how far two clocks may be apart before a time counts as future.
const skew = 5 * time.Minute

// ErrOptions is wrapped by every error about options that are missing or make
// no sense.
var ErrOptions = errors.New("wrong use")

// MaxValid is how long a certificate holds at the most: two years, one of them
// a leap year. There is no revocation, so an end must be near.
const MaxValid = (365 + 366) * 24 * time.Hour

// SignOptions say how a report is signed.
type SignOptions struct {
	// Valid is how long the certificate holds, counted from the end of the run
	// and not from its signing: old evidence does not get younger. Whole
	// seconds, at least one.
	Valid time.Duration
	// Suite is the suite at hand, which says what a complete run is.
	Suite Suite
	// Program identifies this program; nil: it is not named.
	Program *Program
	// URL is address of the run, such as the page of a pipeline. It
	// may be empty.
	URL string
	// Clock tells the time; nil is the machine's clock.
	Clock func() time.Time
}

func (o *SignOptions) check() error {
	switch {
	case o.Valid > MaxValid:
		return fmt.Errorf("%w: a certificate is valid for at most two years, not %s", ErrOptions, o.Valid)
	case o.Valid < time.Second:
		return fmt.Errorf("%w: a certificate must be valid for at least a second, not %s", ErrOptions, o.Valid)
	case !isDigest(o.Suite.Digest):
		return fmt.Errorf("%w: the digest of the suite at hand is %q, not a SHA-256 in hex", ErrOptions, o.Suite.Digest)
	case o.Suite.Requirements == nil:
		return fmt.Errorf("%w: nothing says which requirements a complete run has", ErrOptions)
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return nil
}

// Sign certifies the report in a folder and returns the envelope, which belongs
// into a file named FileName beside it. The run is the one in the folder's
// results.json; there is no second copy of it to disagree with.
//
// A run that cannot be certified gives a *Refused that names every condition it
// breaks. An unusable key gives ErrKey, options ErrOptions; whatever else goes
// wrong, with the files say, gives no certificate either.
func Sign(report fs.FS, key ed25519.PrivateKey, o SignOptions) ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	by, err := newSigner(key)
	if err != nil {
		return nil, err
	}
	now := o.Clock()
	run, files, err := o.examine(report, now)
	if err != nil {
		return nil, err
	}
	envelope, err := o.seal(run, files, now, Asserted, by)
	if err != nil {
		return nil, err
	}
	if err := o.proofread(envelope, by, report, now); err != nil {
		return nil, err
	}
	return envelope, nil
}

// examine reads the report once and returns the run and the digests of the
// files, both of the same octets, or what speaks against signing.
func (o *SignOptions) examine(report fs.FS, now time.Time) (*result.Run, []Descriptor, error) {
	f, err := readFolder(report)
	if err != nil {
		return nil, nil, err
	}
	run, err := parseResults(f.results)
	if err != nil {
		return nil, nil, &Refused{Broken: []Broken{{ResultsSound, err.Error()}}}
	}
	broken := conditions(run)
	o.checkTimes(run, now, &broken)
	checkEvidence(run, f.evidence, &broken)
	if err := o.Suite.complete(run, &broken); err != nil {
		return nil, nil, err
	}
	if err := o.Suite.recheck(run, f, &broken); err != nil {
		return nil, nil, err
	}
	return run, f.files, broken.refusal()
}

func (o *SignOptions) checkTimes(run *result.Run, now time.Time, broken *brokenList) {
	switch {
	case run.Started.IsZero() || run.Finished.Before(run.Started):
		broken.add(RunTimely, "the run has no start, or ends before it starts")
	case run.Finished.After(now.Add(skew)):
		broken.add(RunTimely, "the run ends in the future, at %s: one of the clocks is wrong", run.Finished)
	case !now.Before(o.expiry(run)):
		broken.add(RunTimely, "its evidence is of %s, more than %s ago: run the suite again", shownAt(run), o.Valid)
	}
}

func (o *SignOptions) expiry(run *result.Run) time.Time {
	return shownAt(run).Add(o.Valid).UTC().Truncate(time.Second)
}

// statement is what is signed: it is about the build, and binds the files of the
// report as its configuration and evidence.
func (o *SignOptions) statement(run *result.Run, files []Descriptor, now time.Time, witness string) (*Statement, error) {
	claims := claimsOf(run, ClaimsFormat)
	claims.Issued = now.UTC().Truncate(time.Second)
	claims.Expires = o.expiry(run)
	claims.Witness, claims.Program = witness, o.Program
	subject, err := subjectOf(run)
	if err != nil {
		return nil, err
	}
	predicate := predicateOf(run, ClaimsFormat)
	predicate.URL = o.URL
	predicate.Configuration = []Descriptor{{Name: suiteDescriptor, Digest: ofSHA256(run.Suite.Digest)}}
	for _, f := range files {
		if f.Name == resultsFile {
			f.Annotations = claims
		}
		predicate.Configuration = append(predicate.Configuration, f)
	}
	return &Statement{Type: StatementType, Subject: []Descriptor{subject}, PredicateType: PredicateType, Predicate: predicate}, nil
}

func (o *SignOptions) seal(run *result.Run, files []Descriptor, now time.Time, witness string, by *signer) ([]byte, error) {
	statement, err := o.statement(run, files, now, witness)
	if err != nil {
		return nil, err
	}
	payload, err := statement.encode()
	if err != nil {
		return nil, err
	}
	return seal(context.Background(), payload, by)
}

// proofread verifies what was just signed, so that a certificate that does not
// verify never leaves: a file that changed meanwhile, say.
func (o *SignOptions) proofread(envelope []byte, by *signer, report fs.FS, now time.Time) error {
	clock := func() time.Time { return now }
	keys := []ed25519.PublicKey{by.key.Public().(ed25519.PublicKey)}
	r := Verify(envelope, keys, report, VerifyOptions{Clock: clock, SuiteDigest: o.Suite.Digest})
	if err := r.Err(); err != nil {
		return fmt.Errorf("assay could not verify the new certificate, and discarded it: %w", err)
	}
	return nil
}

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

// Suite is the suite at hand, which alone knows what a complete run is.
type Suite struct {
	// Digest is that of the questions it asks, as in result.Suite.
	Digest string
	// Requirements lists the ids that it judges for a side and a scope, without
	// observations.
	Requirements func(side result.Side, scope []string) ([]string, error)
	// Recheck judges a run once more by its recording, and returns every
	// contradiction between the two. Nil: nothing is judged again.
	Recheck func(run *result.Run, har []byte) ([]string, error)
	// Rendered gives the SHA-256 of every file that rendering a run gives, in hex,
	// by name. Nil: the files are bound as they are.
	Rendered func(*result.Run) (map[string]string, error)
}

// complete finds out whether a run holds exactly the requirements that the
// suite at hand has for its scope. A run of another suite cannot be told to be
// complete, so it is refused.
func (s Suite) complete(run *result.Run, broken *brokenList) error {
	if run.Suite.Version == "" || run.Suite.Version == "(devel)" {
		broken.add(SuiteAtHand, "results.json does not say which build of assay judged: run again with one that names itself")
	}
	if run.Suite.Digest != s.Digest {
		broken.add(SuiteAtHand, "the run was judged by the suite %q, and the one at hand is %q: sign with the suite that judged", run.Suite.Digest, s.Digest)
		return nil
	}
	planned, err := s.Requirements(run.Side, run.Scope)
	if err != nil {
		return fmt.Errorf("list the requirements of the %s side in scope %s: %w", run.Side, someOf(run.Scope), err)
	}
	comparePlan(planned, run.Requirements, broken)
	return nil
}

func comparePlan(planned []string, judged []result.Requirement, broken *brokenList) {
	times := make(map[string]int)
	for _, r := range judged {
		times[r.ID]++
	}
	var missing, repeated []string
	for _, id := range planned {
		switch n := times[id]; {
		case n == 0:
			missing = append(missing, id)
		case n > 1:
			repeated = append(repeated, id)
		}
		delete(times, id)
	}
	if len(missing) > 0 {
		broken.add(PlanComplete, "not in results.json: %s", someOf(missing))
	}
	if len(repeated) > 0 {
		broken.add(PlanComplete, "more than once in results.json: %s", someOf(repeated))
	}
	if len(times) > 0 {
		broken.add(PlanComplete, "in results.json, but not in the suite's plan: %s", someOf(slices.Sorted(maps.Keys(times))))
	}
}
