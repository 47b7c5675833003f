// Package combination is the model of the request bodies whose documented values are
// sent together: which combinations there are, in which rows they are sent, and
// which of them a request holds. It sends nothing.
package combination
