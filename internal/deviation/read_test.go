package deviation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/deviation"
)

var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func known(id string) bool { return strings.HasPrefix(id, "PUR-") }

const entry = `- requirement: PUR-07
  match: data.*.id
  reason: ids come with 3.5
  owner: payments team
  expires: 2027-01-31
  link: https://tracker.example/77
`

func TestADeviationIsRead(t *testing.T) {
	got, err := deviation.Parse("deviations.yaml", []byte("# ours\n"+entry), known, today)
	require.NoError(t, err)
	require.Equal(t, []deviation.Deviation{{
		Requirement: "PUR-07", Match: "data.*.id", Reason: "ids come with 3.5", Owner: "payments team",
		Expires: time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC), Link: "https://tracker.example/77", Line: 2,
	}}, got)
}

func TestWhatIsNotJudgedCanBeNamed(t *testing.T) {
	for _, c := range [][2]string{{"PUR-07", "blocked"}, {"PUR-07", "untested"}, {"PUR-07", "unexercised"}, {"PUR-07", "absent"}, {"LIM-*", "absent"}} {
		text := strings.Replace(strings.Replace(entry, "match: data.*.id", "unjudged: "+c[1], 1), "PUR-07", c[0], 1)
		got, err := deviation.Parse("d.yaml", []byte(text), known, today)
		require.NoError(t, err)
		require.Equal(t, c[1], got[0].Unjudged)
		require.Equal(t, c[0], got[0].Requirement)
	}
}

func TestAnEmptyListAcceptsNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "[]", "null"} {
		got, err := deviation.Parse("deviations.yaml", []byte(text), known, today)
		require.NoError(t, err)
		require.Empty(t, got)
	}
}

func TestWhatMeansNothingIsRefusedAtItsLine(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an unknown key":         {entry + "  severity: low\n", `d.yaml:7: the key "severity" is unknown`},
		"a key twice":            {entry + "  link: x\n", "d.yaml:7: link is there twice"},
		"an unknown requirement": {strings.Replace(entry, "PUR-07", "ZZZ-99", 1), `d.yaml:1: there is no requirement "ZZZ-99"`},
		"no match":               {strings.Replace(entry, "  match: data.*.id\n", "", 1), "d.yaml:1: match is missing"},
		"no owner":               {strings.Replace(entry, "  owner: payments team\n", "", 1), "d.yaml:1: owner is missing"},
		"an empty reason":        {strings.Replace(entry, "ids come with 3.5", `" "`, 1), "d.yaml:3: the text is empty"},
		"a number for text":      {strings.Replace(entry, "payments team", "42", 1), "d.yaml:4: this must be text"},
		"a day that is none":     {strings.Replace(entry, "2027-01-31", "2027-02-30", 1), "d.yaml:5: expires must be a date"},
		"a day the wrong way":    {strings.Replace(entry, "2027-01-31", "31/01/2027", 1), "d.yaml:5: expires must be a date"},
		"the same twice":         {entry + entry, "d.yaml:7: PUR-07 with this match is already on line 1"},
		"anything at all":        {strings.Replace(entry, "data.*.id", `"*"`, 1), `d.yaml:2: the pattern "*" matches nearly anything`},
		"nearly anything":        {strings.Replace(entry, "data.*.id", `"*. *e*"`, 1), "matches nearly anything"},
		"for years":              {strings.Replace(entry, "2027-01-31", "2027-11-21", 1), "d.yaml:5: expires is more than a year away: set 2027-11-20"},
		"both":                   {entry + "  unjudged: blocked\n", "d.yaml:1: match names a failure, and unjudged says that there is no judgement: keep one of them"},
		"another way":            {strings.Replace(entry, "match: data.*.id", "unjudged: errored", 1), "d.yaml:2: unjudged is one of blocked, untested, unexercised, absent"},
		"a family that blocks":   {strings.Replace(strings.Replace(entry, "match: data.*.id", "unjudged: blocked", 1), "PUR-07", "LIM-*", 1), "there is no requirement"},
		"everything":             {strings.Replace(strings.Replace(entry, "match: data.*.id", "unjudged: absent", 1), "PUR-07", `"*"`, 1), "there is no requirement"},
		"no list":                {"requirement: PUR-07\n", "d.yaml:1: this must be a list of deviations"},
		"a list of text":         {"- PUR-07\n", "d.yaml:1: a deviation has the keys"},
		"an alias":               {strings.Replace(entry, "- requirement", "- &a\n  requirement", 1) + "- *a\n", "a deviation has the keys"},
		"two documents":          {entry + "---\n" + entry, "more than one document"},
		"no YAML":                {"- [", "not proper YAML"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := deviation.Parse("d.yaml", []byte(c.text), known, today)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestAllThatIsWrongIsSaidAtOnce(t *testing.T) {
	_, err := deviation.Parse("d.yaml", []byte("- requirement: ZZZ-01\n  nonsense: 1\n"), known, today)
	require.Len(t, strings.Split(err.Error(), "\n"), 6)
}

func TestLoadReadsAFileAndNothingLarger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deviations.yaml")
	_, err := deviation.Load(path, known, today)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(path, []byte(entry), 0o600))
	got, err := deviation.Load(path, known, today)
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("#", 1<<20+1)), 0o600))
	_, err = deviation.Load(path, known, today)
	require.ErrorContains(t, err, "bytes")
}

// Whatever is read is whole: nothing half-written accepts a failure.
func FuzzParse(f *testing.F) {
	f.Add(entry)
	f.Add("- &a [*a]")
	f.Add("- requirement: !!binary UFVSLTA3\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := deviation.Parse("d.yaml", []byte(text), known, today)
		if err != nil {
			require.Empty(t, all)
			return
		}
		for _, d := range all {
			require.True(t, known(d.Requirement) || d.Unjudged == deviation.Absent)
			require.NotEmpty(t, d.Match+d.Unjudged)
			require.NotEmpty(t, d.Reason)
			require.NotEmpty(t, d.Owner)
			require.NotZero(t, d.Line)
		}
	})
}
