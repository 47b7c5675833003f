// Package refused gives the sentences their meaning that are about calls which the target
// refuses, or must not serve: ids that nobody has, bodies that cannot be read, orders that
// cannot be served, and the valid calls that follow them.
package refused
