// Package traffic keeps what became of the calls of each endpoint: how many were served,
// which were left unanswered, and which were answered only at a later attempt.
package traffic
