package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
)

// statement is an in-toto Statement v1 with SLSA's provenance v1. We use our own structs, because
// those of in-toto write JSON with varying spaces.
type statement struct {
	Type          string       `json:"_type"`
	Subject       []descriptor `json:"subject"`
	PredicateType string       `json:"predicateType"`
	Predicate     struct {
		BuildDefinition struct {
			BuildType            string            `json:"buildType"`
			ExternalParameters   map[string]string `json:"externalParameters"`
			ResolvedDependencies []descriptor      `json:"resolvedDependencies"`
		} `json:"buildDefinition"`
		RunDetails struct {
			Builder struct {
				ID string `json:"id"`
			} `json:"builder"`
		} `json:"runDetails"`
	} `json:"predicate"`
}

// descriptor is an in-toto ResourceDescriptor.
type descriptor struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest,omitempty"`
}

// repository is the address of the source. A fork must change it.
const repository = "https://github.com/credit-partner/assay"

// provenance writes the provenance of all files in the folder, their checksums, and the checksums
// of the programs that they contain. The provenance is not signed: that needs the identity of the
// publisher.
func (r *release) provenance() error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	sums := ""
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1"}
	for _, file := range files { // sorted by name
		sum, err := checksum(filepath.Join(r.out, file.Name()))
		if err != nil {
			return err
		}
		sums += sum + "  " + file.Name() + "\n"
		s.Subject = append(s.Subject, descriptor{Name: file.Name(), Digest: map[string]string{"sha256": sum}})
	}
	programs := ""
	for _, p := range r.built() { // a certificate names the digest of the binary that judged
		sum, err := checksum(r.program(p))
		if err != nil {
			return err
		}
		programs += sum + "  " + p.os + "-" + p.arch + "/" + p.executable() + "\n"
		s.Subject = append(s.Subject, descriptor{Name: p.os + "-" + p.arch + "/" + p.executable(), Digest: map[string]string{"sha256": sum}})
	}
	build := &s.Predicate.BuildDefinition
	build.BuildType = repository + "/blob/main/.ci/release"
	build.ExternalParameters = map[string]string{"version": r.version, "repository": repository}
	build.ResolvedDependencies = []descriptor{
		{URI: "git+" + repository, Digest: map[string]string{"gitCommit": r.commit}},
		{Name: "go", URI: "https://go.dev/dl/#" + runtime.Version()},
	}
	s.Predicate.RunDetails.Builder.ID = repository + "/blob/main/.ci/release"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	name := "assay_" + r.version + "_provenance.intoto.json"
	text = append(text, '\n')
	sum := sha256.Sum256(text)
	sums += hex.EncodeToString(sum[:]) + "  " + name + "\n"
	for file, content := range map[string]string{name: string(text), "SHA256SUMS": sums, "SHA256SUMS.programs": programs} {
		if err := os.WriteFile(filepath.Join(r.out, file), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func checksum(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
