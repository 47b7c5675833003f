// Package inprocess serves the requests of a client by a handler in the same process,
// without a socket, as a server on the network would.
package inprocess
