// Package payload builds the bodies of requests. They are valid, and use any of the readings
// that the specification documents. It sends nothing.
package payload
