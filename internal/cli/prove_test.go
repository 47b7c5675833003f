package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func runProve(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Run(context.Background(), append([]string{"prove"}, args...), strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func TestProveShowsAKilledFault(t *testing.T) {
	code, out, errs := runProve("--only", "update-purchases-not-stored", "--all")
	require.Equal(t, ExitConformant, code, errs)
	require.Contains(t, out, "STA-03  1 of 1 killed")
	require.Contains(t, out, "killed            update-purchases-not-stored: ")
	require.Contains(t, errs, "1 of 1 faults done")
}

func TestProveWritesJSON(t *testing.T) {
	code, out, _ := runProve("--only", "update-purchases-not-stored", "--json")
	require.Equal(t, ExitConformant, code)
	require.Contains(t, out, `"schema": "assay.proof/v1"`)
	require.Contains(t, out, `"fate": "killed"`)
}

func TestProveRefusesWhatMeansNothing(t *testing.T) {
	for _, args := range [][]string{{"--only", "no-such-*"}, {"--workers", "0"}, {"--seed", "-1"}, {"--list", "--only", "nothing"}} {
		code, out, errs := runProve(args...)
		require.Equal(t, ExitUsage, code, args)
		require.Empty(t, out)
		require.NotEmpty(t, errs)
	}
}

func TestSandboxRefusesAnUnknownFault(t *testing.T) {
	var o, e bytes.Buffer
	code := Run(context.Background(), []string{"sandbox", "--fault", "no-such-fault"}, strings.NewReader(""), &o, &e)
	require.Equal(t, ExitUsage, code)
	require.Contains(t, e.String(), "assay prove --list")
}
