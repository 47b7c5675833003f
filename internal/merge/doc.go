// Package merge puts the parts of one run together, as if it had been run in
// one piece, or refuses to: parts that miss a planned check, overlap, or differ
// in what they asked, of whom, or how, are not parts of one run.
//
// The outcomes are judged anew from what the checks of all parts found, so that
// a requirement that failed in one part blocks what leans on it in another. One
// thing no merge can make up for: a check that compares the answers of a whole
// run has compared those of each part only.
package merge
