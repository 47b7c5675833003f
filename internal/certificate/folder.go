package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// FileName is the name of the certificate in the folder of its report. A certificate never binds a
// file with that name.
const FileName = "certificate.json"

// SummaryName is the name of the summary for admission gates, in the same folder.
const SummaryName = "summary.intoto.json"

// The files that every report has, and that a certificate always binds.
const (
	resultsFile  = "results.json"
	evidenceFile = "exchanges.har"
)

// maxOctets is the largest file that assay reads into memory, in octets.
const maxOctets = 1 << 30

// errNotRegular says that a file cannot be hashed, such as a pipe, which would never end.
var errNotRegular = errors.New("not a regular file")

// reportFiles returns the names of the files that a certificate binds: every file of the report
// and of the folders below it, in order. It leaves out hidden files, the certificate and the
// summary. It also lists files that are not regular; opening them fails later.
func reportFiles(report fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(report, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden(name):
			return fs.SkipDir
		case entry.IsDir() || hidden(name) || name == FileName || name == SummaryName:
			return nil
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the files of the report: %w", err)
	}
	return names, nil
}

func hidden(name string) bool {
	return name != "." && strings.HasPrefix(path.Base(name), ".")
}

// open opens a regular file and nothing else. It checks the type before it opens the file, because
// opening a pipe would wait for its writer.
func open(report fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(report, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	return report.Open(name)
}

// hashFile returns the SHA-256 of a file of any size, in hex.
func hashFile(report fs.FS, name string) (digest string, err error) {
	file, err := open(report, name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// readFile returns the content of a file. It fails if the file is larger than maxOctets.
func readFile(report fs.FS, name string) (content []byte, err error) {
	file, err := open(report, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	content, err = io.ReadAll(io.LimitReader(file, maxOctets+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > maxOctets {
		return nil, fmt.Errorf("read %s: it is larger than %d bytes", name, maxOctets)
	}
	return content, nil
}

// digestOf returns the SHA-256 of content, in hex.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// isDigest reports whether text is a SHA-256 in lower-case hex.
func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && text == strings.ToLower(text)
}

// folder holds the files of a report that were read for signing.
type folder struct {
	results  []byte
	evidence []byte
	files    []Descriptor // every file with its digest, sorted by name
}

// readFolder reads every file of a report once. So the digest and the content of a file are from
// the same reading.
func readFolder(report fs.FS) (*folder, error) {
	names, err := reportFiles(report)
	if err != nil {
		return nil, err
	}
	f := &folder{}
	for _, name := range names {
		digest, err := f.read(report, name)
		if err != nil {
			return nil, fmt.Errorf("read the report: %w", err)
		}
		f.files = append(f.files, Descriptor{Name: name, Digest: ofSHA256(digest)})
	}
	return f, f.checkRequiredFiles()
}

func (f *folder) read(report fs.FS, name string) (digest string, err error) {
	var content *[]byte
	switch name {
	case resultsFile:
		content = &f.results
	case evidenceFile:
		content = &f.evidence
	default:
		return hashFile(report, name)
	}
	if *content, err = readFile(report, name); err != nil {
		return "", err
	}
	return digestOf(*content), nil
}

// checkRequiredFiles returns an error if the folder has no results or no recording.
func (f *folder) checkRequiredFiles() error {
	var broken brokenList
	if f.results == nil {
		broken.add(ResultsSound, "there is no %s: is this the folder of a report?", resultsFile)
	}
	if f.evidence == nil {
		broken.add(EvidenceThere, "there is no %s beside it", evidenceFile)
	}
	return broken.refusal()
}

// checkEvidence checks that the recording belongs to the results: it must contain every exchange
// on which a check was judged. Otherwise the certificate could bind a recording of another run,
// which proves nothing.
func checkEvidence(run *result.Run, har []byte, broken *brokenList) {
	recorded, err := recordedIDs(har)
	if err != nil {
		broken.add(EvidenceThere, "%s cannot be read: %s", evidenceFile, err)
		return
	}
	judged := 0
	var missing []string
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			judged += len(c.Exchanges)
			for _, id := range c.Exchanges {
				if !recorded[id] {
					missing = append(missing, id)
				}
			}
		}
	}
	if judged == 0 {
		broken.add(EvidenceThere, "no check says which exchanges it was judged on")
	}
	if len(missing) > 0 {
		broken.add(EvidenceThere, "not in %s, though a check was judged on it: %s", evidenceFile, someOf(missing))
	}
}

// recordedIDs returns the ids of the exchanges in one of our recordings.
func recordedIDs(har []byte) (map[string]bool, error) {
	var file struct {
		Log struct {
			Entries []struct {
				Assay struct {
					ID string `json:"id"`
				} `json:"_assay"`
			} `json:"entries"`
		} `json:"log"`
	}
	if err := json.Unmarshal(har, &file); err != nil {
		return nil, err
	}
	ids := make(map[string]bool)
	for _, entry := range file.Log.Entries {
		ids[entry.Assay.ID] = true
	}
	return ids, nil
}

// recheck checks the folder against the run: rendering the run must give the same files, and the
// recording must not contradict it.
func (s Suite) recheck(run *result.Run, f *folder, broken *brokenList) error {
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

// compare compares every file with the rendered file of the same name.
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

// evidenceTime returns the time of a run's evidence. For a server this is the end of the run. The
// traffic of a partner build may have been recorded long before it was judged, and judging it does
// not make it newer. So for a partner build this is the time of the first exchange.
func evidenceTime(run *result.Run) time.Time {
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

// parseResults parses results.json from exactly the octets that are signed, or that were compared
// with the signed digest. It refuses a text that two readers could read as two different runs.
func parseResults(text []byte) (*result.Run, error) {
	run := &result.Run{}
	if err := json.Unmarshal(text, run); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", resultsFile, err)
	}
	if name := repeatedMember(text); name != "" {
		return nil, fmt.Errorf("%s is ambiguous: an object has the member %q more than once", resultsFile, name)
	}
	return run, nil
}
