package certificate

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// predicateOf is everything that a statement says of a run, but for the digests
// and the times of the signature itself. Sign writes it and Verify compares
// with it, so the two cannot drift apart.
func predicateOf(run *result.Run, format string) Predicate {
	p := Predicate{Result: resultPassed, PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	for _, r := range run.Requirements {
		switch {
		case format != ClaimsFormat1 && r.Unexercised && r.Outcome == result.Untested:
			// a partner build never came to it: no test, and none that failed
		case r.Outcome == result.Passed:
			p.PassedTests = append(p.PassedTests, r.ID)
		case r.Outcome == result.Tolerated:
			p.WarnedTests = append(p.WarnedTests, r.ID)
		default:
			p.FailedTests = append(p.FailedTests, r.ID)
		}
	}
	if len(p.WarnedTests) > 0 {
		p.Result = resultWarned
	}
	return p
}

// claimsOf is what the claims say of a run, but for what is the signer's: Issued,
// Expires, Witness and Program.
func claimsOf(run *result.Run, format string) *Claims {
	c := &Claims{
		Format: format, Verdict: run.Verdict, Side: run.Side, Scope: run.Scope,
		Target: run.Target, Suite: run.Suite, Settings: run.Settings,
		Tolerances: make(map[string]string), Dialect: run.Dialect,
		Seed: strconv.FormatInt(run.Seed, 10), Notes: run.Notes,
		Started: run.Started.UTC(), Finished: run.Finished.UTC(),
	}
	for _, t := range run.Tolerances {
		c.Tolerances[t.ID] = t.Setting
	}
	if format != ClaimsFormat1 {
		c.Coverage = coverageOf(run)
	}
	return c
}

func coverageOf(run *result.Run) *Coverage {
	if run.Coverage != nil {
		return &Coverage{Planned: run.Coverage.Planned, Judged: run.Coverage.Judged}
	}
	c := &Coverage{Planned: len(run.Requirements)}
	for _, r := range run.Requirements {
		if !r.Unexercised || r.Outcome != result.Untested {
			c.Judged++
		}
	}
	return c
}

// targetDigest is what a build without a digest of its own is named by: no tool
// takes it for the digest of an artefact.
const targetDigest = "assayTarget"

// subjectOf is the tested thing: the build, by its name and digest.
func subjectOf(run *result.Run) (Descriptor, error) {
	d := Descriptor{Name: run.Target.Build}
	if d.Name == "" {
		d.Name = run.Target.BaseURL
	}
	if run.Target.Digest != "" {
		algorithm, hex, err := ParseItemDigest(run.Target.Digest)
		d.Digest = Digest{algorithm: hex}
		return d, err
	}
	text, err := compact(run.Target)
	d.Digest = Digest{targetDigest: digestOf(text)}
	return d, err
}

// itemDigests are the algorithms by which a build may be named, and how many hex
// digits they have.
var itemDigests = map[string][]int{"sha256": {64}, "sha512": {128}, "gitCommit": {40, 64}}

// ParseItemDigest reads the digest of a build, such as "sha256:5a…" of an image or
// "gitCommit:d20a…".
func ParseItemDigest(text string) (algorithm, digest string, err error) {
	algorithm, digest, _ = strings.Cut(text, ":")
	_, err = hex.DecodeString(digest)
	if lengths := itemDigests[algorithm]; err != nil || digest != strings.ToLower(digest) || !slices.Contains(lengths, len(digest)) {
		return "", "", fmt.Errorf("%w: the digest of the build %q is none of sha256:…, sha512:… and gitCommit:…, in lower-case hex", ErrOptions, text)
	}
	return algorithm, digest, nil
}
