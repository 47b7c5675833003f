package memo_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/memo"
)

// Under synctest a wait that never ends fails the test: every goroutine is then
// blocked for good.

func TestAPreparationIsMadeOnceForAllWhoNeedIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, made, got := new(memo.Set), 0, make(chan string, 5)
		for range 5 {
			go func() {
				v, err := memo.Do(t.Context(), r, "a purchase", func(context.Context) (string, error) {
					time.Sleep(time.Second)
					made++
					return "bought", nil
				})
				if err == nil {
					got <- v
				}
			}()
		}
		for range 5 {
			require.Equal(t, "bought", <-got)
		}
		require.Equal(t, 1, made)
	})
}

func TestWhoWaitsForAPreparationLeavesWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, release := new(memo.Set), make(chan struct{})
		go func() {
			_, _ = memo.Do(t.Context(), r, "slow", func(context.Context) (int, error) { <-release; return 1, nil })
		}()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := memo.Do(ctx, r, "slow", func(context.Context) (int, error) { return 2, nil })
		require.ErrorContains(t, err, "the run ended")
		close(release)
		v, err := memo.Do(t.Context(), r, "slow", func(context.Context) (int, error) { return 3, nil })
		require.NoError(t, err)
		require.Equal(t, 1, v)
	})
}

func TestAPreparationThatNeedsItselfIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := new(memo.Set)
		var a, b func(context.Context) (int, error)
		a = func(ctx context.Context) (int, error) { return memo.Do(ctx, r, "b", b) }
		b = func(ctx context.Context) (int, error) { return memo.Do(ctx, r, "a", a) }
		_, err := memo.Do(t.Context(), r, "a", a)
		require.ErrorContains(t, err, "needs itself")
	})
}

// Two preparations, each made by another goroutine, may need each other.
func TestPreparationsThatNeedEachOtherAreAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, errs := new(memo.Set), make(chan error, 2)
		needs := func(mine, other string) {
			_, err := memo.Do(t.Context(), r, mine, func(ctx context.Context) (int, error) {
				time.Sleep(time.Second) // until both are being made
				return memo.Do(ctx, r, other, func(context.Context) (int, error) { return 0, nil })
			})
			errs <- err
		}
		go needs("a", "b")
		go needs("b", "a")
		require.ErrorContains(t, errors.Join(<-errs, <-errs), "needs itself")
	})
}

func TestAPreparationThatPanicsLetsOthersGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := new(memo.Set)
		go func() {
			defer func() { _ = recover() }()
			_, _ = memo.Do(t.Context(), r, "bad", func(context.Context) (int, error) { panic("oh") })
		}()
		synctest.Wait()
		_, err := memo.Do(t.Context(), r, "bad", func(context.Context) (int, error) { return 1, nil })
		require.ErrorContains(t, err, "panicked")
	})
}
