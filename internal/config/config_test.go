package config_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

func TestLoadReadsEverySetting(t *testing.T) {
	c, err := config.Load(filepath.Join("testdata", "full.yaml"))
	require.NoError(t, err)
	require.Equal(t, &config.Config{
		File:   filepath.Join("testdata", "full.yaml"),
		Dir:    "testdata",
		Target: config.Target{BaseURL: "https://sandbox.example/credit/", Build: "payments 3.4.1", UserAgent: "store/2.1"},
		Auth: config.Auth{Token: &config.Token{OAuth2: &config.OAuth2{
			TokenURL: "https://login.example/token?grant_type=client_credentials", ClientID: "my-store",
			ClientSecret: config.Secret{File: filepath.Join("testdata", "secrets", "client")},
			Scopes:       []string{"credit", "otp"}, Style: config.StyleGet, Member: "data.access_token",
		}}},
		Lookup: config.Lookup{BaseURL: "http://127.0.0.1:9000", Signing: &config.Signing{Recipe: &config.Recipe{
			Name: "hmac-sha256", Secret: config.Secret{Command: []string{"./secret", "--sign"}},
		}}},
		StoreKey: "MY-STORE",
		OTP:      &config.OTP{Command: []string{"./read-otp"}},
		Identities: config.Identities{
			Existing: []config.Identity{
				{IDNumber: "00123", PhoneNumber: "+254700000001", Kind: config.KindEmployed},
				{
					FirstName: "Amina", LastName: "Hassan", IDNumber: "12345678", PhoneNumber: "254700000003", Email: "amina@example.com",
					DateOfBirth: time.Date(1980, 12, 24, 0, 0, 0, 0, time.UTC), CountryCode: "KEN", Kind: config.KindSelfEmployed, HasLimit: true,
				},
			},
			New: []config.Identity{{
				FirstName: "Wanjiru", LastName: "Kamau", IDNumber: "12345679", PhoneNumber: "254700000002", Email: "wanjiru@example.com",
				DateOfBirth: time.Date(1990, 1, 31, 0, 0, 0, 0, time.UTC), CountryCode: "KE", Kind: config.KindGovernment,
			}},
		},
		Tolerances: schemas.Settings{"order-id": "string", "otp-path": "any"},
		Scope:      []string{"lookup", "otp"},
		Deviations: filepath.Join("testdata", "gate", "deviations.yaml"),
		Limits: config.Limits{
			Concurrency: 8, Timeout: 90 * time.Second, Deadline: 10 * time.Minute,
			Rate: config.Rate{Count: 20, Per: time.Second}, MaxBody: 4 << 20, Strength: 2,
		},
		TLS: config.TLS{
			CAFile: filepath.Join("testdata", "ca.pem"), CertFile: filepath.Join("testdata", "client.pem"), KeyFile: "/keys/client.key",
		},
		FullEvidence: true,
		Lab:          config.Lab{Name: "Lab", Address: "1 Street", Contact: "lab@example.com", Host: "h", Vantage: "outside", AuthorisedBy: "Jane Doe, head"},
		Customer:     config.Customer{Name: "Credit", Address: "2 Street", Contact: "c@example.com"},
		Item: config.Item{
			Name: "payments", Version: "3.4.1", Digest: "sha256:00", Environment: "staging", Condition: "as deployed",
			Received: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Provided: "a token",
		},
	}, c)
	_, err = schemas.Compile(c.Tolerances)
	require.NoError(t, err, "what Parse takes, the schemas take")
}

func TestWhatIsLeftOutIsNotSet(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "{}", "target:\nauth:\notp:\nlookup:\n  signing:\nidentities:\ntolerances:\nlimits:\ntls:\n"} {
		c, err := config.Parse("assay.yaml", []byte(text))
		require.NoError(t, err, text)
		c.Tolerances = nil // an empty set, or none
		require.Equal(t, &config.Config{File: "assay.yaml", Dir: "."}, c, text)
	}
}

func TestAliasesStandForWhatTheyName(t *testing.T) {
	c, err := config.Parse("assay.yaml", []byte("target: {base_url: &u https://h}\nlookup: {base_url: *u}\nauth: {token: &t {env: T}}\nscope: &s [otp]\n"))
	require.NoError(t, err)
	require.Equal(t, "https://h", c.Lookup.BaseURL)
}

func TestRatePerSecond(t *testing.T) {
	require.Zero(t, config.Rate{}.PerSecond())
	require.InDelta(t, 2.0, config.Rate{Count: 120, Per: time.Minute}.PerSecond(), 1e-9)
}

func TestLoadSaysWhyAFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	_, err := config.Load(filepath.Join(dir, "none.yaml"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "none.yaml")
	require.ErrorContains(t, err, "assay init")
	_, err = config.Load(dir)
	require.ErrorContains(t, err, "--config")
	large := filepath.Join(dir, "large.yaml")
	require.NoError(t, os.WriteFile(large, []byte("#"+strings.Repeat("x", 1<<20)), 0o600))
	_, err = config.Load(large)
	require.ErrorContains(t, err, "bytes")
}

// The words of a config are those of the packages that it may not import.
func TestScopesAreThoseOfTheLedger(t *testing.T) {
	require.Equal(t, spec.Capabilities(), spec.Capabilities())
}

// All problems are told at once, in the order of their lines.
func TestEveryProblemIsTold(t *testing.T) {
	_, err := config.Parse("dir/assay.yaml", []byte("limits:\n  rate: fast\n  timout: 3s\nscope: []\nstore_key: 17\nlookup:\n  signing:\n    static:\n      noncestr: 5\n"))
	var all *config.Error
	require.ErrorAs(t, err, &all)
	require.Equal(t, "dir/assay.yaml", all.File)
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, 6)
	require.Equal(t, "dir/assay.yaml:2: limits.rate: \"fast\" is not a rate; write it as 20/s, 100/m or 1000/h", lines[0])
	require.Equal(t, "dir/assay.yaml:3: limits.timout: this key is unknown; did you mean timeout? it is one of concurrency, deadline, max_body, rate, strength, timeout", lines[1])
	require.Equal(t, "dir/assay.yaml:4: scope: the list is empty; remove the key", lines[2])
	require.Equal(t, "dir/assay.yaml:5: store_key: it must be text, and YAML reads it as a number: put it in quotes", lines[3])
	require.Equal(t, "dir/assay.yaml:8: lookup.signing.static.sign: it is missing", lines[4], "found after the next, and told before it")
	require.True(t, slices.IsSortedFunc(all.Problems, func(a, b config.Problem) int { return a.Line - b.Line }))
}
