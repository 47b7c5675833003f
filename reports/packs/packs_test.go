package packs

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// hostile is text of a target that would like to be a command.
const hostile = "x\n$(touch /tmp/owned) `id` '; rm -rf ~; ' %} {{token}} \x1b[31m\u202e"

func hostileRun() *result.Run {
	return &result.Run{Side: result.ServerSide, Target: result.Target{BaseURL: "http://h/$(id)'"}, Requirements: []result.Requirement{
		{ID: "PUR-01", Statement: hostile, Pack: &result.Pack{
			Check: hostile, Section: "4.6", Message: hostile, Expected: hostile, Actual: hostile,
			Inputs: []result.PackInput{{Name: "phone_number", Meaning: hostile}, {Name: "sign", Meaning: "m", Default: hostile}},
			Calls: []result.PackCall{{
				Title: hostile, Exchange: "x0001", Method: "POST", Path: "/a$(id)/{{item_id}}", Headers: []result.Header{{Name: "X", Value: hostile}},
				Body: `{"a": "$(id) ` + "`id`" + ` \" {{run}}"}`, Served: true, Captures: []result.Capture{{Name: "item_id", Path: "data.0.$(id).a'b"}},
			}},
			Expect: []result.Expect{
				{Kind: result.ExpectText, Path: "data.it's", Value: hostile, Text: hostile},
				{Kind: result.ExpectOneOf, Path: "d", Values: []string{hostile}, Text: hostile},
			},
		}},
		{ID: "../../etc", Pack: &result.Pack{Calls: []result.PackCall{{}}}},
	}}
}

func TestHostileTextIsNoCommand(t *testing.T) {
	files, err := Files(hostileRun())
	require.NoError(t, err)
	byName := map[string]string{}
	for _, f := range files {
		require.True(t, strings.HasPrefix(f.Name, "repro/"))
		require.NotContains(t, f.Name, "..")
		byName[f.Name] = string(f.Content)
	}
	require.Len(t, byName, 5)
	script := byName["repro/PUR-01/run.sh"]
	for l := range strings.SplitSeq(script, "\n") {
		if strings.HasPrefix(l, "#") {
			require.NotContains(t, l, "\x1b")
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	check := exec.CommandContext(t.Context(), bash, "-n")
	check.Stdin = strings.NewReader(script)
	out, err := check.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, script)
	// What the shell makes of it: the stand-ins of curl and jq print what they are given.
	run := exec.CommandContext(t.Context(), bash, "-c", `curl() { printf '%s|' "$@" >&2; cat >&2; printf 200; }; jq() { printf '%s|' "$@" >&2; echo; }; id() { echo OWNED; }; touch() { echo OWNED >&2; }; rm() { :; }; export -f curl jq id touch; `+script)
	run.Env = []string{"PATH=" + "/usr/bin:/bin", "ASSAY_TOKEN=t", "PHONE_NUMBER=1"}
	out, err = run.CombinedOutput()
	require.NotContains(t, string(out), "OWNED")
	require.NotEmpty(t, out, err)
}

func TestThereIsNoFolderWithoutAPack(t *testing.T) {
	files, err := Files(&result.Run{Requirements: []result.Requirement{{ID: "PUR-01"}}})
	require.NoError(t, err)
	require.Empty(t, files)
}
