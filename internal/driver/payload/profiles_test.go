package payload

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOppositeProfilesShareNoDocumentedValue(t *testing.T) {
	for _, all := range [][allProfiles]map[string]any{personalProfiles, ItemProfiles, employedProfiles, governmentProfiles, selfEmployedProfiles} {
		for profile := range allProfiles {
			for member, value := range all[profile] {
				if member == "employer_sector" {
					continue // it is what makes the kind
				}
				require.NotEqual(t, value, all[Opposite(profile)][member], member)
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

// A refused value, another one and two that are refused together leave a profile.
func TestSomeProfileHasNoneOfThreeRefusals(t *testing.T) {
	for _, profile := range employedProfiles {
		refused := profile["job_level"]
		for n, gender := range []string{"female", "male"} {
			other := []string{"male", "female"}[n]
			for _, status := range []string{"single", "married"} {
				left := 0
				for p := range allProfiles {
					all := personalProfiles[p]
					if all["gender"] != gender && (all["gender"] != other || all["marital_status"] != status) && employedProfiles[p]["job_level"] != refused {
						left++
					}
				}
				require.Positive(t, left, "%v, %s, and %s with %s", refused, gender, other, status)
			}
		}
	}
}

func TestMixturesMeetInEveryTriple(t *testing.T) {
	for a := range 8 {
		for b := range a {
			for c := range b {
				met := make(map[int]bool)
				for row := range Mixtures {
					m := mixture(row)
					met[m>>a&1|m>>b&1<<1|m>>c&1<<2] = true
				}
				require.Len(t, met, 8, "choices %d, %d, %d", a, b, c)
			}
		}
	}
}
