package certificate

import (
	"errors"
	"io/fs"
	"slices"
)

// checkFiles compares every subject with the file of its name, and returns the
// content of results.json if it is the one that was signed.
func (r *Report) checkFiles(report fs.FS) (results []byte) {
	for _, subject := range r.Statement.files() {
		content := r.checkFile(report, subject)
		if subject.Name == resultsFile {
			results = content
		}
	}
	r.listUncovered(report)
	return results
}

// checkFile compares one file. What it returns was hashed, and is nil unless
// the file is results.json and unchanged.
func (r *Report) checkFile(report fs.FS, subject Descriptor) []byte {
	content, digest, err := load(report, subject.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.find(Missing, subject.Name, "the certificate binds this file, and it is not there")
	case err != nil:
		r.find(Unreadable, subject.Name, "%s", err)
	case digest != subject.Digest.SHA256():
		r.find(Changed, subject.Name, "its SHA-256 is %s, and %s was signed", digest, subject.Digest.SHA256())
	default:
		return content
	}
	return nil
}

// load hashes a file, and keeps the content of results.json only: a recording
// may be large, and its digest is all that matters here.
func load(report fs.FS, name string) (content []byte, digest string, err error) {
	if name != resultsFile {
		digest, err = hashFile(report, name)
		return nil, digest, err
	}
	content, err = readFile(report, name)
	return content, digestOf(content), err
}

// listUncovered notes the files that lie in the folder and that the certificate
// says nothing about.
func (r *Report) listUncovered(report fs.FS) {
	names, err := reportFiles(report)
	if err != nil {
		r.find(Unreadable, ".", "%s", err)
	}
	for _, name := range names {
		if !slices.ContainsFunc(r.Statement.files(), func(d Descriptor) bool { return d.Name == name }) {
			r.Uncovered = append(r.Uncovered, name)
		}
	}
}
