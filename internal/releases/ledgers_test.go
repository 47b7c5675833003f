package releases

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

func TestCompareTellsWhatCameAndWent(t *testing.T) {
	entry := func(id, grade, sections, digest string) Entry {
		return Entry{Side: result.ServerSide, ID: id, Grade: grade, Sections: sections, Digest: digest}
	}
	old := &Ledger{Entries: []Entry{entry("PUR-01", "stated", "4.6", "aa"), entry("PUR-02", "stated", "4.6", "bb"), entry("PUR-03", "stated", "4.6", "cc")}}
	now := &Ledger{Entries: []Entry{entry("PUR-01", "implied", "4.6,2.3", "aa"), entry("PUR-03", "stated", "4.6", "dd"), entry("PUR-04", "stated", "4.6", "ee")}}
	var got []string
	for _, c := range Compare(old, now) {
		got = append(got, c.String())
	}
	require.Equal(t, []string{
		"Regraded PUR-01: stated → implied", "Moved PUR-01: 4.6 → 4.6,2.3", "Reworded PUR-03", "Added PUR-04", "Removed PUR-02",
	}, got)
	require.Empty(t, Compare(now, now))
}

func TestALedgerIsReadAsItIsWritten(t *testing.T) {
	for _, released := range []string{"", "2026-11-30"} {
		l := &Ledger{Version: "1.0", Released: released, Entries: []Entry{{Side: result.PartnerSide, ID: "PCA-01", Grade: "stated", Sections: "4.9,5", Digest: "0123456789abcdef"}}}
		got, err := parse("1.0", l.String())
		require.NoError(t, err)
		require.Equal(t, l, got)
	}
	_, err := parse("1.0", "server PUR-01 stated\n")
	require.ErrorContains(t, err, "is not side, id, grade, sections and digest")
}

func TestAVersionIsFoundInAnyOfItsForms(t *testing.T) {
	for _, version := range []string{"1.0", "v1.0.3", "1.0.0"} {
		l, err := At(version)
		require.NoError(t, err, version)
		require.Equal(t, "1.0", l.Version)
		require.NotEmpty(t, l.Entries)
	}
	_, err := At("0.3")
	require.ErrorContains(t, err, `there is no ledger of the version "0.3"; there are those of 1.0`)
	_, err = At("../1.0")
	require.Error(t, err)
}

func TestVersionsAreInOrder(t *testing.T) {
	require.Negative(t, compareVersions("1.9", "1.10"))
	require.Positive(t, compareVersions("2.0", "1.10"))
	require.Zero(t, compareVersions("1.0", "1.0"))
}

func TestALedgerWithChangesIsNotThatOfTheRelease(t *testing.T) {
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		l, err := suite.Load(features.Files, side)
		require.NoError(t, err)
		l.Requirements[0].Statement += "!"
		name, err := Name(l)
		require.NoError(t, err)
		require.Contains(t, name, "after ")
	}
}
