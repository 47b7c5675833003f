// Package purchases implements the sentences about orders and their items, including the walk
// through the states of items.
package purchases
