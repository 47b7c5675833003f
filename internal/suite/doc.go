// Package suite reads the ledger from the features, plans and runs the checks with godog,
// and judges their results. No other package runs godog.
package suite
