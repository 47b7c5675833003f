package identity

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

func TestAListHasNobodyTwice(t *testing.T) {
	testsize.SkipIfShort(t) // and nothing in it runs beside anything else
	for _, country := range append(Countries(), "ZZ") {
		form := Invented{Country: country}
		if country == "ZZ" {
			form.IDNumber, form.Phone = "######", "1######" // as short as a config may say
		}
		form, err := form.Local()
		require.NoError(t, err)
		for seed := range int64(3) {
			ids, phones := map[string]bool{}, map[string]bool{}
			people := List(form, seed, MaxListed)
			for _, p := range people {
				ids[p.IDNumber], phones[p.Phone] = true, true
				require.Equal(t, country, p.Country)
			}
			require.Len(t, ids, MaxListed, country)
			require.Len(t, phones, MaxListed, country)
			require.Equal(t, people[:10], List(form, seed, 10))
		}
	}
}

func TestSeedsGiveOtherPeople(t *testing.T) {
	form, err := Invented{Country: "KE"}.Local()
	require.NoError(t, err)
	require.NotEqual(t, List(form, 1, 1)[0].Phone, List(form, 2, 1)[0].Phone)
	require.Regexp(t, `^\+2547[0-9]{8}$`, List(form, 1, 1)[0].Phone)
	require.Regexp(t, `^[0-9]{8}$`, List(form, 1, 1)[0].IDNumber)
}

func TestACountryMustBeKnownOrTheFormsSaid(t *testing.T) {
	_, err := Invented{Country: "FR"}.Local()
	require.ErrorContains(t, err, `in "FR" are not known (known: GH, KE, NG, UG, ZM)`)
	form, err := Invented{Country: "NG", IDNumber: "A######"}.Local()
	require.NoError(t, err)
	require.Equal(t, "A######", form.IDNumber)
	require.Equal(t, "+23480########", form.Phone)
}
