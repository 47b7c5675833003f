// Package suite reads the ledger from the features, plans what to run, has
// godog run it, and judges by itself what came of it. It is the only place
// that knows how godog is run.
package suite
