package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	action    = regexp.MustCompile(`uses: (\S+)`)
	image     = regexp.MustCompile(`(?m)^\s*-?\s*(?:image|default): (\S+[@:/$]\S*)$`)
	digest    = regexp.MustCompile(`@(sha256:[0-9a-f]{64}|[0-9a-f]{40})$`)
	installed = regexp.MustCompile(`cmd/assay@(\S+)`)
	ourAction = regexp.MustCompile(`^credit-partner/assay@v[0-9.]+$`)
	ourImage  = regexp.MustCompile(`^(registry\.example/|\$\[\[)`)
	storeKey  = regexp.MustCompile(`(?i)(secrets\.|credentials\(|secretKeyRef|masked).*store.?key`)
)

// TestExamplesNameWhatTheyRun holds that actions and images that others have made
// are named by digest, assay by a version, and that the store key, which the
// specification calls an identifier, is nowhere kept as a secret.
func TestExamplesNameWhatTheyRun(t *testing.T) {
	paths, err := filepath.Glob("../../examples/ci/*")
	require.NoError(t, err)
	require.Len(t, paths, 4)
	named := 0
	for _, path := range append(paths, "../../README.md", "../../docs/ci.md", "../../action.yml", "../../templates/assay.yml") {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, found := range action.FindAllSubmatch(content, -1) {
			if !ourAction.Match(found[1]) {
				require.Regexp(t, digest, string(found[1]), path)
			}
			named++
		}
		for _, found := range image.FindAllSubmatch(content, -1) {
			name := string(found[1])
			if !ourImage.MatchString(name) {
				require.Regexp(t, digest, name, path)
				named++
			}
		}
		for _, found := range installed.FindAllSubmatch(content, -1) {
			require.Regexp(t, `^(v[0-9.]+|\$ASSAY_VERSION|\$\[\[)$`, string(found[1]), path)
			named++
		}
		require.NotRegexp(t, storeKey, string(content), path)
	}
	require.Equal(t, 15, named, "each of them is looked at")
}
