package history

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// answering is a call about an item that was answered with some data.
func answering(endpoint, data string, i *Item) *Call {
	body := `{"data":` + data + `}`
	return &Call{Items: []*Item{i}, Answer: call.Answer{
		Endpoint: endpoint, Exchange: &recording.Exchange{Response: &recording.Response{Status: 200, Body: []byte(body)}},
		Content: call.Content{Body: gjson.Parse(body), Data: gjson.Parse(data), IsJSON: true},
	}}
}

// TestAnUpdateDoesNotTakeAnItemFromItsOrder holds that an order which gave an item its id
// is not said to lack it because a later update does not name it.
func TestAnUpdateDoesNotTakeAnItemFromItsOrder(t *testing.T) {
	i := &Item{Details: map[string]any{"item_code": "a"}}
	order := answering(spec.CreatePurchases, `[{"id":"0b3568b2-79e6-4ce2-b9fe-a306fb65d479","item_code":"a"}]`, i)
	order.KeepCreated()
	require.NoError(t, order.Known(i))
	update := answering(spec.UpdatePurchases, `[{"item_code":"a"}]`, i)
	update.KeepUpdated()
	require.NoError(t, order.Known(i))
	require.True(t, i.missingInUpdate)
	answering(spec.UpdatePurchases, `[{"id":"0b3568b2-79e6-4ce2-b9fe-a306fb65d479"}]`, i).KeepUpdated()
	require.False(t, i.missingInUpdate)
}
