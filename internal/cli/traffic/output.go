package traffic

import (
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/redact"
)

// secretWords lists words in names of environment variables that hold secrets, such as DB_PASSWORD
// and STRIPE_API_KEY. The name PWD alone is the working directory.
var secretWords = []string{
	"TOKEN", "TOKENS", "PASSWORD", "PASSWD", "PASSPHRASE", "PASS", "PWD", "SECRET", "SECRETS", "KEY", "KEYS", "APIKEY",
	"CREDENTIAL", "CREDENTIALS", "DSN", "COOKIE", "PAT",
}

// shortestSecret is the shortest value of the environment that is cut. A shorter value may be
// "true" or "dev", and to cut it would remove normal words from the output.
const shortestSecret = 6 // octets

// secretsIn returns the secrets in an environment. It finds them by the names of the variables. If
// a value is an address with a password, such as DATABASE_URL, the whole value and the password
// are secrets.
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

// lastOutput is how much of a command's output the report shows, and keptOutput is how much assay
// keeps in memory. It keeps more, so that it finds a secret that the cut to lastOutput would
// split.
const lastOutput, keptOutput = 2000, 16 << 10 // octets

// excerptOf returns the last part of a command's output, without the secrets of its environment.
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

// syncWriter is a writer that two goroutines may use at the same time.
type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *syncWriter) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// tail is a writer that keeps the last octets, at most the number in most.
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
