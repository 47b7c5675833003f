// Package scenario is one check of the server's side while it runs: the customers and
// calls that its sentences speak of, the answers to judge, and what was found. The
// sentences of all topics build on it.
package scenario
