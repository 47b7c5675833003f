package customer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/customer"
)

// TestTheLowestBoundOfOrdersCounts holds that a check takes another buyer where the lower one of
// two bounds is reached.
func TestTheLowestBoundOfOrdersCounts(t *testing.T) {
	var o customer.OrdersBound
	buyer := &customer.Customer{}
	o.Served(buyer)
	o.Served(buyer)
	require.EqualValues(t, 2, o.Most())
	require.True(t, o.HasRoom(buyer), "no bound is known")

	o.SetByOTPs(0)
	require.Zero(t, o.Lowest(), "a customer who has ordered nothing shows no bound")
	o.SetByOTPs(2)
	require.False(t, o.HasRoom(buyer))
	require.False(t, o.IsReachedBy(2), "more orders are possible with another OTP")

	require.True(t, o.Set(3))
	require.EqualValues(t, 2, o.Lowest())
	require.True(t, o.Set(1))
	require.False(t, o.Set(2), "a lower bound is known")
	require.EqualValues(t, 1, o.Lowest())
	require.True(t, o.IsReachedBy(1))
}
