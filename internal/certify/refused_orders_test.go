package certify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	catalogue "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
)

// TestARefusedValueFailsItsOwnRule holds that only the rule about a documented value fails if a target refuses it.
// Orders of several items, and of an item with other documented values, contain it too.
func TestARefusedValueFailsItsOwnRule(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"create-purchases-refuses-preferred-option-pick-up", "create-purchases-refuses-delivery-option-agent-delivery"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			faulty, known := catalogue.Find(id)
			require.True(t, known)
			e := certifyLightly(context.Background(), t, whole(t), inProcess(faults.Together(reference.Options{}, nil, faulty)))
			require.Equal(t, []string{"PUR-12"}, failed(e.Run))
		})
	}
}
