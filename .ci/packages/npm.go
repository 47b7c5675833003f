package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// npmName is the name of the npm package. The names of the packages for the systems begin with it.
const npmName = "@credit-partner/assay"

// nodeNames maps the names of systems and processors to those of Node.
var nodeNames = map[string]string{"windows": "win32", "darwin": "darwin", "linux": "linux", "amd64": "x64", "arm64": "arm64"}

// manifest is a package.json.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Dependencies map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // Yarn keeps a program outside of its archive
}

// npmPackages writes a package that starts the program, and for each system a package that
// contains the program. npm installs the one that fits.
func (r *release) npmPackages() error {
	documents, err := r.documents()
	if err != nil {
		return err
	}
	main := r.manifest(npmName)
	main.Bin = map[string]string{"assay": "assay.js"}
	main.Engines = map[string]string{"node": ">=18"}
	main.Dependencies = make(map[string]string)
	for _, p := range r.built() {
		program, err := os.ReadFile(r.program(p))
		if err != nil {
			return err
		}
		node := nodeNames[p.os] + "-" + nodeNames[p.arch]
		main.Dependencies[npmName+"-"+node] = r.version
		m := r.manifest(npmName + "-" + node)
		m.OS, m.CPU, m.PreferUnplug = []string{nodeNames[p.os]}, []string{nodeNames[p.arch]}, true
		notices := documents[len(documents)-1]
		if err := r.npmPackage(node, m, entry{p.executable(), 0o755, program}, notices); err != nil {
			return err
		}
	}
	var content []entry
	for _, file := range []entry{{name: "README.md", mode: 0o644}, {name: "assay.js", mode: 0o755}} {
		if file.text, err = os.ReadFile(filepath.Join(r.root, ".ci", "packages", "npm", file.name)); err != nil {
			return err
		}
		content = append(content, file)
	}
	return r.npmPackage("", main, content...)
}

func (r *release) manifest(name string) manifest {
	return manifest{
		Name: name, Version: r.version, License: "UNLICENSED", // see CHANGELOG.md
		Description: "Certify builds of the Consumer Credit Partner Service",
	}
}

// npmPackage writes the same archive as `npm pack`.
func (r *release) npmPackage(node string, m manifest, content ...entry) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	all := []entry{{"package/package.json", 0o644, append(text, '\n')}}
	for _, e := range content {
		e.name = "package/" + e.name
		all = append(all, e)
	}
	name := "assay-npm-" + r.version + ".tgz"
	if node != "" {
		name = "assay-npm-" + node + "-" + r.version + ".tgz"
	}
	return r.create(name, func(f *os.File) error { return tarred(f, all, r.when) })
}
