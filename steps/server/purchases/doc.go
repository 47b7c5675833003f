// Package purchases gives the sentences about orders and their items their meaning, the
// walk through the states of items among them.
package purchases
