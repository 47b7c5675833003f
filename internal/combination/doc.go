// Package combination lists the combinations of documented values that requests are sent
// with, chooses the rows that cover them, and finds the combinations that a request holds.
// It sends nothing.
package combination
