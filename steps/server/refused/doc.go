// Package refused implements the sentences about calls that the target refuses or must not serve:
// unknown ids, bodies that cannot be read, orders that cannot be served, and the valid calls that
// follow them. It also has those about valid calls that a target may refuse for their headers.
package refused
