// Package purchases implements the sentences about orders and their items.
package purchases
