package call_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/call"
)

// TestTheVariantOfAnOrder holds that an order with several details has one variant, whatever the order
// in which a map gives them.
func TestTheVariantOfAnOrder(t *testing.T) {
	coded := map[string]any{"item_brand": "Mbuni Works", "item_description": "four burners", "delivery_option": "agent_delivery", "item_type": "cooker"}
	for range 50 {
		_, variant := call.OrderVariant(1, coded)
		require.Equal(t, call.ItemTypeCase, variant)
	}
	for want, details := range map[string]map[string]any{
		call.DeliveryCase: {"item_brand": "Mbuni Works", "preferred_option": "delivery"},
		call.TextCase:     {"item_brand": "Mbuni Works"},
		call.SeveralItems: nil,
	} {
		_, variant := call.OrderVariant(2, details)
		require.Equal(t, want, variant)
	}
	kind, variant := call.OrderVariant(1, nil)
	require.Equal(t, call.Plain, kind)
	require.Empty(t, variant)
}
