// Package memo makes what several goroutines need once, for all of them, and gives out
// turns.
//
// It also holds the rule that keeps a run from waiting for itself: who may hold what
// while it waits. Each of these waits only for what is below it, and for the end of the
// context:
//
//  1. a memo (Do): what is prepared once and shared. Its maker may need other memos, a
//     turn, and calls. A memo that would need itself, also by way of other memos, is an
//     error and no wait.
//  2. a turn (Turn): one customer's OTP and the purchase that it is for, or one prepared
//     call while it is prepared. Who has it may need memos and calls; none of those memos
//     needs the same turn.
//  3. a call (internal/client, Do and then FollowUp): it waits for the rate, for a slot,
//     and between two attempts, and holds nothing meanwhile: no slot, and no lock.
//  4. a slot (internal/client): it is held for one attempt, which waits for nothing but
//     the token, the signature and the target, each within the timeout.
package memo
