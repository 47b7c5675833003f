package certificate

import (
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// again finds out whether the folder is what the run gives: the files what
// rendering it gives, and the recording one that does not contradict it.
func (s Suite) again(run *result.Run, f *folder, broken *brokenList) error {
	if s.Rendered != nil {
		rendered, err := s.Rendered(run)
		if err != nil {
			broken.add(FilesRendered, "%s cannot be rendered: %s", resultsFile, err)
		} else {
			f.compare(rendered, broken)
		}
	}
	if s.Recheck == nil {
		return nil
	}
	said, err := s.Recheck(run, f.evidence)
	for _, contradiction := range said {
		broken.add(Uncontradicted, "%s", contradiction)
	}
	return err
}

// compare holds every file against what rendering the run gives.
func (f *folder) compare(rendered map[string]string, broken *brokenList) {
	var other, unknown, missing []string
	for _, d := range f.files {
		switch digest, known := rendered[d.Name]; {
		case d.Name == evidenceFile:
		case !known:
			unknown = append(unknown, d.Name)
		case digest != d.Digest.SHA256():
			other = append(other, d.Name)
		}
	}
	for name := range rendered {
		if !slices.ContainsFunc(f.files, func(d Descriptor) bool { return d.Name == name }) {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	if len(other) > 0 {
		broken.add(FilesRendered, "not what rendering %s with this build of assay gives: %s: it was altered, or rendered by another build (`assay report render --out` another folder)", resultsFile, someOf(other))
	}
	if len(unknown) > 0 {
		broken.add(FilesRendered, "no part of a report: %s: move it away", someOf(unknown))
	}
	if len(missing) > 0 {
		broken.add(FilesRendered, "missing from the report: %s", someOf(missing))
	}
}

// dated is the time of what a run shows. A server was asked in the run itself; the
// traffic of a partner build may have been recorded long before it was judged, and
// judging it does not make it younger.
func dated(run *result.Run) time.Time {
	at := run.Finished
	if run.Side == result.ServerSide {
		return at
	}
	for _, x := range run.Exchanges {
		if x.Started.Before(at) {
			at = x.Started
		}
	}
	return at
}
