// Package inprocess serves the requests of a client with a handler in the same process and
// without a socket. The answers are like those of a server on the network.
package inprocess
