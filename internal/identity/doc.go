// Package identity invents the people of a run, in the form that a target accepts, and
// random names, texts and amounts that follow from the seed. If the config lists people, it
// takes them from the list.
package identity
