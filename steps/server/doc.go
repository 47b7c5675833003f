// Package server implements every sentence of features/server.
//
// vocabulary.go lists the sentences. Their meanings are grouped by topic, here and in the packages
// customers and purchases. Each topic is a small type around a Scenario, which is one check while
// it runs (package scenario). internal/driver makes the calls.
//
// A Given makes the fewest calls that it needs and judges nothing. A failure there is a Break,
// which is reported by the requirement that owns it. A When makes one call, or gathers the answers
// of the run. A Then judges, and notes every fault before it returns.
package server
