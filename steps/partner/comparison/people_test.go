package comparison

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

func readable(string) *Hidden { return nil }

// TestTheCountryOfALimit holds that countries are compared in both forms, and that only other
// countries for all of at least three customers are a fault.
func TestTheCountryOfALimit(t *testing.T) {
	for name, c := range map[string]struct {
		countries [][2]string // of the OTP and of the limit
		failed    map[string]int
	}{
		"other letters":     {[][2]string{{"KE", "KEN"}, {"uga", "UG"}, {"TZ", "TZ"}}, map[string]int{}},
		"all others":        {[][2]string{{"KE", "TZ"}, {"UG", "TZ"}, {"KE", "TZ"}}, map[string]int{spec.CreateLimit: 3}},
		"all but one":       {[][2]string{{"KE", "TZ"}, {"UG", "TZ"}, {"TZ", "TZ"}}, map[string]int{}},
		"of two customers":  {[][2]string{{"KE", "TZ"}, {"UG", "TZ"}}, map[string]int{}},
		"one for all OTPs":  {[][2]string{{"KE", "TZ"}, {"KE", "UG"}, {"KE", "RW"}}, map[string]int{spec.SendOTP: 3}},
		"no code":           {[][2]string{{"Kenya", "TZ"}, {"Kenya", "TZ"}, {"Kenya", "TZ"}}, map[string]int{}},
		"that of the first": {[][2]string{{"KE", "KE"}, {"UG", "KE"}, {"TZ", "KE"}}, map[string]int{}},
	} {
		failed, k := make(map[string]int), NewCustomers(func(string, string) {})
		for n, of := range c.countries {
			for i, endpoint := range []string{spec.SendOTP, spec.CreateLimit} {
				k.Describe(Claim{Endpoint: endpoint, ID: fmt.Sprint(n), Country: of[i]}, readable, func(string) func(Difference) { return func(Difference) { failed[endpoint]++ } })
			}
		}
		k.End()
		require.Equal(t, c.failed, failed, name)
	}
}

func TestPhonesOfAnotherPerson(t *testing.T) {
	verified := true
	failures := func(limits ...string) int {
		failed := 0
		k := NewCustomers(func(string, string) {})
		for n, phone := range limits {
			id, own := fmt.Sprint(n), fmt.Sprintf("+25471200000%d", n)
			k.Describe(Claim{Endpoint: spec.SendOTP, ID: id, Phone: own}, readable, func(string) func(Difference) { return func(Difference) { failed++ } })
			if verified {
				k.Describe(Claim{Endpoint: spec.VerifyOTP, ID: id, Phone: own}, readable, nil)
			}
			k.Describe(Claim{Endpoint: spec.CreateLimit, ID: id, Phone: cmp.Or(phone, own)}, readable, func(string) func(Difference) {
				return func(how Difference) {
					require.Contains(t, []Difference{Carried, OfAll}, how)
					failed++
				}
			})
		}
		k.End()
		return failed
	}
	require.Zero(t, failures("", "0712000001", "+254712000002"))
	require.Zero(t, failures("+254722000000", "+254722000001", "+254722000002"), "other phones of their own")
	require.Zero(t, failures("", "+254712000000", ""), "one of a relative")
	require.Equal(t, 2, failures("", "+254712000000", "+254712000001"))
	require.Zero(t, failures("+254733111222", "+254733111222", "+254733111222"), "one of the tests")
	require.Equal(t, 5, failures(slices.Repeat([]string{"+254733111222"}, 5)...), "that of the shop")
	require.Equal(t, 5, failures("+254712000008", "+254712000007", "+254712000009", "+254712000006", "+254712000005"), "of nobody")
	require.Zero(t, failures("", "+254712000007", "+254712000009", "+254712000006", "+254712000005"), "one is right")
	require.Zero(t, failures("12000000", "12000001", "12000002", "12000003", "12000004"), "without their prefixes")
	require.Zero(t, failures("tel 712000000 / 1", "tel 712000001 / 2", "tel 712000002 / 3", "tel 712000003 / 4", "tel 712000004 / 5"), "with more digits")
	verified = false
	require.Zero(t, failures("+254712000008", "+254712000007", "+254712000009", "+254712000006", "+254712000005"), "the OTP requests may be wrong")
}

func TestDescriptionsOfAnotherPerson(t *testing.T) {
	sent := func(id, name, birth string) Claim {
		return Claim{Endpoint: spec.SendOTP, ID: id, First: name, Birth: birth}
	}
	asked := func(id, name, birth string) Claim {
		return Claim{Endpoint: spec.CreateLimit, ID: id, First: name, Birth: birth}
	}
	for name, c := range map[string]struct {
		claims []Claim
		failed map[string]int
	}{
		"as before":             {[]Claim{sent("1", "Amina", "04/03/1990"), asked("1", "AMINA", "03/04/1990"), sent("2", "Zoë", ""), asked("2", "Zoe", "")}, nil},
		"one corrected":         {[]Claim{sent("1", "Amina", ""), asked("1", "Asha", "")}, nil},
		"all limits differ":     {[]Claim{sent("1", "Amina", ""), asked("1", "Asha", ""), sent("2", "Otieno", ""), asked("2", "Oduya", "")}, map[string]int{spec.CreateLimit + " first_name": 2}},
		"one does not":          {[]Claim{sent("1", "Amina", ""), asked("1", "Asha", ""), sent("2", "Otieno", ""), asked("2", "Oduya", ""), sent("3", "Wanjiru", ""), asked("3", "Wanjiru", "")}, nil},
		"one person for all":    {[]Claim{sent("1", "Test", ""), asked("1", "Asha", ""), sent("2", "Test", ""), asked("2", "Oduya", "")}, map[string]int{spec.SendOTP + " first_name": 2}},
		"a day early":           {[]Claim{sent("1", "", "04/03/1990"), asked("1", "", "04/02/1990"), sent("2", "", "05/06/1991"), asked("2", "", "05/05/1991")}, map[string]int{spec.CreateLimit + " date_of_birth": 2}},
		"the limits came first": {[]Claim{asked("1", "Asha", ""), sent("1", "Amina", ""), asked("2", "Oduya", ""), sent("2", "Otieno", "")}, map[string]int{spec.CreateLimit + " first_name": 2}},
		"corrected before":      {[]Claim{sent("1", "Amna", ""), sent("1", "Amina", ""), asked("1", "Amina", ""), sent("2", "Oteno", ""), sent("2", "Otieno", ""), asked("2", "Otieno", "")}, nil},
		"that of the first":     {[]Claim{sent("1", "Amina", ""), asked("1", "Amina", ""), sent("2", "Otieno", ""), asked("2", "Amina", ""), sent("3", "Wanjiru", ""), asked("3", "Amina", "")}, map[string]int{spec.CreateLimit + " first_name": 2}},
		"the sends lag":         {[]Claim{sent("1", "Amina", ""), sent("2", "Amina", ""), sent("3", "Otieno", ""), sent("4", "Wanjiru", ""), asked("1", "Amina", ""), asked("2", "Otieno", ""), asked("3", "Wanjiru", ""), asked("4", "Baraka", "")}, map[string]int{spec.SendOTP + " first_name": 3}},
		"the limits lag":        {[]Claim{sent("1", "Amina", ""), sent("2", "Otieno", ""), sent("3", "Wanjiru", ""), sent("4", "Baraka", ""), asked("1", "Amina", ""), asked("2", "Amina", ""), asked("3", "Otieno", ""), asked("4", "Wanjiru", "")}, map[string]int{spec.CreateLimit + " first_name": 3}},
		"one of another":        {[]Claim{sent("1", "Amina", ""), asked("1", "Amina", ""), sent("2", "Otieno", ""), asked("2", "Amina", ""), sent("3", "Wanjiru", ""), asked("3", "Wanjiru", "")}, nil},
		"escaped":               {[]Claim{sent("1", "N'Golo", ""), asked("1", "N&#39;Golo", "")}, map[string]int{spec.CreateLimit + " first_name": 1}},
		"percent signs":         {[]Claim{sent("1", "Zoë", ""), asked("1", "Zo%C3%AB", "")}, map[string]int{spec.CreateLimit + " first_name": 1}},
		"a question mark":       {[]Claim{sent("1", "Zo?", ""), asked("1", "Zoë", "")}, map[string]int{spec.SendOTP + " first_name": 1}},
		"a plus, no space":      {[]Claim{sent("1", "Ann Mary", ""), asked("1", "Ann+Mary", "")}, map[string]int{spec.CreateLimit + " first_name": 1}},
		"initials":              {[]Claim{sent("1", "Amina", ""), asked("1", "A.", ""), sent("2", "Otieno", ""), asked("2", "o", "")}, map[string]int{spec.CreateLimit + " first_name": 2}},
		"an initial once":       {[]Claim{sent("1", "Amina", ""), asked("1", "A.", ""), sent("2", "Otieno", ""), asked("2", "Otieno", "")}, nil},
		"initials on the ID":    {[]Claim{sent("1", "A", ""), asked("1", "Amina", ""), sent("2", "O", ""), asked("2", "Otieno", "")}, nil},
		"no letter":             {[]Claim{sent("1", "Amina", ""), asked("1", "-", ""), sent("2", "Otieno", ""), asked("2", "-", "")}, map[string]int{spec.CreateLimit + " first_name": 2}},
		"no letter, by length":  {[]Claim{sent("1", "?????", ""), asked("1", "Amina", ""), sent("2", "??????", ""), asked("2", "Otieno", "")}, map[string]int{spec.SendOTP + " first_name": 2}},
		"no letter in both":     {[]Claim{sent("1", "-", ""), asked("1", ".", ""), sent("2", "-", ""), asked("2", "-", "")}, nil},
		"no letter for some":    {[]Claim{sent("1", "Amina", ""), asked("1", "-", ""), sent("2", "Otieno", ""), asked("2", "-", ""), sent("3", "Wanjiru", ""), asked("3", "Wanjiru", "")}, nil},
		"a verify says nothing": {[]Claim{sent("1", "Amina", ""), {Endpoint: spec.VerifyOTP, ID: "1", First: "Asha"}}, nil},
	} {
		failed := make(map[string]int)
		k := NewCustomers(func(string, string) {})
		for _, claim := range c.claims {
			k.See(claim, nil)
			k.Describe(claim, readable, func(member string) func(Difference) {
				return func(Difference) { failed[claim.Endpoint+" "+member]++ }
			})
		}
		k.End()
		if c.failed == nil {
			c.failed = map[string]int{}
		}
		require.Equal(t, c.failed, failed, name)
	}
}

// TestDatesUpToTheTwelfthDay holds that a limit with the day first is found only if the OTP requests
// show their order, and all limits with such a day contradict it, or if two limits of a customer do.
func TestDatesUpToTheTwelfthDay(t *testing.T) {
	late, lateDay := [2]string{"01/31/1990", "01/31/1990"}, [2]string{"31/01/1990", "01/31/1990"}
	for name, c := range map[string]struct {
		dates  [][2]string // of the OTP and of the limit
		failed int
	}{
		"all swapped":          {[][2]string{late, late, {"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}, {"07/06/1990", "06/07/1990"}}, 3},
		"one is right":         {[][2]string{late, late, {"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}, {"07/06/1990", "06/07/1990"}, {"07/08/1990", "07/08/1990"}}, 0},
		"no order is shown":    {[][2]string{{"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}, {"07/06/1990", "06/07/1990"}}, 0},
		"both orders":          {[][2]string{late, late, lateDay, {"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}, {"07/06/1990", "06/07/1990"}}, 0},
		"the OTPs day first":   {[][2]string{lateDay, lateDay, {"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}, {"07/06/1990", "06/07/1990"}}, 0},
		"both with day first":  {[][2]string{lateDay, lateDay, {"03/05/1990", "03/05/1990"}, {"04/06/1990", "04/06/1990"}, {"07/06/1990", "07/06/1990"}}, 3},
		"both with month":      {[][2]string{late, late, {"03/05/1990", "03/05/1990"}, {"04/06/1990", "04/06/1990"}, {"07/06/1990", "07/06/1990"}}, 0},
		"one date of the test": {[][2]string{late, late, {"03/05/1990", "05/03/1990"}, {"03/05/1990", "05/03/1990"}, {"03/05/1990", "05/03/1990"}}, 0},
		"two customers":        {[][2]string{late, late, {"03/05/1990", "05/03/1990"}, {"04/06/1990", "06/04/1990"}}, 0},
	} {
		failed, k := 0, NewCustomers(func(string, string) {})
		say := func(id, endpoint, birth string) {
			k.Describe(Claim{Endpoint: endpoint, ID: id, Birth: birth}, readable, func(string) func(Difference) {
				return func(how Difference) {
					require.Equal(t, []any{Turned, spec.CreateLimit}, []any{how, endpoint})
					failed++
				}
			})
		}
		for n, of := range c.dates {
			say(fmt.Sprint(n), spec.SendOTP, of[0])
			say(fmt.Sprint(n), spec.CreateLimit, of[1])
		}
		k.End()
		require.Equal(t, c.failed, failed, name)
	}
	for again, want := range map[string]int{"05/03/1990": 2, "03/05/1990": 0, "03/06/1990": 0} {
		failed, k := 0, NewCustomers(func(string, string) {})
		for _, id := range []string{"1", "2"} {
			for _, date := range []string{"03/05/1990", again} {
				k.Describe(Claim{Endpoint: spec.CreateLimit, ID: id, Birth: date}, readable, func(string) func(Difference) { return func(Difference) { failed++ } })
			}
		}
		k.End()
		require.Equal(t, want, failed, again)
	}
}

// TestEmailsOfOthers holds that one address for several customers, or the addresses of other customers,
// fail only if all limits have them.
func TestEmailsOfOthers(t *testing.T) {
	failures := func(emails ...string) int {
		failed := 0
		var c Contacts
		for n, email := range emails {
			c.See(Contact{ID: fmt.Sprint(n), First: []string{"Amina", "Otieno", "Wanjiru", "Baraka", "Chebet"}[n], Phone: fmt.Sprint(n), Email: email}, func(string) { failed++ })
		}
		c.End(func(string) []string { return nil })
		return failed
	}
	require.Equal(t, 4, failures(slices.Repeat([]string{"amina@x.example"}, 5)...), "that of the first customer")
	require.Zero(t, failures(slices.Repeat([]string{"shop@x.example"}, 5)...), "that of a desk or of a tester")
	require.Zero(t, failures(slices.Repeat([]string{"amina@x.example"}, 4)...), "one of the tests")
	require.Equal(t, 4, failures("otieno@x.example", "amina@x.example", "otieno@x.example", "wanjiru@x.example"))
	require.Zero(t, failures("otieno@x.example", "amina@x.example", "wanjiru@x.example"), "one has an own address")
	require.Zero(t, failures("otieno@x.example", "otieno@x.example", "otieno2@x.example"), "a family")
	require.Zero(t, failures("a@x.example", "b@x.example", "c@x.example"))
}
