package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// nigerian is a service that takes only what looks local.
func nigerian(service http.Handler) http.Handler {
	id, phone := regexp.MustCompile(`^[0-9]{11}$`), regexp.MustCompile(`^\+?234[0-9]{10}$`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var said struct {
			ID    string `json:"id_number"`
			Phone string `json:"phone_number"`
		}
		_ = json.Unmarshal(body, &said) // what is no object has neither, and passes
		if (said.ID != "" && !id.MatchString(said.ID)) || (said.Phone != "" && !phone.MatchString(said.Phone)) {
			http.Error(w, "not a Nigerian", http.StatusUnprocessableEntity)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		service.ServeHTTP(w, r)
	})
}

// TestALocalFormIsConformant holds that a build which takes local identities
// alone can be certified by people of that form.
func TestALocalFormIsConformant(t *testing.T) {
	testsize.SkipIfShort(t)
	r, err := newRunner(1)
	require.NoError(t, err)
	plan := r.planFor("", "")
	for _, c := range []struct {
		form identity.Invented
		want bool
	}{
		{identity.Invented{}, false},
		{identity.Invented{IDNumber: "###########", Phone: "+23480########", Country: "NG"}, true},
	} {
		e, err := certify.Server(context.Background(), plan, certify.Options{
			BaseURL: "http://build.local", Transport: inprocess.Transport(nigerian(reference.New(reference.Options{Seed: 1}))),
			Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
			Schemas: r.set, Seed: 1, Mark: mark, Concurrency: 1, Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true, Invented: c.form,
		})
		require.NoError(t, err)
		require.Equal(t, c.want, e.Run.Verdict == result.Conformant, "%v", complaints(e.Run))
	}
}
