package config

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const goodTable = "\ufeffList; Given name;Surname;National ID;Phone;E-mail;dob;Country;has_limit\n" +
	";Wanjiru;Kamau;12345671;+254700000004;wanjiru@example.com;1990-01-31;KE;\n" +
	"existing;;;12345678;254700000001;;;;No\n" +
	";;;;;;;;\n" +
	"Existing;;;12345679;254700000002;;;;\n"

func TestATableIsReadLikeAConfig(t *testing.T) {
	existing, fresh, err := ParseIdentities("people.csv", []byte(goodTable))
	require.NoError(t, err)
	require.Equal(t, []Identity{{
		FirstName: "Wanjiru", LastName: "Kamau", IDNumber: "12345671", PhoneNumber: "+254700000004", Email: "wanjiru@example.com",
		DateOfBirth: time.Date(1990, 1, 31, 0, 0, 0, 0, time.UTC), CountryCode: "KE",
	}}, fresh)
	require.Equal(t, []Identity{
		{IDNumber: "12345678", PhoneNumber: "254700000001", Kind: KindEmployed},
		{IDNumber: "12345679", PhoneNumber: "254700000002", Kind: KindEmployed, HasLimit: true},
	}, existing)
}

func TestProblemsOfATableNameTheirLine(t *testing.T) {
	head := "id_number,phone_number,list,has_limit\n"
	for name, c := range map[string]struct{ text, want string }{
		"a column":        {"id_number,fone_number\n1,2\n", "people.csv:1: fone_number: this column is not known; did you mean phone_number?"},
		"a column twice":  {"phone,mobile\n", "people.csv:1: mobile: two columns are for phone_number; keep one"},
		"a phone":         {head + "1,254700000001,existing,\n2,0700,existing,\n", "people.csv:3: identities.existing[1].phone_number: it must be an international number"},
		"a missing cell":  {head + "1,,existing,\n", "people.csv:2: identities.existing[0].phone_number: it is missing"},
		"a list":          {head + "1,254700000001,old,\n", "people.csv:2: list: it must be existing or new"},
		"a limit":         {head + "1,254700000001,existing,perhaps\n", "people.csv:2: identities.existing[0].has_limit: it must be true or false"},
		"somebody twice":  {head + "1,254700000001,existing,\n\n1,254700000002,existing,\n", "people.csv:4: identities.existing[1].id_number: identities.existing[0] has the same"},
		"a row too short": {head + "1,254700000001\n", "people.csv:2: it is not proper CSV: wrong number of fields"},
		"a quote":         {head + "1,254700000001,existing,\"\n", "people.csv:2: it is not proper CSV"},
		"a new one":       {head + "1,254700000001,,\n", "people.csv:2: identities.new[0].first_name: it is missing"},
		"nobody":          {head, "people.csv: it lists nobody"},
		"nothing":         {"", "people.csv: it is empty; the first line names the columns"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := ParseIdentities("people.csv", []byte(c.text))
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	fresh := []Identity{
		{FirstName: "Ngũgĩ \"N\"", LastName: "wa, Thiong'o", IDNumber: "1", PhoneNumber: "+254700000001", Email: "a@b", DateOfBirth: time.Date(1990, 1, 31, 0, 0, 0, 0, time.UTC), CountryCode: "NO"},
		{FirstName: "李", LastName: "王", IDNumber: "2", PhoneNumber: "254700000002", Email: "c@d", DateOfBirth: time.Date(1960, 12, 13, 0, 0, 0, 0, time.UTC), CountryCode: "KEN"},
	}
	for _, name := range []string{"people.yaml", "people.CSV"} {
		var b bytes.Buffer
		require.NoError(t, WriteNew(&b, name, fresh))
		existing, got, err := ParseIdentities(name, b.Bytes())
		require.NoError(t, err, b.String())
		require.Empty(t, existing)
		require.Equal(t, fresh, got)
	}
}

func TestAListInAFileStandsAlone(t *testing.T) {
	_, err := Parse("assay.yaml", []byte("identities:\n  file: people.csv\n  existing: [{id_number: \"1\", phone_number: \"254700000001\"}]\n"))
	require.ErrorContains(t, err, "assay.yaml:2: identities.file: people are listed in the file or here")
	_, _, err = Identities{Existing: []Identity{{}}}.Listed("people.csv")
	require.ErrorContains(t, err, "keep one of the two")
	_, _, err = Identities{File: "/nowhere/people.csv"}.Listed("")
	require.ErrorContains(t, err, "test identities /nowhere/people.csv")
}
