// Package server gives every sentence of features/server its meaning.
//
// vocabulary.go lists the sentences. What they mean stands by topic, here and in the
// packages customers and purchases: each topic is a small type over a Scenario, which
// is one check while it runs (package scenario). The calls are made by internal/driver.
//
// A Given takes from the target the least that it needs and judges nothing:
// what breaks there is a Break, owed to the requirement that owns what broke.
// A When makes one call, or gathers the answers of the run. A Then judges, and
// notes everything it finds wrong before it returns.
package server
