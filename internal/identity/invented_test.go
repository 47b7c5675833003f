package identity

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInventedPeopleHaveTheLocalForm(t *testing.T) {
	v := Invented{IDNumber: "A-###########", Phone: "+23480########", Country: "NG", Letters: "greek"}
	seen := make(map[string]bool)
	for n := range int64(200) {
		who := v.Who(rand.New(rand.NewPCG(1, uint64(n))), 99_999, n)
		require.Regexp(t, `^A-[0-9]{11}$`, who.IDNumber)
		require.Regexp(t, `^23480[0-9]{8}$`, who.Phone)
		require.Regexp(t, `^\p{Greek}+$`, who.FirstName+who.LastName)
		require.Equal(t, "NG", who.Country)
		require.False(t, seen[who.IDNumber] || seen[who.Phone], "two people must not share a number")
		seen[who.IDNumber], seen[who.Phone] = true, true
	}
}

func TestWithoutAFormPeopleAreAsTheyWere(t *testing.T) {
	seed := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	require.Equal(t, invent(seed(), 7, 3, 2031), Invented{Year: 2031}.Who(seed(), 7, 3))
}

func TestInventedPeopleAreOfAnAgeThatLendersServe(t *testing.T) {
	for n := range int64(300) {
		who := Invented{Year: 2031}.Who(rand.New(rand.NewPCG(1, uint64(n))), 7, n)
		leap, err := who.BornOn("02/29")
		require.NoError(t, err)
		for _, year := range []int{who.Birth.Year, leap.Birth.Year} {
			require.GreaterOrEqual(t, 2031-year-1, 32, "before the birthday of that year")
			require.LessOrEqual(t, 2031-year, 45, "after it")
		}
		require.Less(t, who.BornBefore1970(false).Birth.Year, 1970)
		require.Less(t, who.BornBefore1970(true).Birth.Year, who.BornBefore1970(false).Birth.Year)
	}
}

func TestAPatternTakesTheLastDigits(t *testing.T) {
	require.Equal(t, "12-3456/X", filled("##-####/X", 99_123_456))
	require.Equal(t, "000042", filled("######", 42))
}

func TestNoTwoInventedPeopleHaveNameAndBirthdayInCommon(t *testing.T) {
	var log Log
	seen := make(map[birthday]bool)
	for n := range int64(450) {
		who := log.AddInvented(Invented{Year: 2031}.Who(rand.New(rand.NewPCG(3, uint64(n))), 7, n))
		key := birthday{who.FirstName, who.LastName, who.Birth.Day, who.Birth.Month}
		require.False(t, seen[key], "%v", key)
		seen[key] = true
	}
}
