// Package scenario implements one check of the server's side while it runs. It contains the check's
// customers and calls, the answers to judge, and the findings. The sentences of all topics use it.
package scenario
