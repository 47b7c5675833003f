package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// nobody is the user of the image, unless `--user` names another one.
const nobody = "65534:65534"

// images writes an image for each architecture in the form of `docker save`, which every engine
// can load. It also writes an OCI layout of all images, which can be pushed to a registry.
func (r *release) images() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range r.built() {
		if p.os != "linux" {
			continue
		}
		image, err := r.image(p)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.os, Architecture: p.arch}},
		})
		tag, err := name.NewTag("localhost/assay:" + r.version)
		if err != nil {
			return err
		}
		file := "assay_" + r.version + "_image_" + p.arch + ".tar"
		if err := r.create(file, func(f *os.File) error { return tarball.Write(tag, image, f) }); err != nil {
			return err
		}
	}
	return r.layout(index)
}

// layout writes the OCI layout of an index as one file.
func (r *release) layout(index v1.ImageIndex) error {
	folder, err := os.MkdirTemp("", "assay-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	written, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	named := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": r.version})
	if err := written.AppendIndex(index, named); err != nil {
		return err
	}
	var content []entry
	err = filepath.WalkDir(folder, func(path string, file os.DirEntry, err error) error { // sorted by name
		if err != nil || file.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		content = append(content, entry{filepath.ToSlash(strings.TrimPrefix(path, folder+string(filepath.Separator))), 0o644, text})
		return err
	})
	if err != nil {
		return err
	}
	return r.create("assay_"+r.version+"_image_oci.tar", func(f *os.File) error { return writeTar(f, content, r.when) })
}

// image returns an image with the program, certificates and notices, and nothing else. Every user
// may write to /tmp and to /work, the folder for reports.
func (r *release) image(p platform) (v1.Image, error) {
	program, err := os.ReadFile(r.program(p))
	if err != nil {
		return nil, err
	}
	documents, err := r.documents()
	if err != nil {
		return nil, err
	}
	content := append([]entry{
		{"assay", 0o755, program}, {"etc/", 0o755, nil}, {"etc/ssl/", 0o755, nil}, {"etc/ssl/certs/", 0o755, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, certificates()}, {"tmp/", 0o1777, nil}, {"work/", 0o1777, nil},
	}, documents...)
	var packed bytes.Buffer
	if err := writeTar(&packed, content, r.when); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed.Bytes())), nil }
	layer, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.when}, CreatedBy: ".ci/release"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, r.config(p, config.DeepCopy()))
}

// config sets how the image is run.
func (r *release) config(p platform, config *v1.ConfigFile) *v1.ConfigFile {
	config.OS, config.Architecture, config.Created = p.os, p.arch, v1.Time{Time: r.when}
	config.Config = v1.Config{
		Entrypoint: []string{"/assay"}, User: nobody, WorkingDir: "/work",
		Labels: map[string]string{
			"org.opencontainers.image.title": "assay", "org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit,
		},
	}
	return config
}

// certificates returns the roots that Mozilla trusts. It leaves out those that Mozilla trusts with
// conditions, because a PEM file cannot express the conditions.
func certificates() []byte {
	var all bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		_ = pem.Encode(&all, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a write to a buffer cannot fail
	}
	return all.Bytes()
}
