package history

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// Clock is the resolution of the target's clock. If the timestamps are whole seconds, the
// run waits longer before an update, so that updated_at can change.
type Clock struct{ fine atomic.Bool }

const (
	fineTick   = 2 * time.Millisecond
	coarseTick = 1100 * time.Millisecond
)

// Wait waits until the target's clock has moved on from the updated_at of the items.
func (g *Clock) Wait(ctx context.Context, items []*Item) error {
	pause := coarseTick
	for _, i := range items {
		stamp := gjson.Get(i.Record.Raw, "updated_at").String()
		if g.fine.Load() || (stamp != "" && !strings.HasSuffix(strings.TrimRight(stamp, "Z"), ".000")) {
			pause = fineTick
			g.fine.Store(true)
		}
	}
	left := fineTick
	for _, i := range items { // subtract the time that has passed since the call that set updated_at
		if i.Record.By == nil {
			left = pause
			break
		}
		left = max(left, pause-time.Since(i.Record.By.Started.Add(i.Record.By.Duration)))
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return judgement.Errored("the run ended before the update: %v", context.Cause(ctx))
	}
}
