package schemas

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// One set serves a whole run, and several may be compiled meanwhile.
func TestCompileAndValidateSideBySide(t *testing.T) {
	set := compileForTest(t, nil)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			_, err := Compile(Settings{"employed": "boolean"})
			if err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			for _, name := range set.Names() {
				for _, body := range valid[name] {
					if !set.Validate(name, []byte(body)).OK() || set.Validate(name, []byte(`[]`)).OK() {
						t.Errorf("%s judged otherwise in company", name)
					}
				}
			}
		})
	}
	group.Wait()
}

func TestPublished(t *testing.T) {
	text, err := Published("results.schema.json")
	require.NoError(t, err)
	require.NotEmpty(t, text)
	_, err = Published("no-such.json")
	require.ErrorContains(t, err, "no-such.json")
}

func TestFilesHoldTheQuestions(t *testing.T) {
	for _, name := range []string{"tolerances.yaml", "definitions.json", "order-id.json"} {
		text, err := Files().ReadFile(name)
		require.NoError(t, err)
		require.NotEmpty(t, text)
	}
}
