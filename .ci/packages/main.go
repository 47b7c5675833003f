// Packages the binaries of a release: archives, Debian and RPM packages, images, npm packages, a
// bill of materials, provenance and checksums. It reads from one folder and writes to another. The
// output depends on the input only, so that two builds of one commit have the same octets.
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

// release describes the release to package.
type release struct {
	version string    // without a leading v
	commit  string    // from which it was built
	when    time.Time // time of the commit; all files get this time
	root    string    // folder of the repository
	in      string    // folder with the built files: OS-ARCH/assay, man, completions
	out     string    // folder for the packages
}

// platform is a system for which there is a release.
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

// plainVersion converts the version of a Go module to a version that all package formats accept:
// v1.0.0 becomes 1.0.0. It leaves no build metadata, because npm and Debian read it in a different
// way.
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

// built returns the systems that have a program.
func (r *release) built() []platform {
	return slices.DeleteFunc(slices.Clone(platforms), func(p platform) bool {
		_, err := os.Stat(r.program(p))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// program returns the path of the binary for a system.
func (r *release) program(p platform) string {
	return filepath.Join(r.in, p.os+"-"+p.arch, p.executable())
}

// executable returns the name of the program on a system.
func (p platform) executable() string {
	if p.os == "windows" {
		return "assay.exe"
	}
	return "assay"
}

// create makes a file of the release, and calls write with it.
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
