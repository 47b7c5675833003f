//go:build !race

package cli_test

// raced says that races are looked for, which takes memory of its own.
const raced = false
