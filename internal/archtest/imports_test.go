// Package archtest holds no code, only the rules that the whole module keeps.
package archtest

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/credit-partner/assay"

// may says which of our packages a package may import, a package a line. What is
// not named here may import nothing of ours.
var may = parse(`
cmd/assay: internal/cli
internal/dialect: internal/recording internal/result
internal/cli: internal/certificate internal/certify internal/cli/options internal/cli/signing internal/cli/terminal internal/cli/traffic internal/client internal/config internal/deviation internal/docs internal/faults/pairs internal/faults/partner internal/faults/proof internal/faults/server internal/files internal/releases internal/identity internal/reportdetails internal/openapi internal/pair internal/recording internal/redact internal/reference internal/cli/dryrun internal/result internal/samplepartner internal/serve internal/suite internal/visible reports reports/pairing schemas
internal/cli/options: internal/certify internal/client internal/config internal/credentials internal/identity internal/reportdetails internal/redact internal/reference internal/result internal/suite reports schemas
internal/cli/signing: internal/certificate internal/certify internal/cli/terminal internal/files internal/pair internal/result reports
internal/cli/traffic: internal/certify internal/cli/options internal/cli/terminal internal/client internal/cli/processes internal/recording internal/redact internal/reference internal/result internal/sandbox internal/serve internal/suite internal/visible steps/partner
internal/cli/terminal: internal/suite internal/visible
internal/certify/preflight: internal/client internal/recording internal/result
internal/certify: features internal/cause internal/client internal/dialect internal/driver internal/driver/call internal/releases internal/identity internal/inprocess internal/judgement internal/certify/preflight internal/recording internal/redact internal/reference internal/certify/repro internal/result internal/sandbox internal/serve internal/suite schemas steps/partner steps/server
internal/faults/proof: internal/cause internal/certify internal/client internal/driver internal/faults internal/faults/partner internal/faults/server internal/faults/variants internal/inprocess internal/judgement internal/recording internal/reference internal/result internal/samplepartner internal/sandbox internal/suite schemas
internal/suite: internal/judgement internal/suite/godogpath internal/result
internal/cli/dryrun: internal/certify internal/client internal/identity internal/inprocess internal/recording internal/reference internal/result internal/suite
internal/releases: features internal/result internal/suite
steps/partner: internal/judgement internal/recording internal/redact internal/result steps/vocabulary schemas steps/partner/bodies steps/partner/comparison steps/partner/endpoints steps/partner/formats steps/partner/requests steps/partner/sequences
steps/partner/sequences: internal/judgement internal/recording steps/partner/bodies steps/partner/charges steps/partner/comparison steps/partner/formats steps/partner/requests
steps/partner/charges: steps/partner/comparison steps/partner/formats steps/partner/requests
steps/partner/requests: internal/recording steps/partner/bodies steps/partner/comparison
steps/partner/bodies: schemas steps/partner/formats internal/judgement
steps/partner/comparison: steps/partner/formats
steps/partner/endpoints: internal/judgement internal/recording
steps/partner/formats: internal/judgement internal/redact internal/recording
internal/judgement: internal/result
steps/vocabulary: internal/judgement
reports: internal/files internal/result internal/visible reports/html reports/packs reports/wording
reports/packs: internal/result internal/visible reports/wording
reports/html: internal/cause internal/result internal/visible reports/packs reports/wording
reports/pairing: internal/pair internal/visible reports/wording
reports/wording: internal/cause internal/result internal/visible
internal/cause: internal/result
internal/certify/repro: internal/judgement internal/recording internal/redact internal/result schemas
internal/certificate: internal/result
internal/deviation: internal/result
internal/client: internal/recording internal/result
internal/recording: internal/redact internal/result
internal/credentials: internal/client internal/config
internal/config: schemas
internal/reportdetails: internal/config internal/result
internal/faults: internal/reference internal/samplepartner
internal/faults/server: internal/faults internal/faults/server/customers internal/faults/server/purchases internal/reference
internal/faults/server/customers: internal/faults
internal/faults/server/purchases: internal/faults
internal/faults/partner: internal/faults internal/samplepartner
internal/faults/pairs: internal/certify internal/client internal/faults internal/faults/partner internal/faults/variants internal/inprocess internal/pair internal/recording internal/reference internal/result internal/samplepartner internal/sandbox internal/suite schemas
internal/pair: internal/dialect internal/result schemas
internal/faults/variants: internal/faults internal/reference
bench: internal/certify internal/cli internal/client internal/recording internal/reference internal/result internal/serve internal/suite schemas
internal/sandbox: internal/judgement internal/recording internal/reference
assaytest: internal/certify internal/client internal/inprocess internal/reportdetails internal/recording internal/reference internal/result internal/suite internal/visible reports schemas
internal/openapi: schemas
internal/docs: docs internal/faults internal/result internal/suite schemas
steps/server: internal/driver/call internal/driver/combination internal/driver/customer internal/driver internal/driver/history internal/judgement internal/driver/payload internal/recording internal/result internal/spec steps/vocabulary schemas steps/server/customers steps/server/journeys steps/server/probes steps/server/purchases steps/server/refused steps/server/scenario
internal/driver: internal/driver/call internal/client internal/driver/combination internal/driver/customer internal/driver/history internal/identity internal/judgement internal/driver/memo internal/driver/payload internal/recording internal/result schemas
internal/driver/history: internal/driver/call internal/driver/combination internal/driver/customer internal/judgement internal/driver/payload internal/result
internal/identity: internal/judgement
internal/driver/call: internal/client internal/identity internal/judgement internal/recording internal/result schemas
internal/driver/customer: internal/driver/call internal/identity internal/judgement internal/driver/memo
internal/driver/combination: internal/driver/call internal/driver/covering internal/driver/customer internal/judgement internal/driver/payload internal/result
internal/driver/payload: internal/driver/customer internal/identity schemas
steps/server/customers: internal/driver/call internal/driver/customer internal/driver internal/driver/history internal/identity internal/judgement internal/driver/payload internal/result steps/server/scenario
steps/server/probes: internal/driver/call internal/client internal/driver/customer internal/dialect internal/driver internal/judgement internal/driver/memo internal/driver/payload internal/redact internal/result internal/spec steps/server/customers steps/server/purchases steps/server/scenario
steps/server/journeys: internal/driver/call internal/driver/customer internal/driver internal/judgement internal/driver/payload internal/result internal/spec steps/server/purchases steps/server/scenario
steps/server/purchases: internal/driver/call internal/driver/combination internal/driver/customer internal/driver internal/driver/history internal/judgement internal/driver/payload internal/result steps/server/scenario steps/server/stamps
steps/server/refused: internal/driver/call internal/driver/customer internal/driver internal/judgement internal/driver/payload internal/result steps/server/customers steps/server/purchases steps/server/scenario
steps/server/stamps: internal/driver steps/server/scenario
steps/server/scenario: internal/driver/call internal/driver/customer internal/driver internal/driver/history internal/driver/payload internal/identity internal/judgement internal/result
`)

func parse(table string) map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(strings.TrimSpace(table)) {
		name, imports, _ := strings.Cut(line, ":")
		all[name] = strings.Fields(imports)
	}
	return all
}

// ground may be imported by whoever is not judged by what reads it.
const ground = "internal/spec"

var judged = []string{"internal/reference", "internal/samplepartner", "internal/faults", "internal/faults/server", "internal/faults/server/customers", "internal/faults/server/purchases", "internal/faults/partner", "internal/faults/variants"}

// only says which packages may import a library that is kept behind them.
var only = map[string][]string{
	"github.com/cucumber/godog":         {"internal/suite", "steps/partner", "steps/server"},
	"github.com/xeipuuv/gojsonschema":   {"schemas"},
	"github.com/spf13/cobra":            {"internal/cli"},
	"github.com/yuin/goldmark":          {"internal/docs"},
	"github.com/fatih/color":            {"reports"},
	"github.com/schollz/progressbar/v3": {"internal/cli/terminal"},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func TestWhoImportsWhom(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		for _, imported := range p.Imports {
			switch ours, ok := strings.CutPrefix(imported, module+"/"); {
			case ours == ground:
				require.NotContains(t, judged, name, "%s must not import %s", name, ground)
			case ok:
				require.Contains(t, may[name], ours, "%s must not import %s", name, ours)
			}
			for library, keepers := range only {
				if imported == library || strings.HasPrefix(imported, library+"/") {
					require.Contains(t, keepers, name, "%s must not import %s", name, imported)
				}
			}
		}
	}
}

// TestTheJudgedKnowNoSchema holds that the reference, the sample partner and the
// faults do not lean on what judges them, by whatever way: a mistake they share
// would certify itself.
func TestTheJudgedKnowNoSchema(t *testing.T) {
	for _, name := range judged {
		out, err := exec.Command("go", "list", "-deps", module+"/"+name).Output()
		require.NoError(t, err)
		deps := strings.Fields(string(out))
		for _, judge := range []string{"/schemas", "/steps/server", "/steps/server/scenario", "/steps/server/customers", "/steps/server/journeys", "/steps/server/probes", "/steps/server/purchases", "/steps/server/refused", "/steps/server/stamps", "/steps/partner", "/steps/partner/sequences", "/steps/partner/bodies", "/steps/partner/comparison", "/steps/partner/endpoints", "/steps/partner/formats", "/internal/driver", "/internal/driver/history", "/internal/driver/call", "/internal/driver/customer", "/internal/driver/payload", "/internal/driver/combination", "/" + ground} {
			require.NotContains(t, deps, module+judge, name)
		}
	}
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...").Output()
	require.NoError(t, err)
	var all []listed
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		err := decoder.Decode(&p)
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// TestThePictureIsTheHouse holds the picture of CONTRIBUTING.md against the imports.
func TestThePictureIsTheHouse(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	require.NoError(t, err)
	imports := make(map[string][]string)
	for _, p := range packages(t) {
		imports[strings.TrimPrefix(p.ImportPath, module+"/")] = p.Imports
	}
	arrows := 0
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		for n := 1; n+1 < len(words); n++ {
			if words[n] == "→" {
				arrows++
				require.Contains(t, imports[words[n-1]], module+"/"+words[n+1], "%s does not import %s: draw what is there", words[n-1], words[n+1])
			}
		}
	}
	require.Greater(t, arrows, 10)
}

// TestEveryPackageIsInTheTable holds that the table of folders in CONTRIBUTING.md has a row
// for every package.
func TestEveryPackageIsInTheTable(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	require.NoError(t, err)
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		require.Contains(t, string(text), "`"+name+"`", "a row for %s", name)
	}
}
