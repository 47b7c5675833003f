// Package faults plants deviations in the reference: one broken build of the
// service for each fault, and one legal but unusual build for each variant. The
// suite is proved by them: it must find every fault, by the requirement that
// the fault breaks, and must find no fault in any variant.
//
// The tables of members and values in here are written from the specification,
// not from the schemas: a mistake in a schema must not be able to hide itself.
//
// # How it is built
//
// A server answers one call. A plant turns a server into another one that
// deviates; it is called anew for every build, so that what it remembers
// belongs to that build alone. A fault is a plant with a name, the requirement
// that it breaks, and why; a variant is a plant, or a choice among the options
// of the reference, with the reason why it is legal.
package faults
