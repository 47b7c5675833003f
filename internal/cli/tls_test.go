package cli_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
)

// authority is a private certificate authority, whose files lie in a folder:
// ca.pem, and for everybody it vouches for NAME.pem and NAME.key.
type authority struct {
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// holder is what an authority needs of a test, or of a script.
type holder interface {
	require.TestingT
	Helper()
	TempDir() string
	Cleanup(func())
}

func newAuthority(t holder) *authority {
	t.Helper()
	a := &authority{dir: t.TempDir()}
	a.cert, a.key = a.issue(t, "ca", nil)
	return a
}

// issue writes a certificate: of the authority itself, or of whom it vouches for.
func (a *authority) issue(t holder, name string, until *time.Time) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	return a.issueAs(t, name, func(form *x509.Certificate) {
		if until != nil {
			form.NotAfter = *until
		}
	})
}

// issueAs writes a certificate whose form is changed before it is signed.
func (a *authority) issueAs(t holder, name string, change func(*x509.Certificate)) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true, IsCA: a.cert == nil,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	change(form)
	parent, signer := form, key
	if a.cert != nil {
		parent, signer = a.cert, a.key
	}
	der, err := x509.CreateCertificate(rand.Reader, form, parent, &key.PublicKey, signer)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	a.write(t, name+".pem", "CERTIFICATE", der)
	a.write(t, name+".key", "EC PRIVATE KEY", secret)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return cert, key
}

func (a *authority) write(t holder, name, kind string, der []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(a.file(name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}

func (a *authority) file(name string) string { return filepath.Join(a.dir, name) }

// serve serves the reference over TLS, with HTTP/2, to those alone who show a
// certificate of the authority where that is wanted.
func (a *authority) serve(t holder, name string, mutual bool) (address string, protocols *sync.Map) {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(a.file(name+".pem"), a.file(name+".key"))
	require.NoError(t, err)
	seen := new(sync.Map)
	service := reference.New(reference.Options{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.Proto, true)
		service.ServeHTTP(w, r)
	}))
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: pool}
	if mutual {
		server.TLS.ClientAuth = tls.RequireAndVerifyClientCert
	}
	server.EnableHTTP2 = true
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL, seen
}

// assayIn runs a command in a folder of its own, with a config.
func assayIn(t *testing.T, config string, args ...string) (code int, out string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "assay.yaml"), []byte(config), 0o600))
	t.Chdir(dir)
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	var text bytes.Buffer
	code = cli.Run(context.Background(), args, strings.NewReader(""), &text, &text)
	return code, text.String()
}

func TestTLS(t *testing.T) {
	a, other := newAuthority(t), newAuthority(t)
	a.issue(t, "target", nil)
	a.issue(t, "store", nil)
	past := time.Now().Add(-time.Minute)
	a.issue(t, "stale", &past)
	plain, protocols := a.serve(t, "target", false)
	mutual, _ := a.serve(t, "target", true)
	stale, _ := a.serve(t, "stale", false)
	dead := httptest.NewServer(nil)
	dead.Close()
	for name, tt := range map[string]struct {
		address, tls string
		code         int // of doctor
		says         string
	}{
		"a private authority":              {plain, "ca_file: " + a.file("ca.pem"), 0, "signing"},
		"an authority that nobody told of": {plain, "", 2, "tls.ca_file"},
		"another authority":                {plain, "ca_file: " + other.file("ca.pem"), 2, "tls.ca_file"},
		"a certificate that has run out":   {stale, "ca_file: " + a.file("ca.pem"), 2, "expired"},
		"nobody is verified, as was said":  {plain, "insecure_skip_verify: true", 0, "not verified"},
		"a client's certificate":           {mutual, fmt.Sprintf("{ca_file: %s, cert_file: %s, key_file: %s}", a.file("ca.pem"), a.file("store.pem"), a.file("store.key")), 0, "signing"},
		"a client without one":             {mutual, "ca_file: " + a.file("ca.pem"), 2, "tls.cert_file"},
		"a client of another authority":    {mutual, fmt.Sprintf("{ca_file: %s, cert_file: %s, key_file: %s}", a.file("ca.pem"), other.file("ca.pem"), other.file("ca.key")), 2, "tls.cert_file"},
		"plain HTTP on a secure port":      {"http" + strings.TrimPrefix(plain, "https"), "", 2, "with https"},
		"nobody there":                     {dead.URL, "", 2, "cannot be reached"},
		"TLS where none is spoken":         {"https" + strings.TrimPrefix(httptestPlain(t), "http"), "", 2, "scheme"},
	} {
		t.Run(name, func(t *testing.T) {
			config := "target: {base_url: " + tt.address + "}\nstore_key: SAMPLE-STORE\n"
			if tt.tls != "" && !strings.HasPrefix(tt.tls, "{") {
				tt.tls = "{" + tt.tls + "}"
			}
			if tt.tls != "" {
				config += "tls: " + tt.tls + "\n"
			}
			code, out := assayIn(t, config, "doctor", "--timeout", "3s")
			require.Equal(t, tt.code, code, out)
			require.Contains(t, out, tt.says)
			require.NotContains(t, out, reference.DefaultToken)
		})
	}
	_, spoken := protocols.Load("HTTP/2.0")
	require.True(t, spoken, "HTTP/2 is spoken where it is offered")

	code, out := assayIn(t, "target: {base_url: "+plain+"}\ntls: {insecure_skip_verify: true}\n", "server", "--only", "OTP-*", "--format", "json")
	require.Equal(t, 0, code, out)
	require.Contains(t, out, "assay did not verify the TLS certificate", "the report says so")
}

// TestAProxyOfTheEnvironment runs the program as a process: the environment is
// read once in each.
func TestAProxyOfTheEnvironment(t *testing.T) {
	service := reference.New(reference.Options{})
	var asked sync.Map
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.Host, true)
		service.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	run := exec.Command("assay", "server", "--base-url", "http://service.invalid", "--generate-identities", "--only", "OTP-*")
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), "ASSAY_TOKEN="+reference.DefaultToken, "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL)
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	_, reached := asked.Load("service.invalid")
	require.True(t, reached)
}

func httptestPlain(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(reference.New(reference.Options{}))
	t.Cleanup(server.Close)
	return server.URL
}
