package main

import (
	"os"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the format
)

// linuxPackages writes a Debian and an RPM package for each architecture.
func (r *release) linuxPackages() error {
	for _, p := range r.built() {
		if p.os != "linux" {
			continue
		}
		for _, format := range []string{"deb", "rpm"} {
			if err := r.linuxPackage(p, format); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *release) linuxPackage(p platform, format string) error {
	contents, err := r.installed(p)
	if err != nil {
		return err
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "assay", Arch: p.arch, Version: r.version, Section: "devel", Priority: "optional", MTime: r.when,
		Maintainer:  "The owner of assay <owner@assay.invalid>",
		Description: "Certify builds of the Consumer Credit Partner Service",
		Homepage:    "https://github.com/credit-partner/assay",
		License:     "Not chosen yet", // see CHANGELOG.md
		Overridables: nfpm.Overridables{
			Contents: contents,
			RPM:      nfpm.RPM{BuildHost: "localhost", Packager: "The owner of assay"},
		},
	})
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	name := "assay_" + r.version + "_linux_" + p.arch + "." + format
	return r.create(name, func(f *os.File) error { return packager.Package(info, f) })
}

// installed returns where each file is installed.
func (r *release) installed(p platform) (files.Contents, error) {
	all := files.Contents{r.at(r.program(p), "/usr/bin/assay", 0o755)}
	for from, to := range map[string]string{
		r.root + "/internal/cli/NOTICES.txt": "/usr/share/doc/assay/NOTICES.txt",
		r.root + "/README.md":                "/usr/share/doc/assay/README.md",
		r.root + "/CHANGELOG.md":             "/usr/share/doc/assay/CHANGELOG.md",
		r.in + "/completions/assay.bash":     "/usr/share/bash-completion/completions/assay",
		r.in + "/completions/_assay":         "/usr/share/zsh/vendor-completions/_assay",
		r.in + "/completions/assay.fish":     "/usr/share/fish/vendor_completions.d/assay.fish",
	} {
		all = append(all, r.at(from, to, 0o644)) // nfpm sorts them
	}
	pages, err := os.ReadDir(r.in + "/man")
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		all = append(all, r.at(r.in+"/man/"+page.Name(), "/usr/share/man/man1/"+page.Name(), 0o644))
	}
	return all, nil
}

func (r *release) at(from, to string, mode os.FileMode) *files.Content {
	return &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.when}}
}
