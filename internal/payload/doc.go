// Package payload writes the bodies of requests: valid by construction, in any of
// the readings that the specification documents. It sends nothing.
package payload
