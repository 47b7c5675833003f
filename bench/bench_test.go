package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/schemas"
)

// TestMain plays the role that a bench gives to this program.
func TestMain(m *testing.M) {
	if os.Getenv(roleVariable) == "" {
		os.Exit(m.Run())
	}
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func TestTheBenchMeasures(t *testing.T) {
	testsize.SkipIfShort(t)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"-times", "1", "-delays", "0", "-checks", "1", "-json"}, &out))
	var all measured
	require.NoError(t, json.Unmarshal(out.Bytes(), &all))
	require.Len(t, all.Pairs, 1)
	p := all.Pairs[0]
	require.Positive(t, p.Checks)
	require.Positive(t, p.SchemaChecks)
	require.Equal(t, p.Suite.Requests, p.Floor.Requests, "the floor sends what the suite sent")
	for _, c := range []cost{p.Suite, p.Floor, all.Soak.Cost} {
		require.Positive(t, c.Wall)
		require.Positive(t, c.CPU)
	}
	require.Positive(t, p.WallRatio)
	require.Positive(t, p.CPURatio)
	require.Positive(t, all.FirstRequest)
	require.Equal(t, 4, all.Soak.Rounds)
	require.NoError(t, all.write(&out))
	require.Contains(t, out.String(), "ratio")
}

func TestTheFloorKnowsItsSchemas(t *testing.T) {
	set, err := schemas.Compile(nil)
	require.NoError(t, err)
	for _, e := range spec.Endpoints() {
		for _, name := range e.Answer {
			require.True(t, set.Has(name), "%s: %s", e.Name, name)
		}
	}
}

func TestWrongFlagsAreRefused(t *testing.T) {
	for _, args := range [][]string{{"-delays", "soon"}, {"-delays", "-1"}, {"-concurrency", "0"}, {"-times", "0"}, {"-checks", "-1"}, {"more"}} {
		_, err := optionsOf(args)
		require.Error(t, err, args)
	}
}
