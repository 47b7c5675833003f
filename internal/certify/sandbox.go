package certify

import (
	"fmt"
	"sync"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// Sandbox prepares a sandbox for a partner build. A strict one refuses a request only if
// the requirements find it wrong, too: what the specification leaves open, such as how a
// phone number is written (section 2.4), the reference decides for itself alone.
func Sandbox(o sandbox.Options, settings schemas.Settings) (*sandbox.Sandbox, error) {
	if !o.Strict {
		return sandbox.New(o), nil
	}
	set, err := schemas.Compile(settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	read := partner.NewRun(partner.Config{
		Schemas: set, Closed: true, Token: o.Token, StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(),
		Published: published(sandbox.Customers()),
	})
	var mu sync.Mutex
	o.Accepts = func(x *recording.Exchange) bool {
		mu.Lock()
		defer mu.Unlock()
		q, ok := read.Add(x)
		return ok && !q.Flawed
	}
	return sandbox.New(o), nil
}
