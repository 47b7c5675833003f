package dryrun

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

func TestALookupTellsWhoHasALimit(t *testing.T) {
	for body, want := range map[string][2]bool{
		`{"success":true,"data":{"redirectUrl":null,"creditLimitInfo":{},"baseInfo":{}}}`:                  {true, true},
		`{"success":true,"data":{"redirectUrl":"https://sign.up","creditLimitInfo":null,"baseInfo":null}}`: {false, true},
		`{"success":true,"data":{"redirectUrl":null,"creditLimitInfo":null}}`:                              {false, false},
		`{"success":false,"data":null}`: {false, false},
		`[]`:                            {false, false},
	} {
		has, clear := hasLimit(&recording.Response{Body: []byte(body)})
		require.Equal(t, want, [2]bool{has, clear}, body)
	}
	_, clear := hasLimit(nil)
	require.False(t, clear)
}

// target answers lookups: people whose id number ends in 0 have a limit.
func target(asked *atomic.Int64, tells bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		body, _ := io.ReadAll(r.Body)
		switch {
		case !tells:
			w.WriteHeader(http.StatusForbidden)
		case strings.Contains(string(body), `0"}`):
			_, _ = io.WriteString(w, `{"success":true,"data":{"creditLimitInfo":{}}}`)
		default:
			_, _ = io.WriteString(w, `{"success":true,"data":{"redirectUrl":"https://sign.up"}}`)
		}
	})
}

func TestStockIsTakenOfTheTarget(t *testing.T) {
	testsize.SkipIfShort(t)
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	whole, err := ledger.Plan([]string{"otp"}, nil)
	require.NoError(t, err)
	first, err := ledger.Plan([]string{"otp"}, []string{"OTP-02"})
	require.NoError(t, err)
	form, err := identity.Invented{Country: "KE"}.Local()
	require.NoError(t, err)
	for tells, requests := range map[bool]int64{true: 20, false: maxUnclear} {
		var asked atomic.Int64
		stock, err := CountIdentities(context.Background(), first, whole, certify.Options{
			BaseURL: "http://target.example", Transport: inprocess.Transport(target(&asked, tells)), Token: client.StaticToken("t"),
			Identities: &identity.Identities{New: identity.List(form, 1, 20)},
		})
		require.NoError(t, err)
		require.Equal(t, tells, stock.Known)
		require.Equal(t, map[bool]int{true: 2}[tells], stock.Used)
		require.Equal(t, 20, stock.New)
		require.Positive(t, stock.DoctorTakes)
		require.Equal(t, requests, asked.Load(), "rehearsals ask nobody")
	}
}

func TestAStockSaysWhatIsMissing(t *testing.T) {
	s := IdentityCount{Existing: 1, New: 10, Used: 2, Known: true, DoctorTakes: 3, RunTakes: 9, Untested: 4}
	require.Equal(t, "1 existing and 10 new people are listed. 2 of the new ones have a limit already. This check takes 3 new ones, which leaves 5; a run takes up to 9. With those left, 4 requirements would be untested: list up to 4 more, or reset the target", s.String())
}
