package main

import (
	"debug/buildinfo"
	"os"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// materials writes the bill of materials of the program, in CycloneDX. It contains Go and every
// module that is linked into the program on any system, as the binaries themselves state.
func (r *release) materials() error {
	seen := make(map[string]cdx.Component)
	var order []string
	add := func(name, version, kind, sum string) {
		c := cdx.Component{
			BOMRef: "pkg:golang/" + name + "@" + version, Type: cdx.ComponentTypeLibrary,
			Name: name, Version: version, PackageURL: "pkg:golang/" + name + "@" + version,
		}
		if sum != "" {
			c.Properties = &[]cdx.Property{{Name: "go:h1", Value: sum}}
		}
		if kind != "" {
			c.Description = kind
		}
		if _, known := seen[c.BOMRef]; !known {
			seen[c.BOMRef] = c
			order = append(order, c.BOMRef)
		}
	}
	for _, p := range r.built() {
		info, err := buildinfo.ReadFile(r.program(p))
		if err != nil {
			return err
		}
		add("std", info.GoVersion, "Go's standard library and runtime", "")
		for _, module := range info.Deps {
			if module.Replace != nil {
				module = module.Replace
			}
			add(module.Path, module.Version, "", module.Sum)
		}
	}
	var components []cdx.Component
	for _, ref := range order {
		components = append(components, seen[ref])
	}
	main := "pkg:golang/github.com/credit-partner/assay@" + r.version
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.when.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{BOMRef: main, Type: cdx.ComponentTypeApplication, Name: "assay", Version: r.version, PackageURL: main},
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: main, Dependencies: &order}}
	return r.create("assay_"+r.version+"_sbom.cdx.json", func(f *os.File) error {
		return cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	})
}
