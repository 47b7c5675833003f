package credentials

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// counted is a keeper whose secrets are numbered, and what its obtain does.
type counted struct {
	*keeper
	asked atomic.Int64
	life  time.Duration
	err   error
	hold  chan struct{} // obtain waits for it, unless nil
	ended atomic.Int64  // attempts that were called off
}

// newCounted belongs into a synctest bubble: its clock is the bubble's.
func newCounted() *counted {
	c := &counted{}
	c.keeper = newKeeper(Options{}.withDefaults(), func(ctx context.Context) (grant, error) {
		n := c.asked.Add(1)
		if c.hold != nil {
			select {
			case <-c.hold:
			case <-ctx.Done():
				c.ended.Add(1)
				return grant{}, context.Cause(ctx)
			}
		}
		return grant{secret: fmt.Sprintf("token-%d", n), life: c.life}, c.err
	})
	return c
}

func (c *counted) gives(t *testing.T, want string) {
	t.Helper()
	got, err := c.get(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAllThatAskShareOneAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.hold = make(chan struct{})
		got := make(chan string, 50)
		for range cap(got) {
			go func() {
				s, _ := c.get(t.Context())
				got <- s
			}()
		}
		synctest.Wait()
		require.EqualValues(t, 1, c.asked.Load())
		close(c.hold)
		for range cap(got) {
			require.Equal(t, "token-1", <-got)
		}
		require.EqualValues(t, 1, c.asked.Load())
	})
}

// A secret is got anew half a minute before its end, a short-lived one a tenth
// of its life before, and one without an end never.
func TestSecretsAreGotAnewBeforeTheyExpire(t *testing.T) {
	for life, good := range map[time.Duration]time.Duration{
		time.Hour: time.Hour - 30*time.Second, 20 * time.Second: 18 * time.Second, 0: 1000 * time.Hour,
	} {
		synctest.Test(t, func(t *testing.T) {
			c := newCounted()
			c.life = life
			c.gives(t, "token-1")
			time.Sleep(good - time.Nanosecond)
			c.gives(t, "token-1")
			time.Sleep(time.Nanosecond)
			if life > 0 {
				c.gives(t, "token-2")
			} else {
				c.gives(t, "token-1")
			}
		})
	}
}

// Life is reckoned from when the secret was asked for: a slow answer has used
// some of it up.
func TestLifeBeginsWithTheQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.life, c.hold = 20*time.Second, make(chan struct{})
		time.AfterFunc(10*time.Second, func() { close(c.hold) })
		c.gives(t, "token-1")
		time.Sleep(8 * time.Second)
		c.gives(t, "token-2")
	})
}

func TestASecretServesUntilItsEndWhereNoOtherCanBeHad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.life = time.Hour
		c.gives(t, "token-1")
		c.err = errors.New("down")
		time.Sleep(time.Hour - 20*time.Second)
		c.gives(t, "token-1")
		c.gives(t, "token-1")
		require.EqualValues(t, 2, c.asked.Load(), "the failure is not repeated for every request")
		time.Sleep(20 * time.Second)
		_, err := c.get(t.Context())
		require.ErrorContains(t, err, "down")
	})
}

func TestAFailureStandsForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.err = errors.New("wrong secret")
		for range 10 {
			_, err := c.get(t.Context())
			require.ErrorContains(t, err, "wrong secret")
		}
		require.EqualValues(t, 1, c.asked.Load())
		time.Sleep(afterFailure)
		c.err = nil
		c.gives(t, "token-2")
	})
}

func TestARefusedSecretIsReplacedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		require.False(t, c.invalidate(""), "nothing was given yet")
		c.gives(t, "token-1")
		require.False(t, c.invalidate("bad"), "the bad token of a negative check")
		c.gives(t, "token-1")

		require.True(t, c.invalidate("token-1"))
		require.True(t, c.invalidate("token-1"), "others that were refused with it")
		c.gives(t, "token-2")
		require.True(t, c.invalidate("token-1"), "a late one: it was replaced")
		c.gives(t, "token-2")

		require.False(t, c.invalidate("token-2"), "the new one is refused too: asking on is no use")
		c.gives(t, "token-2")
		time.Sleep(afterRefusal)
		require.True(t, c.invalidate("token-2"), "much later it may have been revoked")
		c.gives(t, "token-3")
	})
}

func TestARefusedSecretIsNotGivenWhenNoOtherCanBeHad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.gives(t, "token-1")
		require.True(t, c.invalidate("token-1"))
		c.err = errors.New("down")
		_, err := c.get(t.Context())
		require.ErrorContains(t, err, "down")
	})
}

// Who leaves takes nobody along; with the last one the attempt ends.
func TestWhoLeavesTakesNobodyAlong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.hold = make(chan struct{})
		reason := errors.New("the run ended")
		first, leave := context.WithCancelCause(t.Context())
		left := make(chan error, 1)
		go func() { _, err := c.get(first); left <- err }()
		synctest.Wait()
		stays := make(chan string, 1)
		go func() { s, _ := c.get(t.Context()); stays <- s }()
		synctest.Wait()
		leave(reason)
		require.ErrorIs(t, <-left, reason)
		require.Zero(t, c.ended.Load())
		close(c.hold)
		require.Equal(t, "token-1", <-stays)
	})
}

func TestAnAttemptThatNobodyWaitsForEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.hold = make(chan struct{})
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		_, err := c.get(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		synctest.Wait()
		require.EqualValues(t, 1, c.ended.Load())
		close(c.hold)
		c.gives(t, "token-2")
	})
}

func TestAnAttemptHasATimeOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounted()
		c.hold = make(chan struct{})
		_, err := c.get(t.Context())
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "30s")
	})
}
