// Packages the binaries of a release: archives, Debian and RPM packages, images, npm
// packages, a bill of materials, provenance and checksums. It reads and writes one
// folder. All that it writes depends on its input alone, so that two builds of one
// commit are equal octet for octet.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// release is what is packaged.
type release struct {
	version string    // without a leading v
	commit  string    // that it was built from
	when    time.Time // of the commit: the time of all files
	root    string    // of the repository
	in      string    // folder of what was built: OS-ARCH/assay, man, completions
	out     string    // folder of what is released
}

// platform is a system that is released for.
type platform struct{ os, arch string }

// platforms lists all systems.
var platforms = []platform{
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

func run() error {
	var r release
	var epoch int64
	flag.StringVar(&r.version, "version", "", "version of the release")
	flag.StringVar(&r.commit, "commit", "", "commit that was built")
	flag.Int64Var(&epoch, "epoch", 0, "time of the commit, in seconds since 1970")
	flag.StringVar(&r.root, "root", "../..", "the repository")
	flag.StringVar(&r.in, "in", "", "folder of what was built")
	flag.StringVar(&r.out, "out", "", "folder for the packages")
	flag.Parse()
	r.version = plainVersion(r.version)
	r.when = time.Unix(epoch, 0).UTC()
	if len(r.built()) == 0 {
		return fmt.Errorf("%s holds no program: it wants a folder OS-ARCH for each system", r.in)
	}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"archives", r.archives}, {"Linux packages", r.linuxPackages}, {"images", r.images}, {"npm packages", r.npmPackages},
		{"bill of materials", r.materials}, {"provenance and checksums", r.provenance},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// plainVersion makes of the version of a Go module one that all package formats take:
// 1.0.0 of v1.0.0, and no build metadata, which npm and Debian read otherwise.
func plainVersion(version string) string {
	version, metadata, dirty := strings.Cut(strings.TrimPrefix(version, "v"), "+")
	switch {
	case strings.HasPrefix(version, "devel"): // built outside of a repository
		return "0.0.0-" + version
	case !dirty:
		return version
	case strings.Contains(version, "-"):
		return version + "." + metadata
	}
	return version + "-" + metadata
}

// built lists the systems that a program was built for.
func (r *release) built() []platform {
	return slices.DeleteFunc(slices.Clone(platforms), func(p platform) bool {
		_, err := os.Stat(r.program(p))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// program is the path of the binary for a system.
func (r *release) program(p platform) string {
	return filepath.Join(r.in, p.os+"-"+p.arch, p.executable())
}

// executable is the name of the program on a system.
func (p platform) executable() string {
	if p.os == "windows" {
		return "assay.exe"
	}
	return "assay"
}

// create makes a file of the release and has it written.
func (r *release) create(name string, write func(*os.File) error) error {
	file, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return file.Close()
}
