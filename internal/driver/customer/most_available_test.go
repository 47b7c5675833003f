package customer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/customer"
)

// TestTheMostAvailableBoundsWhatIsAskedFor holds that nobody is sought for more than people
// of their kind may spend, and for nothing more where they may spend nothing.
func TestTheMostAvailableBoundsWhatIsAskedFor(t *testing.T) {
	var most customer.MostAvailable
	require.EqualValues(t, 1000, most.Bound(customer.Employed, 1000), "nobody was seen yet")
	most.Keep(customer.Employed, 700)
	most.Keep(customer.Employed, 300)
	require.EqualValues(t, 1000, most.Bound(customer.Employed, 1000), "one may have been given little by chance")
	require.True(t, most.AtMost(customer.Employed, 700))
	require.False(t, most.AtMost(customer.Employed, 300))
	most.Tried(customer.Employed)
	require.EqualValues(t, 350, most.Bound(customer.Employed, 1000))
	require.False(t, most.IsNothing(customer.Employed))

	most.Keep(customer.SelfEmployed, 0)
	require.False(t, most.IsNothing(customer.SelfEmployed), "one alone says nothing of the others")
	most.Tried(customer.SelfEmployed)
	require.True(t, most.IsNothing(customer.SelfEmployed))
	require.False(t, most.AtMost(customer.SelfEmployed, 0))
}
