package cli_test

import (
	"crypto/x509"
	"net"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// inScript is a script as what an authority needs.
type inScript struct{ ts *testscript.TestScript }

func (s inScript) Errorf(format string, values ...any) { s.ts.Fatalf(format, values...) }
func (s inScript) FailNow()                            { s.ts.Fatalf("it fails") }
func (s inScript) Helper()                             {}
func (s inScript) Cleanup(f func())                    { s.ts.Defer(f) }
func (s inScript) TempDir() string                     { return s.ts.MkAbs(".") }

// startSecure serves the reference over TLS in one of these ways, puts its address
// into the environment and ca.pem, store.pem and store.key beside the script:
// `secure good`, `secure expired`, `secure early`, `secure elsewhere`, `secure mutual`.
func startSecure(ts *testscript.TestScript, _ bool, args []string) {
	t := inScript{ts}
	a := newAuthority(t)
	a.issue(t, "store", nil)
	a.issueAs(t, "target", func(c *x509.Certificate) {
		switch args[0] {
		case "expired":
			c.NotAfter = time.Now().Add(-time.Minute)
		case "early":
			c.NotBefore = time.Now().Add(time.Hour / 2)
		case "elsewhere":
			c.IPAddresses, c.DNSNames = []net.IP{net.IPv4(192, 0, 2, 1)}, []string{"other.example"}
		case "good", "mutual":
		default:
			ts.Fatalf("there is no way %q", args[0])
		}
	})
	address, _ := a.serve(t, "target", args[0] == "mutual")
	ts.Setenv("URL", address)
}
