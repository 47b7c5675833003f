// Package cause sorts the failures of a run by what would fix them: failures that
// one change to the build would fix are one cause. It goes by where a failure was
// found (endpoint, member, exchange), by the kind of the deviation and by which
// requirement owns what the others build on, never by how alike two texts are.
//
// All of it is a pure function of a judged run.
package cause
