package certificate

import (
	"fmt"
	"io/fs"
)

// folder is a report as it was read for signing.
type folder struct {
	results  []byte
	evidence []byte
	files    []Descriptor // every file with its digest, sorted by name
}

// readFolder reads every file of a report once. A digest and a content that
// belong together are of the same reading.
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
	return f, f.lacks()
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

// lacks refuses a folder without the files that a certificate is about.
func (f *folder) lacks() error {
	var broken brokenList
	if f.results == nil {
		broken.add(ResultsSound, "there is no %s: is this the folder of a report?", resultsFile)
	}
	if f.evidence == nil {
		broken.add(EvidenceThere, "there is no %s beside it", evidenceFile)
	}
	return broken.refusal()
}
