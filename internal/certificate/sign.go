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

// skew is the permitted difference between two clocks. A time that is further ahead counts as
// future.
const skew = 5 * time.Minute

// ErrOptions is the error that every error about missing or wrong options wraps.
var ErrOptions = errors.New("wrong use")

// MaxValid is the longest validity of a certificate: two years, one of which is a leap year. There
// is no revocation, so a certificate must end soon.
const MaxValid = (365 + 366) * 24 * time.Hour

// SignOptions are the options for signing a report.
type SignOptions struct {
	// Valid is the validity of the certificate, in whole seconds, at least one. It starts at the
	// end of the run, or at the first recorded exchange of a partner build, and not at the
	// signature: a later signature does not make old evidence newer.
	Valid time.Duration
	// Suite is the suite of this program. It knows the requirements of a complete run.
	Suite Suite
	// Program identifies this program; if it is nil, the certificate does not name it.
	Program *Program
	// URL is the address of the run, such as the page of a pipeline. It may be empty.
	URL string
	// Clock returns the time; nil means the machine's clock.
	Clock func() time.Time
}

func (o *SignOptions) check() error {
	switch {
	case o.Valid > MaxValid:
		return fmt.Errorf("%w: a certificate is valid for at most two years, not %s", ErrOptions, o.Valid)
	case o.Valid < time.Second:
		return fmt.Errorf("%w: a certificate must be valid for at least a second, not %s", ErrOptions, o.Valid)
	case !isDigest(o.Suite.Digest):
		return fmt.Errorf("%w: the digest of this program's suite is %q, not a SHA-256 in hex", ErrOptions, o.Suite.Digest)
	case o.Suite.Requirements == nil:
		return fmt.Errorf("%w: nothing says which requirements a complete run has", ErrOptions)
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return nil
}

// Sign certifies the report in a folder and returns the envelope. The caller must write it to a
// file named FileName in that folder. Sign reads the run from the folder's results.json and from
// nowhere else, so no second copy can disagree.
//
// Sign returns a *Refused for a run that cannot be certified; it names every broken condition. It
// returns ErrKey for an unusable key and ErrOptions for wrong options. After any other error, such
// as an unreadable file, there is no certificate either.
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

// examine reads the report once and returns the run and the digests of the files. Both are from
// the same octets. It returns an error if the run cannot be certified.
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
		broken.add(RunTimely, "its evidence is of %s, more than %s ago: run the suite again", evidenceTime(run), o.Valid)
	}
}

func (o *SignOptions) expiry(run *result.Run) time.Time {
	return evidenceTime(run).Add(o.Valid).UTC().Truncate(time.Second)
}

// statement makes the statement to sign. Its subject is the build, and its configuration binds the
// files of the report.
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

// proofread verifies the new certificate, so that assay never returns one that is not valid, for
// example because a file changed meanwhile.
func (o *SignOptions) proofread(envelope []byte, by *signer, report fs.FS, now time.Time) error {
	clock := func() time.Time { return now }
	keys := []ed25519.PublicKey{by.key.Public().(ed25519.PublicKey)}
	r := Verify(envelope, keys, report, VerifyOptions{Clock: clock, SuiteDigest: o.Suite.Digest})
	if err := r.Err(); err != nil {
		return fmt.Errorf("assay could not verify the new certificate, and discarded it: %w", err)
	}
	return nil
}

// Witness certifies a run from memory, in the process that ran it, so nothing can change the run
// before the signature. The argument files maps the name of each file of the rendered report to
// its digest in hex. Witness returns a *Refused for a run that cannot be certified, as Sign does.
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

// Suite describes the suite of this program. Only the suite knows which requirements a complete
// run has.
type Suite struct {
	// Digest is the digest of the suite's questions, as in result.Suite.
	Digest string
	// Requirements returns the ids that the suite judges for a side and a scope, without
	// observations.
	Requirements func(side result.Side, scope []string) ([]string, error)
	// Recheck judges a run again by its recording, and returns every contradiction between the
	// two. If it is nil, the run is not judged again.
	Recheck func(run *result.Run, har []byte) ([]string, error)
	// Rendered renders a run, and maps the name of every file to its SHA-256 in hex. If it is nil,
	// the files are bound without this comparison.
	Rendered func(*result.Run) (map[string]string, error)
}

// complete checks that a run has exactly the requirements that this suite has for its scope. It
// refuses a run of another suite, because it cannot know whether such a run is complete.
func (s Suite) complete(run *result.Run, broken *brokenList) error {
	if run.Suite.Version == "" || run.Suite.Version == "(devel)" {
		broken.add(SuiteAtHand, "results.json does not say which build of assay judged: run again with one that names itself")
	}
	if run.Suite.Digest != s.Digest {
		broken.add(SuiteAtHand, "the run was judged by the suite %q, and this program's suite is %q: sign with the suite that judged", run.Suite.Digest, s.Digest)
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
