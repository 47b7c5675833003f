// Package identity makes up the people that the suite pretends to be, in the form
// that a target takes, and the names, texts and amounts that an example asks to be
// drawn from the seed. Whom the target's owner has listed, it takes from the list.
package identity
