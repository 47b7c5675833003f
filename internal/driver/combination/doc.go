// Package combination lists the combinations of documented values that requests must contain,
// chooses the rows that cover them, and finds the combinations in a request. It sends nothing.
package combination
