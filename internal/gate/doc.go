// Package gate decides whether a run may go on in a pipeline although it does
// not conform: it reads deviations.yaml, the failures and gaps that a team has
// accepted for now, and holds a judged run against them.
//
// A deviation changes no outcome and no verdict. What failed has failed; it is
// only known, owned and bounded in time. A deviation that has nothing to accept
// any more, or whose day has passed, stops the gate by itself: a list of
// excuses that nobody clears up would in time excuse everything.
package gate
