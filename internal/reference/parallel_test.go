package reference_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

func TestParallelCallersShareAService(t *testing.T) {
	const callers, rounds = 16, 15 // within the limit of the shared customer
	s := serve(t, reference.Options{})
	shared := s.customer(0)
	bought := make([][]string, callers)
	var wait sync.WaitGroup
	for n := range callers {
		wait.Go(func() {
			s.verify(n + 1)
			own := s.customer(n + 1)
			for range rounds {
				one := s.do(http.MethodPost, purchasesPath, cart(shared, item()))
				two := s.do(http.MethodPost, purchasesPath, cart(own, item(), item()))
				ids := []string{one.str("data.0.id"), two.str("data.0.id"), two.str("data.1.id")}
				s.do(http.MethodPut, purchasesPath, updates(ids[0], "collected_by_agent", ids[1], "collected_by_agent"))
				s.do(http.MethodDelete, purchasesPath+"/"+ids[2], nil)
				s.do(http.MethodPost, lookupPath, query("memberId", own))
				bought[n] = append(bought[n], ids...)
			}
		})
	}
	wait.Wait()
	s.requireAllApart(bought)
	require.EqualValues(t, 300_000-callers*rounds*1000, s.available(shared), "no purchase was lost")
}

// requireAllApart wants every id but once, and a later updated_at for each: all were changed.
func (s server) requireAllApart(bought [][]string) {
	s.t.Helper()
	ids := map[string]bool{}
	for _, list := range bought {
		for _, id := range list {
			require.NotEmpty(s.t, id)
			require.False(s.t, ids[id], "id %s was given twice", id)
			ids[id] = true
			record := s.do(http.MethodGet, purchasesPath+"/"+id, nil)
			require.Greater(s.t, record.str("data.updated_at"), record.str("data.created_at"))
		}
	}
}

func TestOneNewPersonInManyCallsIsOneCustomer(t *testing.T) {
	s := serve(t, reference.Options{})
	ids := make([]string, 32)
	var wait sync.WaitGroup
	for n := range ids {
		wait.Go(func() { ids[n] = s.do(http.MethodPost, limitsPath, applicant(1)).str("data.credit_limit_details.id") })
	}
	wait.Wait()
	for _, id := range ids {
		require.Equal(t, ids[0], id)
		require.NotEmpty(t, id)
	}
}

func TestOneOTPInManyCallsPassesOnce(t *testing.T) {
	s := serve(t, reference.Options{})
	sent := s.do(http.MethodPost, sendPath, newcomer(1))
	body := members{
		"id_number": newcomer(1)["id_number"], "phone_number": newcomer(1)["phone_number"],
		"item_value": "1", "otp": sent.str("data.otp"),
	}
	statuses := make([]int, 32)
	var wait sync.WaitGroup
	for n := range statuses {
		wait.Go(func() { statuses[n] = s.do(http.MethodPost, verifyPath, body).status })
	}
	wait.Wait()
	passed := 0
	for _, status := range statuses {
		if status == http.StatusOK {
			passed++
		}
	}
	require.Equal(t, 1, passed)
}
