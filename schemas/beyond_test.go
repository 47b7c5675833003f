package schemas

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMembersBeyondTheSchemas(t *testing.T) {
	set, err := Compile(nil)
	require.NoError(t, err)
	const envelope = `"request_id":"r","apiVersion":"2.0","status":200`
	names := []string{"api-version", "status-member", "request-id", "send-otp-data"}
	for body, beyond := range map[string]bool{
		`{` + envelope + `,"data":"sent"}`:                                     false,
		`{` + envelope + `,"data":{"message":"sent","otp":"123456"}}`:          false,
		`{` + envelope + `,"data":{"message":"sent","otp":"123456","more":1}}`: true,
		`{` + envelope + `,"more":null,"data":"sent"}`:                         true,
		`[]`:       false,
		`not JSON`: false,
	} {
		document, _ := set.Parse([]byte(body))
		require.Equal(t, beyond, document.Beyond(names...), body)
	}
}
