// Package customers implements the sentences about customers, their OTPs, their credit limits and
// the lookup.
package customers
