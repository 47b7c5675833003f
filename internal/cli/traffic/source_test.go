package traffic

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
)

// TestTheStoreKeyOfARecording holds that requests to a real service are held against the
// store key that is given, if one is.
func TestTheStoreKeyOfARecording(t *testing.T) {
	for name, c := range map[string]struct{ flag, environment, key string }{
		"none":            {"", "", ""},
		"a flag":          {"SHOP-1", "", "SHOP-1"},
		"the environment": {"", "SHOP-2", "SHOP-2"},
		"both":            {"SHOP-1", "SHOP-2", "SHOP-1"},
	} {
		t.Setenv("ASSAY_STORE_KEY", c.environment)
		s, o := Source{HAR: []string{"store.har"}, StoreKey: c.flag}, certify.PartnerOptions{}
		require.NoError(t, s.Get(context.Background(), strings.NewReader(""), io.Discard, nil, &o))
		require.Equal(t, c.key, o.StoreKey, name)
	}
}

func TestTheStoreKeyOfTheSandboxIsItsOwn(t *testing.T) {
	for _, c := range []struct {
		source Source
		fits   bool
	}{
		{Source{HAR: []string{"store.har"}, StoreKey: "K", ResponseForms: plainForms}, true},
		{Source{Listen: "127.0.0.1:0", Upstream: "https://h.example", StoreKey: "K", ResponseForms: plainForms}, true},
		{Source{Listen: "127.0.0.1:0", StoreKey: "K", ResponseForms: plainForms}, false},
		{Source{Shell: "true", StoreKey: "K", ResponseForms: plainForms}, false},
	} {
		err := c.source.Check(nil, -1)
		require.Equal(t, c.fits, err == nil, "%+v: %v", c.source, err)
		if !c.fits {
			require.ErrorContains(t, err, "--store-key needs")
		}
	}
}
