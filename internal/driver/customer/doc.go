// Package customer manages the test customers of a run: their limits, their OTPs, the people
// that a config lists, and which customers may be lent to a check. It makes no calls.
package customer
