package reports

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// xmllint is a validator that we did not write. Where it is missing the test
// says so; in CI it must be there.
func xmllint(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("xmllint")
	if err == nil {
		return path
	}
	if os.Getenv("ASSAY_REQUIRE_XMLLINT") != "" {
		t.Fatal("xmllint is missing, and ASSAY_REQUIRE_XMLLINT asks for it: install libxml2-utils")
	}
	t.Skip("xmllint is not installed (libxml2-utils)")
	return ""
}

// lint validates a document against the common JUnit format.
func lint(tool, document string) ([]byte, error) {
	cmd := exec.Command(tool, "--noout", "--nonet", "--schema", "testdata/junit.xsd", "-")
	cmd.Stdin = strings.NewReader(document)
	return cmd.CombinedOutput()
}

func TestJUnitFitsTheCommonSchema(t *testing.T) {
	tool := xmllint(t)
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, WriteJUnit(&b, run))
			said, err := lint(tool, b.String())
			require.NoError(t, err, "%s", said)
		})
	}
}

// A schema that takes everything would prove nothing.
func TestTheJUnitSchemaRefusesWhatReadersRefuse(t *testing.T) {
	tool := xmllint(t)
	var b bytes.Buffer
	require.NoError(t, WriteJUnit(&b, failingRun("x", "y")))
	good := b.String()
	for name, change := range map[string][2]string{
		"a count that is none":     {` failures="`, ` failures="x`},
		"a time with a comma":      {` time="0.`, ` time="0,`},
		"a case without a class":   {` classname="Creating purchases"`, ``},
		"an attribute nobody has":  {`<testcase `, `<testcase id="1" `},
		"an element nobody has":    {`<testcase `, `<outcome/><testcase `},
		"a failure without a type": {` type="failed"`, ``},
		"a stamp with a zone":      {`" hostname`, `Z" hostname`},
		"another root":             {`testsuites`, `suites`},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.ReplaceAll(good, change[0], change[1])
			require.NotEqual(t, good, bad)
			said, err := lint(tool, bad)
			require.Error(t, err, "%s", said)
		})
	}
}
