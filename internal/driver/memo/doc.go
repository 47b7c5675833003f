// Package memo prepares values once that several goroutines need, and lets goroutines take
// turns.
//
// It also states the rule that prevents deadlocks: what a goroutine may hold while it waits.
// Each of these four waits only for those below it, and for the end of the context:
//
//  1. a memo (Do): a value that is prepared once and shared. Its maker may need other memos,
//     a turn, and calls. A memo that needs itself, directly or through other memos, is an
//     error and does not wait.
//  2. a turn (Turn): one customer's OTP and the purchase that needs it, or one prepared call
//     while it is prepared. The holder may need memos and calls; none of those memos needs
//     the same turn.
//  3. a call (internal/client, Do and then FollowUp): it waits for the rate limit, for a
//     slot, and between two attempts, and holds nothing while it waits: no slot, and no lock.
//  4. a slot (internal/client): it is held for one attempt, which waits only for the token,
//     the signature and the target, each within the timeout.
package memo
