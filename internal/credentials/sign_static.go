package credentials

import (
	"context"
	"errors"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
)

// Static returns the signer that sends the same Sign always. An empty nonce or
// timestamp leaves the fresh one in its place (section 5, rule 2).
func Static(sign, nonce, timestamp string, o Options) (client.Signer, error) {
	if sign == "" {
		return nil, errors.New("static signing: sign is missing")
	}
	o.withDefaults().Learn(sign)
	h := http.Header{"Sign": {sign}}
	if nonce != "" {
		h["Noncestr"] = []string{nonce}
	}
	if timestamp != "" {
		h["Timestamp"] = []string{timestamp}
	}
	return staticSigner{h}, nil
}

type staticSigner struct{ header http.Header }

func (s staticSigner) Sign(context.Context, client.SignInput) (http.Header, error) {
	return s.header.Clone(), nil
}
