// Package cause groups the failures of a run by cause: failures that one change to the build
// would fix have one cause. It looks at the place of a failure (endpoint, member, exchange), at
// the kind of the deviation, and at the requirement that owns what the others depend on. It never
// compares how similar two texts are.
//
// All of it is a pure function of a judged run.
package cause
