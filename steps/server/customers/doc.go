// Package customers gives the sentences about customers, their OTPs, their credit
// limits and the lookup their meaning.
package customers
