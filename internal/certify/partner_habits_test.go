package certify_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestHabitsThatTheSpecificationLeavesFree holds that no order of calls is a
// fault that the specification does not forbid.
func TestHabitsThatTheSpecificationLeavesFree(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	one := samplepartner.Person{IDNumber: "41", Phone: "+254700111222"}
	other := samplepartner.Person{IDNumber: "42", Phone: "+254700111333"}
	published := sandbox.Customers()[0]
	cart := []samplepartner.Item{{Type: "tv", Brand: "B", Code: "C-1", Description: "d", Value: 10}, {Type: "tv", Brand: "B", Code: "C-2", Description: "d", Value: 10}}
	ctx := context.Background()
	for name, habit := range map[string]func(*samplepartner.Store){
		"the older of two OTPs": func(s *samplepartner.Store) {
			older, _ := s.SendOTP(ctx, one, false)
			_, _ = s.SendOTP(ctx, one, false)
			_, _ = s.VerifyOTP(ctx, one, older, "10")
		},
		"an OTP that the customer mistypes first": func(s *samplepartner.Store) {
			otp, _ := s.SendOTP(ctx, one, false)
			_, _ = s.VerifyOTP(ctx, one, otp[1:]+otp[:1], "10")
			_, _ = s.VerifyOTP(ctx, one, otp, "10")
		},
		"an OTP verified twice": func(s *samplepartner.Store) {
			otp, _ := s.SendOTP(ctx, one, false)
			_, _ = s.VerifyOTP(ctx, one, otp, "10")
			_, _ = s.VerifyOTP(ctx, one, otp, "10")
		},
		"two customers in turns": func(s *samplepartner.Store) {
			first, _ := s.SendOTP(ctx, one, false)
			second, _ := s.SendOTP(ctx, other, false)
			_, _ = s.VerifyOTP(ctx, other, second, "10")
			_, _ = s.VerifyOTP(ctx, one, first, "10")
		},
		"a purchase without an OTP, an item moved after its cancel": func(s *samplepartner.Store) {
			ids, _ := s.Buy(ctx, published, 1, cart)
			_ = s.Cancel(ctx, ids[0])
			_ = s.Cancel(ctx, ids[0])
			_ = s.GetItem(ctx, ids[0])
			_ = s.Collect(ctx, ids...)
		},
		"a retry of everything with the same body": func(s *samplepartner.Store) {
			s.EditRequest = func(q *samplepartner.Request) {
				again := *q
				again.Header = q.Header.Clone()
				if q.Endpoint == "customer-lookup" {
					again.Header.Set("Noncestr", again.Header.Get("Noncestr")+"-2")
				}
				q.After = append(q.After, &again)
			}
			_ = s.Run(ctx)
		},
		"the same order under another id, and another order under the same id": func(s *samplepartner.Store) {
			_, _ = s.Buy(ctx, published, 1, cart)
			_, _ = s.Buy(ctx, published, 2, cart)
			_, _ = s.Buy(ctx, published, 1, cart[:1])
		},
		"a family with one phone": func(s *samplepartner.Store) {
			shared := other
			shared.Phone = one.Phone
			for _, p := range []samplepartner.Person{one, shared} {
				otp, _ := s.SendOTP(ctx, p, false)
				_, _ = s.VerifyOTP(ctx, p, otp, "10")
			}
		},
		"phone numbers with and without their plus, in turns": func(s *samplepartner.Store) {
			s.EditRequest = func(q *samplepartner.Request) {
				if phone, ok := q.Body["phone_number"].(string); ok && q.Nth%2 == 0 {
					q.Body["phone_number"] = strings.TrimPrefix(phone, "+")
				}
			}
			_ = s.Run(ctx)
		},
		"phone numbers, addresses and countries that a service may refuse": func(s *samplepartner.Store) {
			for member, values := range map[string][]string{
				"phone_number": {"0711 000 001", "(0711) 000-001", "254711000001"},
				"email":        {`"amina hassan"@example.com`, "用户@例え.jp", "amina@[192.0.2.1]"},
				"country_code": {"XK", "XKX"},
			} {
				for _, value := range values {
					s.EditRequest = func(q *samplepartner.Request) {
						_, has := q.Body[member]
						if q.Endpoint == "create-limit" || has && member == "country_code" { // one country in all requests for a customer
							q.Body[member] = value
						}
					}
					_ = s.Run(ctx)
				}
			}
		},
		"upper-case ids in every place": func(s *samplepartner.Store) {
			s.EditRequest = func(q *samplepartner.Request) {
				if id, ok := q.Body["customer_id"].(string); ok {
					q.Body["customer_id"] = strings.ToUpper(id)
				}
				if at := strings.LastIndex(q.Path, "/"); len(q.Path)-at == 37 {
					q.Path = q.Path[:at] + strings.ToUpper(q.Path[at:])
				}
				if items, ok := q.Body["items"].([]any); ok && q.Endpoint == "update-purchases" {
					for _, item := range items {
						members := item.(map[string]any)
						members["id"] = strings.ToUpper(members["id"].(string))
					}
				}
			}
			_ = s.Run(ctx)
		},
		"an item cancelled twice, got and moved on afterwards": func(s *samplepartner.Store) {
			ids, _ := s.Buy(ctx, published, 1, cart)
			for range 2 {
				_ = s.Cancel(ctx, ids[0])
				_ = s.GetItem(ctx, ids[0])
				_ = s.Collect(ctx, ids[0])
			}
		},
		"a member known from a lookup": func(s *samplepartner.Store) {
			member, _, _ := s.LookUp(ctx, "mobile", "+254700000001")
			_, _, _ = s.LookUp(ctx, "memberId", member)
		},
	} {
		t.Run(name, func(t *testing.T) {
			log := &recording.Log{}
			habit(&samplepartner.Store{
				BaseURL: "http://s.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey, HTTP: inProcessClient(sandbox.New(sandbox.Options{Log: log})),
			})
			require.NotZero(t, log.Len())
			run := judge(t, closed(log))
			require.Empty(t, failedIn(run))
			require.Contains(t, []result.Verdict{result.Conformant, result.Partial}, run.Verdict, run.Reason)
		})
	}
}

// TestParallelTillsAreNoFault holds that calls of several customers may cross, on
// one connection or many: what was given before a call came is known by then.
func TestParallelTillsAreNoFault(t *testing.T) {
	t.Parallel()
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Log: log})
	require.NoError(t, dayAt(box, samplepartner.Store{}), "one till alone")
	var tills sync.WaitGroup
	for range 4 {
		tills.Go(func() {
			// The tills have the same customers, and a phone has one OTP: where another
			// till has had a newer one sent, the day of this one ends at verify.
			if err := dayAt(box, samplepartner.Store{}); err != nil && !strings.Contains(err.Error(), "verify-otp") {
				t.Error(err)
			}
		})
	}
	tills.Wait()
	run := judge(t, closed(log))
	require.Empty(t, failedIn(run))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
}

// TestARetryAfterARefusalIsNoFault holds that a call that the service failed to
// answer may be made once more, as it was.
func TestARetryAfterARefusalIsNoFault(t *testing.T) {
	t.Parallel()
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Log: log})
	store := samplepartner.Store{
		BaseURL: "http://s.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
		HTTP: inProcessClient(box),
	}
	require.NoError(t, store.Run(context.Background()))
	var shaken recording.Log
	for x := range log.Each() {
		for _, status := range []int{503, 0} { // refused, then not answered at all
			lost := *x
			lost.ID, lost.OTP, lost.Response = "", "", nil
			if status > 0 {
				lost.Response = &recording.Response{Status: status, Body: []byte("upstream busy")}
			}
			lost.Request.Header = x.Request.Header.Clone()
			if nonce := lost.Request.Header.Get("Noncestr"); nonce != "" {
				lost.Request.Header.Set("Noncestr", nonce+http.StatusText(status)+"x")
			}
			shaken.Add(&lost)
		}
		kept := *x
		kept.ID = ""
		shaken.Add(&kept)
	}
	run := judge(t, closed(&shaken))
	require.Empty(t, failedIn(run))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
}
