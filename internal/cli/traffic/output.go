package traffic

import (
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/redact"
)

// secretWords are words of names of environment variables that hold secrets:
// DB_PASSWORD, STRIPE_API_KEY. PWD alone is the working directory.
var secretWords = []string{
	"TOKEN", "TOKENS", "PASSWORD", "PASSWD", "PASSPHRASE", "PASS", "PWD", "SECRET", "SECRETS", "KEY", "KEYS", "APIKEY",
	"CREDENTIAL", "CREDENTIALS", "DSN", "COOKIE", "PAT",
}

// shortestSecret is how long a value of the environment must be to be cut: what
// is shorter is "true" or "dev", and would take words out of the output.
const shortestSecret = 6 // octets

// secretsIn returns the secrets among variables of an environment, by their
// names; of an address that holds a password, DATABASE_URL say, the whole of it
// and the password.
func secretsIn(environment []string) []string {
	var all []string
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if isSecretName(name) {
			all = append(all, value)
		}
		if address, err := url.Parse(value); err == nil && address.Host != "" && address.User != nil {
			password, _ := address.User.Password()
			all = append(all, value, password)
		}
	}
	return slices.DeleteFunc(all, func(value string) bool { return len(value) < shortestSecret })
}

func isSecretName(name string) bool {
	name = strings.ToUpper(name)
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	return name != "PWD" && slices.ContainsFunc(words, func(word string) bool { return slices.Contains(secretWords, word) })
}

// lastOutput is how much of a command's output stands in the report, and
// keptOutput how much is kept of it, so that no secret lies across the cut.
const lastOutput, keptOutput = 2000, 16 << 10 // octets

// excerptOf is the last of what a command has written, without the secrets of its
// environment.
func excerptOf(output string, environment []string) string {
	r := redact.New(redact.Options{Secrets: secretsIn(environment)})
	shown := strings.ToValidUTF8(r.Text(output), "\uFFFD")
	if len(shown) > lastOutput {
		shown = strings.ToValidUTF8(shown[len(shown)-lastOutput:], "")
	}
	if shown = strings.TrimSpace(shown); shown == "" {
		return "none"
	}
	return shown
}

// together lets two writers write in turn.
type together struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *together) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// tail keeps the last octets that were written.
type tail struct {
	most int
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if len(t.kept) > t.most {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-t.most:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.kept) }
