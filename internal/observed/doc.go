// Package observed keeps what a run has seen of its target beside the answers: what
// became of the calls of each endpoint, what was answered only at a later attempt, and
// how large the values are that the target takes.
package observed
