// Package steps gives every sentence of the features its meaning.
//
// A Given takes from the target the least that it needs and judges nothing:
// what breaks there is a Break, owed to the requirement that owns what broke.
// A When makes one call, or gathers the answers of the run. A Then judges, and
// notes everything it finds wrong before it returns.
package steps
