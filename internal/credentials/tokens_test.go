package credentials_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/credentials"
)

var _ client.TokenSource = (*credentials.Tokens)(nil)

// learnt collects what a source reports as secret.
type learnt struct {
	mu  sync.Mutex
	all []string
}

func (l *learnt) learn(secret string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, secret)
}

func (l *learnt) has(secret string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Contains(l.all, secret)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// sh is a command that leaves its work to a shell, for tests only.
func sh(script string) []string { return []string{"sh", "-c", script} }

func environment(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := values[name]; return v, ok }
}

func TestTokensOfEveryPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, "\ufefffrom-file \r\n")
	for want, place := range map[string]credentials.Place{
		"from-env": {Env: "T"}, "from-file": {File: file}, "from-command": {Command: sh("echo ' from-command'")},
	} {
		l := &learnt{}
		tokens, err := credentials.NewTokens(place, credentials.Options{Learn: l.learn, LookupEnv: environment(map[string]string{"T": "from-env"})})
		require.NoError(t, err)
		got, err := tokens.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.True(t, l.has(want), want)
	}
}

func TestAPlaceIsOne(t *testing.T) {
	for _, place := range []credentials.Place{{}, {Env: "A", File: "b"}, {Env: "A", File: "b", Command: []string{"c"}}} {
		_, err := credentials.NewTokens(place, credentials.Options{})
		require.ErrorContains(t, err, "exactly one of env, file and command")
	}
}

// A file is read and a command run again after a refusal; what the environment
// says stays.
func TestARefusedTokenIsLookedForAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, "first")
	for name, place := range map[string]credentials.Place{"file": {File: file}, "command": {Command: []string{"cat", file}}} {
		write(t, file, "first")
		tokens, err := credentials.NewTokens(place, credentials.Options{})
		require.NoError(t, err)
		got, err := tokens.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, "first", got, name)
		write(t, file, "second")
		got, err = tokens.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, "first", got, name)
		require.True(t, tokens.Invalidate("first"), name)
		got, err = tokens.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, "second", got, name)
	}
	tokens, err := credentials.NewTokens(credentials.Place{Env: "T"}, credentials.Options{LookupEnv: environment(map[string]string{"T": "x"})})
	require.NoError(t, err)
	_, err = tokens.Token(t.Context())
	require.NoError(t, err)
	require.False(t, tokens.Invalidate("x"))
}

const canary = "canary-8f1d2c"

// Whatever goes wrong, the error says where and what to do, and never what the
// secret is.
func TestErrorsOfPlacesHoldNoSecret(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		write(t, path, text)
		return path
	}
	for name, test := range map[string]struct {
		place credentials.Place
		wants string
	}{
		"no variable":        {credentials.Place{Env: "NONE"}, "environment variable NONE: it is not set"},
		"an empty variable":  {credentials.Place{Env: "EMPTY"}, "the value is empty"},
		"a scheme word":      {credentials.Place{Env: "BEARER"}, "without Bearer"},
		"no file":            {credentials.Place{File: filepath.Join(dir, "none")}, "none: no such file or directory; check the path"},
		"a folder":           {credentials.Place{File: dir}, "is a directory"},
		"an empty file":      {credentials.Place{File: file("empty", "\n")}, "the value is empty"},
		"two lines":          {credentials.Place{File: file("two", canary+"\n"+canary)}, "several lines"},
		"a large file":       {credentials.Place{File: file("large", strings.Repeat(canary, 10000))}, "larger than 65536 bytes"},
		"a control":          {credentials.Place{File: file("control", canary+"\x01")}, "printable ASCII"},
		"no program":         {credentials.Place{Command: []string{filepath.Join(dir, "none")}}, "no such file or directory"},
		"no such name":       {credentials.Place{Command: []string{"assay-has-no-such-program"}}, "not found"},
		"an empty name":      {credentials.Place{Command: []string{""}}, "no program is named"},
		"a failing program":  {credentials.Place{Command: sh("echo " + canary + "; echo who are you, " + canary + "? >&2; exit 3")}, "command sh: exit status 3; its output: who are you, …?"},
		"a silent failure":   {credentials.Place{Command: sh("exit 4")}, "command sh: exit status 4"},
		"a program in vain":  {credentials.Place{Command: sh("true")}, "the value is empty"},
		"a talkative one":    {credentials.Place{Command: sh("echo token: " + canary)}, "printable ASCII"},
		"an endless program": {credentials.Place{Command: sh("while :; do echo " + canary + canary + canary + canary + "; done")}, "more than 262144 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			tokens, err := credentials.NewTokens(test.place, credentials.Options{
				LookupEnv: environment(map[string]string{"EMPTY": "", "BEARER": "Bearer " + canary}),
			})
			require.NoError(t, err)
			got, err := tokens.Token(t.Context())
			require.ErrorContains(t, err, test.wants)
			require.NotContains(t, err.Error(), canary)
			require.Empty(t, got)
		})
	}
}

func TestTheEndOfAComplaintIsShown(t *testing.T) {
	script := `i=0; while [ $i -lt 900 ]; do printf 'much\t' >&2; i=$((i+1)); done; printf '\033[31mthe reason\n' >&2; exit 1`
	tokens, err := credentials.NewTokens(credentials.Place{Command: sh(script)}, credentials.Options{})
	require.NoError(t, err)
	_, err = tokens.Token(t.Context())
	require.ErrorContains(t, err, "the reason")
	require.Less(t, len(err.Error()), 500)
	require.NotContains(t, err.Error(), "\033")
}

func TestNoShellIsInvolved(t *testing.T) {
	tokens, err := credentials.NewTokens(credentials.Place{Command: []string{"echo", "$HOME;*"}}, credentials.Options{})
	require.NoError(t, err)
	got, err := tokens.Token(t.Context())
	require.NoError(t, err)
	require.Equal(t, "$HOME;*", got)
}

func TestCommandsRunInTheFolderOfTheConfig(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Symlink("/bin/cat", filepath.Join(dir, "read-token")))
	write(t, filepath.Join(dir, "token"), "here")
	tokens, err := credentials.NewTokens(credentials.Place{Command: []string{"./read-token", "token"}}, credentials.Options{Dir: dir})
	require.NoError(t, err)
	got, err := tokens.Token(t.Context())
	require.NoError(t, err)
	require.Equal(t, "here", got)
}

// A program that hangs ends with whoever waits for it, also where a child of
// its own holds the pipes: that one lives until the test has ended.
func TestAHangingProgramIsStopped(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "alive"), "")
	for _, script := range []string{"exec sleep 600", "(while [ -e alive ]; do sleep 0.1; done) & wait"} {
		tokens, err := credentials.NewTokens(credentials.Place{Command: sh(script)}, credentials.Options{Dir: dir, Timeout: 20 * time.Millisecond})
		require.NoError(t, err)
		_, err = tokens.Token(t.Context())
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "command sh: stopped")
	}
}
