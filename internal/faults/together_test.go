package faults

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A fault that writes a number in another way, and changes nothing else, does not
// show.
func TestBodiesThatDifferInNotationOnly(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":270000.00}`, `{"a":270000}`, true},
		{`{"a":4.5e4,"b":[1.50]}`, `{"a":45000,"b":[1.5]}`, true},
		{`{"a":4.5e4}`, `{"a":45001}`, false},
		{`{"a":"1.0"}`, `{"a":"1"}`, false},
		{`{"a":"\\\"1.0"}`, `{"a":"\\\"1"}`, false},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1e999999999}`, `{"a":1}`, false},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false},
		{`cut`, `cut`, true},
	} {
		require.Equal(t, c.same, sameBody([]byte(c.a), []byte(c.b)), "%s, %s", c.a, c.b)
	}
}
