package customer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/identity"
)

func person(name, kind string, hasLimit bool) identity.Person {
	return identity.Person{FirstName: name, LastName: "Obi", IDNumber: "12345678", Phone: "254700000000", Kind: kind, HasLimit: hasLimit}
}

func TestWithoutAListThereIsNoRoster(t *testing.T) {
	var none *customer.Roster
	require.Nil(t, customer.NewRoster(nil))
	require.Empty(t, none.All())
}

func TestTheRosterKnowsWhoIsListed(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{
		New:      []identity.Person{person("1", "", false)},
		Existing: []identity.Person{person("2", "", true), person("3", "", false)},
	})
	require.True(t, roster.ListsNew())
	require.Len(t, roster.All(), 3)
	require.Len(t, roster.WithoutALimit, 1)
	require.Equal(t, "3", roster.WithoutALimit[0].Who.FirstName)
	known := roster.WithLimit(anyCustomer)
	require.Len(t, known, 1)
	require.True(t, known[0].Existing)
	require.Equal(t, customer.Employed, known[0].Kind, "who says nothing is employed")
	require.False(t, customer.NewRoster(&identity.Identities{Invent: true}).ListsNew())
}

func anyCustomer(*customer.Customer) bool { return true }

func TestSomebodyListedForTheKindIsNewFirst(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{New: []identity.Person{
		person("any", "", false), person("government", string(customer.Government), false),
	}})
	for _, want := range []string{"government", "any"} {
		c, err := roster.Spare(customer.Government)
		require.NoError(t, err)
		require.Equal(t, want, c.Who.FirstName)
	}
	_, err := roster.Spare(customer.Government)
	require.ErrorContains(t, err, "all of them are used")
	require.ErrorContains(t, err, "identities.new")
}

func TestWhoWasRefusedIsStillNew(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{New: []identity.Person{person("1", "", false)}})
	c, err := roster.NextNew(customer.Employed)
	require.NoError(t, err)
	c.Details = map[string]any{"gender": "female"}
	roster.PutBack(c)
	again, err := roster.NextNew(customer.SelfEmployed)
	require.NoError(t, err)
	require.Same(t, c, again)
	require.Empty(t, again.Details, "what the last check said of them is forgotten")
}

func TestWhoOnlyGetsOTPsServesLast(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{New: []identity.Person{person("1", "", false), person("2", "", false)}})
	only, err := roster.NextNew(customer.Employed)
	require.NoError(t, err)
	roster.OtpOnly = only
	other, err := roster.NextNew(customer.Employed)
	require.NoError(t, err)
	require.NotSame(t, only, other)
	last, err := roster.NextNew(customer.Employed)
	require.NoError(t, err)
	require.Same(t, only, last)
	require.Nil(t, roster.OtpOnly)
}

func TestThreeWhoAreNotNewSayTheSameOfAll(t *testing.T) {
	var listed identity.Identities
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		listed.New = append(listed.New, person(name, "", false))
	}
	roster := customer.NewRoster(&listed)
	for range 3 {
		c, err := roster.Spare(customer.Employed)
		require.NoError(t, err)
		roster.IsNoLongerNew(c)
	}
	_, err := roster.Spare(customer.Employed)
	require.ErrorContains(t, err, "existing limit for 3 of them")
	require.Len(t, roster.WithLimit(anyCustomer), 3)
}

func TestABorrowedCustomerIsNotLentTwice(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{Existing: []identity.Person{
		person("1", "", true), person("2", "", true), person("3", string(customer.Government), true),
	}})
	first := roster.Borrow(customer.Employed, nil)
	second := roster.Borrow(customer.Employed, nil)
	require.NotSame(t, first, second)
	require.Nil(t, roster.Borrow(customer.Employed, nil))
	require.Nil(t, roster.Borrow(customer.Government, roster.WithLimit(anyCustomer)), "who is to be somebody else is not lent")
	idle := roster.WithLimit(anyCustomer)
	require.Equal(t, customer.Government, idle[0].Kind, "who is not at work comes first")
	roster.Release(first)
	require.Same(t, first, roster.Borrow(customer.Employed, nil))
}

func TestWhoHasHadTheLeastIsLentFirst(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{Existing: []identity.Person{person("1", "", true), person("2", "", true)}})
	tired := roster.WithLimit(anyCustomer)[0]
	tired.WrongOTPs = 1
	require.NotSame(t, tired, roster.Borrow(customer.Employed, nil))
}

func TestACustomerIsListedOnce(t *testing.T) {
	roster := customer.NewRoster(&identity.Identities{})
	c := new(customer.Customer)
	roster.AddWithLimit(c)
	roster.AddWithLimit(c)
	require.Len(t, roster.WithLimit(anyCustomer), 1)
	roster.MarkBusy(c)
	require.Nil(t, roster.Borrow("", nil))
}
