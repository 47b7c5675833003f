package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
)

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:8080":       true,
		"http://127.0.0.1":            true,
		"http://[::1]:8080/api":       true,
		"https://sandbox.example":     false,
		"http://10.0.0.1":             false,
		"http://localhost.example":    false,
		"http://127.0.0.1.example":    false,
		"http://user@sandbox.invalid": false,
		"":                            false,
		"http://%zz":                  false,
	} {
		require.Equal(t, want, client.Loopback(address), address)
	}
}
