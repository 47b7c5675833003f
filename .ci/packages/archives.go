package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"
)

// entry is a file of an archive. If its name ends in a slash, it is a folder.
type entry struct {
	name string
	mode int64
	text []byte
}

// documents returns the files that every package contains besides the program.
func (r *release) documents() ([]entry, error) {
	var all []entry
	for _, name := range []string{"README.md", "CHANGELOG.md", "internal/cli/NOTICES.txt"} {
		text, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return nil, err
		}
		all = append(all, entry{path.Base(name), 0o644, text})
	}
	return all, nil
}

// extras returns the manual pages and the completions.
func (r *release) extras() ([]entry, error) {
	var all []entry
	for _, folder := range []string{"completions", "man"} {
		files, err := os.ReadDir(filepath.Join(r.in, folder)) // sorted by name
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join(r.in, folder, file.Name()))
			if err != nil {
				return nil, err
			}
			all = append(all, entry{folder + "/" + file.Name(), 0o644, text})
		}
	}
	return all, nil
}

// archives writes an archive for each system. Each archive has one folder with all files.
func (r *release) archives() error {
	documents, err := r.documents()
	if err != nil {
		return err
	}
	extras, err := r.extras()
	if err != nil {
		return err
	}
	for _, p := range r.built() {
		text, err := os.ReadFile(r.program(p))
		if err != nil {
			return err
		}
		name := "assay_" + r.version + "_" + p.os + "_" + p.arch
		content := []entry{{name + "/", 0o755, nil}, {name + "/" + p.executable(), 0o755, text}}
		for _, e := range append(documents, extras...) {
			e.name = name + "/" + e.name
			content = append(content, e)
		}
		pack, extension := tarred, ".tar.gz"
		if p.os == "windows" {
			pack, extension = zipped, ".zip"
		}
		if err := r.create(name+extension, func(f *os.File) error { return pack(f, content, r.when) }); err != nil {
			return err
		}
	}
	return nil
}

func tarred(w io.Writer, content []entry, when time.Time) error {
	compressed := gzip.NewWriter(w)
	if err := writeTar(compressed, content, when); err != nil {
		return err
	}
	return compressed.Close()
}

func writeTar(w io.Writer, content []entry, when time.Time) error {
	archive := tar.NewWriter(w)
	for _, e := range content {
		header := &tar.Header{Name: e.name, Mode: e.mode, Size: int64(len(e.text)), ModTime: when, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if e.name[len(e.name)-1] == '/' {
			header.Typeflag = tar.TypeDir
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(e.text); err != nil {
			return err
		}
	}
	return archive.Close()
}

func zipped(w io.Writer, content []entry, when time.Time) error {
	archive := zip.NewWriter(w)
	for _, e := range content {
		if e.text == nil {
			continue // the files of a folder create it
		}
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
		header.SetMode(os.FileMode(e.mode))
		file, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := io.Copy(file, bytes.NewReader(e.text)); err != nil {
			return err
		}
	}
	return archive.Close()
}
