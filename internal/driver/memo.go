package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/memo"
)

// Who may hold what while it waits. A run never stands still because each of
// these waits only for what stands below it, and for the end of the context:
//
//  1. a memo: what is prepared once and shared (shared). Its maker may need
//     other memos, a turn, and calls. A memo that would need itself, by way of
//     whatever other memos, is an error and no wait.
//  2. a turn (turn): one customer's OTP and the purchase that it is for, or one
//     prepared call while it is prepared. Who has it may need memos and calls;
//     none of those memos needs the same turn.
//  3. a call (client.Do): it waits for the rate, for a slot, and between two
//     attempts, and holds nothing of the client meanwhile.
//  4. a slot (in the client): it is held for one attempt, which waits for nothing
//     but the token, the signature and the target, each within the timeout.
//
// Calls that are to arrive at once (client.DoTogether) take all their slots in one
// go, when everything that they need is prepared, and make one attempt each.
// What an answer means (whose fault a refusal is) is asked after the call has
// ended, when nothing is held, and of a few calls of an endpoint only. No
// sync.Mutex of this package is held while a call is made.

// Shared returns what make gives, made once per name and run.
func Shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	return memo.Do(ctx, &r.memos, name, make)
}
