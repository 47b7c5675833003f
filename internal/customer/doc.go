// Package customer is who a run pretends to be: a customer with what is known of
// their limit and their OTPs, the people that a config lists, and those who wait to
// be lent again. It makes no calls.
package customer
