// Package repeats holds how often requests must show a difference before it is a fault. Several
// comparisons of requests share this number.
package repeats

// LeastButFirst is how many later requests must be wrong if the first one is right. A program that
// keeps what it should forget is right once.
const LeastButFirst = 4
