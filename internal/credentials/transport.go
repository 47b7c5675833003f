package credentials

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
)

// Transport returns a transport that trusts the certificates that the config names, and sends the
// client's certificate.
func Transport(t config.TLS) (http.RoundTripper, error) {
	transport := client.NewTransport()
	settings := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: t.InsecureSkipVerify}
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("tls.ca_file: %w", err)
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("tls.ca_file: %s contains no PEM certificate", t.CAFile)
		}
		settings.RootCAs = pool
	}
	if t.CertFile != "" {
		pair, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("tls.cert_file and tls.key_file: %w", err)
		}
		settings.Certificates = []tls.Certificate{pair}
	}
	transport.TLSClientConfig = settings
	return transport, nil
}
