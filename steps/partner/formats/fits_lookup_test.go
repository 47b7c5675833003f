package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAClerkTypesIntoTheWrongBox holds which wrong values of a lookup a person may have typed.
func TestAClerkTypesIntoTheWrongBox(t *testing.T) {
	t.Parallel()
	for _, typed := range [][2]string{
		{"mobile", "amina@customers.example"}, {"phoneNumber", "Amina Hassan"}, {"email", "+254700000001"},
		{"email", "O'Brien"}, {"NATIONAL_ID", "amina@customers.example"},
	} {
		require.True(t, IsOfOtherBox(typed[0], typed[1]), typed)
	}
	for _, made := range [][2]string{
		{"mobile", "{{mobile}}"}, {"mobile", "undefined"}, {"mobile", "2.547E+11"}, {"mobile", "123"}, {"email", "amina@"},
		{"email", "female"}, {"NATIONAL_ID", "https://store.example"}, {"mobile", "+254700000001"},
	} {
		require.False(t, IsOfOtherBox(made[0], made[1]), made)
	}
}
