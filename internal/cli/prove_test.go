package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/proof"
	"github.com/credit-partner/assay/internal/testsize"
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

func TestProveShowsAFaultOfThePartnersSide(t *testing.T) {
	code, out, errs := runProve("--side", "partner", "--only", "PCP-14", "--all")
	require.Equal(t, ExitConformant, code, errs)
	require.Contains(t, out, "PCP-14  9 of 9 killed")
	require.Contains(t, errs, "9 of 9 faults done")
	code, out, _ = runProve("--side", "partner", "--list", "--only", "customer-lookup/no-sign")
	require.Equal(t, ExitConformant, code)
	require.Equal(t, "PLK-09  customer-lookup/no-Sign  the lookup has no Sign\n", out)
}

func TestProveJudgesLegalVariants(t *testing.T) {
	testsize.SkipIfShort(t)
	code, out, errs := runProve("--variants", "--only", "refusal-in-200,update-purchases-not-stored", "--all")
	require.Equal(t, ExitConformant, code, errs)
	require.Contains(t, out, "legal variant refusal-in-200 is conformant")
	require.Contains(t, out, "legal variants: 1 of 1 conformant\n1 faults")
	code, out, errs = runProve("--variants", "--side", "partner", "--only", "phone/no-plus")
	require.Equal(t, ExitConformant, code, errs)
	require.Equal(t, "legal variants: 1 of 1 conformant\n", out)
	code, _, errs = runProve("--variants", "--together", "2")
	require.Equal(t, ExitUsage, code)
	require.Contains(t, errs, "--over")
}

// TestProveFailsWhenAFaultSurvives plants what breaks nothing, on either side.
func TestProveFailsWhenAFaultSurvives(t *testing.T) {
	server, err := proof.Server(1, []faults.Fault{{ID: "nothing", Breaks: "PUR-07", Why: "it is the reference"}})
	require.NoError(t, err)
	partner, err := proof.Partner([]faults.Fault{{ID: "nothing", Breaks: "PSO-01", Why: "it is the sample partner"}})
	require.NoError(t, err)
	for _, catalogue := range []*proof.Catalogue{server, partner} {
		var out bytes.Buffer
		f := proveFlags{only: []string{"nothing"}, workers: 1}
		err := f.prove(context.Background(), console{out: &out, err: io.Discard}, catalogue)
		require.ErrorIs(t, err, exit(ExitNonConformant), catalogue.Side)
		require.Contains(t, out.String(), "  survived          nothing: ")
	}
}

func TestProveFailsWhenARequirementHasNoFault(t *testing.T) {
	catalogue := &proof.Catalogue{Requirements: []proof.Statement{{ID: "PUR-07", Statement: "Records are whole"}}}
	var out bytes.Buffer
	f := proveFlags{workers: 1}
	require.ErrorIs(t, f.prove(context.Background(), console{out: &out, err: io.Discard}, catalogue), exit(ExitNonConformant))
	require.Contains(t, out.String(), "PUR-07  no fault breaks it")
}

func TestProveRefusesWhatMeansNothing(t *testing.T) {
	for _, args := range [][]string{{"--only", "no-such-*"}, {"--workers", "0"}, {"--seed", "-1"}, {"--list", "--only", "nothing"}, {"--side", "both"}} {
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
