package driver

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

func TestEqualComparesByMeaning(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`45000`, `45000.00`, true}, {`45000`, `4.5e4`, true}, {`45000`, `45001`, false},
		{`9007199254740993`, `9007199254740992`, false}, // one apart, and equal as float64
		{`"a"`, `"a"`, true}, {`"a"`, `"A"`, false}, {`"1"`, `1`, false}, {`null`, `null`, true}, {`null`, `0`, false},
		{`"6F9619FF-8B86-D011-B42D-00CF4FC964FF"`, `"6f9619ff-8b86-d011-b42d-00cf4fc964ff"`, true},
		{`{"x":1,"y":[1,2]}`, `{"y":[1.0,2],"x":1,"z":3}`, true}, {`{"x":1}`, `{"x":2}`, false}, {`{"x":1}`, `{}`, false},
		{`[1,2]`, `[2,1]`, false}, {`[1]`, `{"0":1}`, false},
	} {
		require.Equal(t, c.same, judgement.Equal(gjson.Parse(c.a), gjson.Parse(c.b)), "%s and %s", c.a, c.b)
	}
}

func TestSamePhone(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"+254712345678", "254712345678", true}, {"+254712345678", "0712345678", true},
		{"+254 712 345 678", "254712345678", true}, {"+254712345678", "+254712345679", false},
		{"+254712345678", "0812345678", false}, {"+254712345678", "", false}, {"", "", false}, {"0", "254712345670", false},
	} {
		require.Equal(t, c.same, identity.SamePhone(c.a, c.b), "%q and %q", c.a, c.b)
		require.Equal(t, c.same, identity.SamePhone(c.b, c.a), "%q and %q", c.b, c.a)
	}
}

func TestAWrongOTPIsNeverTheRightOne(t *testing.T) {
	for _, how := range []string{"with one digit changed", "with its first digit changed", "that differs in every digit"} {
		for _, otp := range []string{"000000", "999999", "123456", "909090"} {
			got := Wrong(otp, how)
			require.NotEqual(t, otp, got)
			require.Regexp(t, SixDigits, got)
		}
	}
}

func TestDatesCannotBeMistaken(t *testing.T) {
	r := New(Config{Seed: 3})
	for range 200 {
		who := r.someone(r.Rand("dates"))
		require.Greater(t, who.Birth.Day, 12)
		require.LessOrEqual(t, who.Birth.Month, 12)
	}
}

func TestCandidatesTryTheDocumentedFormsFirst(t *testing.T) {
	r := New(Config{})
	forms := r.candidates(orderTolerances)
	require.Equal(t, "integer", forms[0].Readings[OrderID], "the table's form first")
	require.Equal(t, "string", forms[1].Readings[OrderID], "then the samples'")
	require.Equal(t, "item_description", forms[1].Readings[ItemDescription], "the samples spell it so")
	seen := make(map[string]bool)
	for _, f := range forms[:min(len(forms), mostAttempts)] {
		seen[f.Readings[OrderID]+" "+f.Readings[itemValue]] = true
	}
	require.Len(t, seen, 4, "every mixture of the two numbers is among those that are tried")
}

func TestPinnedReadingsAreTheOnlyOnesSpoken(t *testing.T) {
	r := New(Config{Settings: map[string]string{OrderID: "string"}})
	for _, f := range r.candidates(orderTolerances) {
		require.Equal(t, "string", f.Readings[OrderID])
	}
}

func TestOppositeProfilesShareNoDocumentedValue(t *testing.T) {
	for _, all := range [][profiles]map[string]any{personalProfiles, ItemProfiles, employedProfiles, governmentProfiles, selfEmployedProfiles} {
		for profile := range profiles {
			for member, value := range all[profile] {
				if member == "employer_sector" {
					continue // it is what makes the kind
				}
				require.NotEqual(t, value, all[opposite(profile)][member], member)
			}
		}
	}
}

// Whichever two values a target refuses of two members, some profile has neither.
func TestSomeProfileHasNeitherOfTwoPersonalValues(t *testing.T) {
	for _, gender := range []string{"female", "male"} {
		for _, status := range []string{"single", "married"} {
			require.True(t, slices.ContainsFunc(personalProfiles[:], func(p map[string]any) bool {
				return p["gender"] != gender && p["marital_status"] != status
			}), "%s, %s", gender, status)
		}
	}
}
