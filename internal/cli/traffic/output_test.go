package traffic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSecretsOfAnEnvironment(t *testing.T) {
	for variable, want := range map[string][]string{
		"DB_PASSWORD=hush-hush": {"hush-hush"}, "api-key=0123456789": {"0123456789"}, "MYSQL_PWD=hush-hush": {"hush-hush"},
		"PWD=/home/ann/shop": nil, "KEYBOARD=qwerty-de": nil, "MONKEY=bananas": nil, "TOKEN=short": nil, "SECRET=": nil, "PLAIN": nil,
		"DATABASE_URL=postgres://shop:hush-hush@db/shop": {"postgres://shop:hush-hush@db/shop", "hush-hush"},
		"REDIS=redis://:hush-hush@cache:6379":            {"redis://:hush-hush@cache:6379", "hush-hush"},
		"HOMEPAGE=https://shop.example/":                 nil,
	} {
		require.ElementsMatch(t, want, secretsIn([]string{variable}), variable)
	}
}

func TestTheLastOutputIsCutBehindItsSecrets(t *testing.T) {
	environment := []string{"APP_SECRET=0123456789abcdefghij"}
	shown := excerptOf("0123456789abcdefghij "+strings.Repeat("é", lastOutput/2-5), environment)
	require.LessOrEqual(t, len(shown), lastOutput)
	require.NotContains(t, shown, "fghij")
	require.Equal(t, "none", excerptOf(" \n", environment))
}
