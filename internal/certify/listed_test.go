package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// known are customers of the reference, as an operator lists them: an id number
// and a phone, and no more.
func known(customers ...reference.TestCustomer) []identity.Person {
	var all []identity.Person
	for _, c := range customers {
		all = append(all, identity.Person{IDNumber: c.IDNumber, Phone: c.PhoneNumber, HasLimit: c.HasLimit})
	}
	return all
}

// newcomers are people whom no reference knows.
func newcomers(count int) []identity.Person {
	var all []identity.Person
	for n := range count {
		all = append(all, identity.Person{
			FirstName: "Amina", LastName: "Otieno", IDNumber: fmt.Sprintf("7770%04d", n), Phone: fmt.Sprintf("+25476600%04d", n),
			Email: fmt.Sprintf("new%d@people.example", n), Birth: time.Date(1987, 10, 23, 0, 0, 0, 0, time.UTC), Country: "KEN",
		})
	}
	return all
}

// certifyListed certifies a service in part of the scope, for listed people.
func certifyListed(t *testing.T, service http.Handler, people identity.Identities, concurrency int, scope ...string) *certify.Evidence {
	t.Helper()
	o := inProcess(service)
	o.Identities, o.Concurrency = &people, concurrency
	e, err := certify.Server(context.Background(), planOf(t, scope...), o)
	require.NoError(t, err)
	for _, r := range e.Run.Requirements {
		if !r.Outcome.Good() {
			t.Logf("%s %s: %s", r.ID, r.Outcome, r.Reason)
		}
	}
	return e
}

// townspeople are five customers of a reference: one of each kind, another
// employed one, and one without a limit.
func townspeople() (all []reference.TestCustomer, listed []identity.Person) {
	for n, kind := range []string{"employed", "employed", "government", "self-employed", "employed"} {
		all = append(all, reference.TestCustomer{
			CustomerID: fmt.Sprintf("5f0c1c1e-0000-4000-8000-00000000010%d", n), IDNumber: fmt.Sprintf("8880000%d", n),
			PhoneNumber: fmt.Sprintf("+25471100000%d", n), Email: fmt.Sprintf("town%d@people.example", n),
			Passport: fmt.Sprintf("TP000%d", n), FirstName: "Njeri", LastName: "Wekesa", HasLimit: n < 4,
		})
		listed = append(listed, known(all[n])...)
		listed[n].Kind = kind
	}
	return all, listed
}

func TestListedCustomersServe(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all, listed := townspeople()
	tests := map[string]struct {
		people identity.Identities
		scope  []string
		open   map[string]string // what stays untested, and a part of the reason
	}{
		"customers of every kind buy":     {identity.Identities{Existing: listed[:4]}, []string{"purchases"}, nil},
		"customers of every kind look up": {identity.Identities{Existing: listed}, []string{"lookup"}, nil},
		"customers and somebody new prove their phones": {
			identity.Identities{Existing: listed, New: newcomers(1)}, []string{"otp"}, nil,
		},
		"two customers buy": {identity.Identities{Existing: listed[:2]}, []string{"purchases"}, map[string]string{
			"JRN-01": "one more customer (government) with a credit limit",
		}},
		"one customer buys": {identity.Identities{Existing: listed[:1]}, []string{"purchases"}, map[string]string{
			"JRN-01": "one more customer (government)",
			"GET-10": "one more customer (employed)", "STA-04": "one more customer (employed)", "STA-07": "one more customer (employed)",
			"PUR-21": "one more customer (employed)", "UPD-09": "one more customer (employed)", "STA-09": "one more customer (employed)",
		}},
		"nobody without a limit looks up": {identity.Identities{Existing: listed[:4]}, []string{"lookup"}, map[string]string{
			"LKP-06": "has_limit: false",
		}},
		"nobody new proves their phone": {identity.Identities{Existing: listed[:4]}, []string{"otp"}, map[string]string{
			"OTP-02": "no person under identities.new is left", "OTP-10": "no person under identities.new is left",
		}},
	}
	for name, tt := range tests {
		for _, concurrency := range testsize.First([]int{8, 1}, 1) {
			t.Run(fmt.Sprintf("%s, %d at a time", name, concurrency), func(t *testing.T) {
				t.Parallel()
				e := certifyListed(t, reference.New(reference.Options{Customers: all}), tt.people, concurrency, tt.scope...)
				requireOpen(t, e.Run, tt.open)
				require.Equal(t, 1, e.Run.Settings.Concurrency, "those who share customers do so one at a time")
				requireOnlyListed(t, e, tt.people)
			})
		}
	}
}

// requireOpen holds that everything was met but for what is said to be open.
func requireOpen(t *testing.T, run *result.Run, open map[string]string) {
	t.Helper()
	found := map[string]bool{}
	for _, r := range run.Requirements {
		if r.Outcome.Good() {
			continue
		}
		require.Equal(t, result.Untested, r.Outcome, "%s: %s", r.ID, r.Reason)
		require.Contains(t, open, r.ID, r.Reason)
		require.Contains(t, r.Reason, open[r.ID])
		found[r.ID] = true
	}
	require.Len(t, found, len(open), "all that should be open is")
	want := result.Conformant
	if len(open) > 0 {
		want = result.Inconclusive
	}
	require.Equal(t, want, run.Verdict)
}

// requireOnlyListed holds that no request names a phone of anybody else.
func requireOnlyListed(t *testing.T, e *certify.Evidence, people identity.Identities) {
	t.Helper()
	theirs := map[string]bool{"000000000000": true}
	for _, p := range append(people.New, people.Existing...) {
		theirs[strings.TrimPrefix(p.Phone, "+")] = true
	}
	for _, x := range e.Log.All() {
		if phone := gjson.GetBytes(x.Request.Body, "phone_number"); phone.Exists() {
			require.True(t, theirs[strings.TrimPrefix(phone.String(), "+")], "%s names %s", x.Check, phone)
		}
	}
}

// TestManyListedPeopleServeForEverything holds that the whole scope can be
// certified with listed people alone, and how many it takes.
func TestManyListedPeopleServeForEverything(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all, listed := townspeople()
	people := identity.Identities{Existing: listed, New: newcomers(150)}
	e := certifyListed(t, reference.New(reference.Options{Customers: all, RequireOTP: true}), people, 8)
	requireOpen(t, e.Run, nil)
	requireOnlyListed(t, e, people)
	used := map[string]bool{}
	for _, x := range e.Log.All() {
		if x.Endpoint == "create-limit" {
			used[gjson.GetBytes(x.Request.Body, "id_number").String()] = true
		}
	}
	t.Logf("%d people asked for a limit", len(used))
}

// TestListedCustomersAreNobodysFault holds that a conformant target does not
// fail for what the listed people are, or have been through.
func TestListedCustomersAreNobodysFault(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all, listed := townspeople()
	used := slices.Clone(all)
	used[0].Used = 1_000_000
	mistaken := slices.Clone(listed)
	mistaken[4].HasLimit, mistaken[3].HasLimit = true, false
	fresh := identity.Identities{Existing: listed, New: newcomers(12)}
	tests := map[string]struct {
		service http.Handler
		people  identity.Identities
		scope   []string
		reason  string // of what stays open; empty: nothing does
	}{
		"a limit that is used up, beside others": {
			reference.New(reference.Options{Customers: used}), identity.Identities{Existing: listed}, []string{"purchases"}, "no longer covers",
		},
		"only a limit that is used up": {
			reference.New(reference.Options{Customers: used}), identity.Identities{Existing: listed[:1]}, []string{"purchases"}, "left to spend",
		},
		"has_limit said of the wrong people": {
			reference.New(reference.Options{Customers: all}), identity.Identities{Existing: mistaken}, []string{"lookup"}, "has_limit",
		},
		"people listed as new for the second time": {
			before(t, reference.New(reference.Options{Customers: all}), fresh), fresh, nil, "returned the existing limit",
		},
		"and a target that answers 200 for an old limit": {
			before(t, oldLimits(reference.New(reference.Options{Customers: all})), fresh), fresh, nil, "returned the existing limit",
		},
		"a verify for each purchase": {
			reference.New(reference.Options{Customers: all, RequireOTPPerPurchase: true}), identity.Identities{Existing: listed[:2]}, []string{"purchases"}, "one more customer",
		},
		"few OTPs for each phone": {
			atMost(12, "/send", reference.New(reference.Options{Customers: all})), identity.Identities{Existing: listed, New: newcomers(2)}, []string{"otp"}, "as it may",
		},
		"few verifies for each phone": {
			lockedOut(2, reference.New(reference.Options{Customers: all})), identity.Identities{Existing: listed[:2], New: newcomers(2)}, []string{"otp"}, "as it may",
		},
		"a target that takes purchases beyond the limit": {
			reference.New(reference.Options{Customers: all, IgnoreAvailable: true}), identity.Identities{Existing: listed[:4]}, []string{"purchases"}, "",
		},
		"a target whose cancelled items are gone": {
			reference.New(reference.Options{Customers: all, DropCancelled: true}), identity.Identities{Existing: listed[:4]}, []string{"purchases"}, "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := certifyListed(t, tt.service, tt.people, 8, tt.scope...)
			want, reasons := result.Conformant, ""
			if tt.reason != "" {
				want = result.Inconclusive
			}
			for _, r := range e.Run.Requirements {
				if !r.Outcome.Good() {
					require.Equal(t, result.Untested, r.Outcome, "%s: %s", r.ID, r.Reason)
					reasons += r.Reason + "\n"
				}
			}
			require.Equal(t, want, e.Run.Verdict)
			require.Contains(t, reasons, tt.reason)
			requireOnlyListed(t, e, tt.people)
		})
	}
}

// TestListedCustomersFindFaults holds that people who serve many times find what
// invented ones do: some faults of every sort, each in the scope that it breaks. With
// ASSAY_FULL_MATRIX everything is judged at once.
func TestListedCustomersFindFaults(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all, listed := townspeople()
	for _, f := range faults.Sample(server.Catalogue(), testsize.Of(10, 20), faults.FaultID) {
		if f.Breaks == "LIM-25" || f.Breaks == "LIM-26" || f.Breaks == "PUR-20" {
			continue // of combinations, which take more people, another test
		}
		if f.ID == "customer-lookup-refuses-signature" || f.ID == "customer-lookup-answers-500" {
			continue // no signing is set, so that a lookup which is refused is not judged
		}
		if strings.Contains(f.ID, "-token-not-for-") {
			continue // what these take, listed customers are too few for
		}
		if f.ID == "verify-otp-any-of-self-employed" || f.ID == "verify-otp-any-of-buyers" {
			continue // in the scope of OTPs no listed customer is self-employed or buys anything
		}
		if f.ID == "malformed-lookup-breaks-next" {
			continue // the scope of its requirement has no lookups
		}
		if f.ID == "customer-lookup-somebody-by-unknown-member" {
			continue // in the scope of lookups nobody verifies an OTP
		}
		if f.ID == "refused-limit-breaks-next-limit" {
			continue // nobody who is listed as new is used up for a request that is likely to be refused
		}
		if strings.HasPrefix(f.ID, "unknown-customer-") {
			continue // it confuses those who asked it for a limit, and listed customers are looked up
		}
		if strings.HasPrefix(f.ID, "create-limit-again-larger-") || strings.HasPrefix(f.ID, "create-limit-again-other-work-") || strings.HasPrefix(f.ID, "create-limit-merges-") {
			continue // listed customers ask again word for word, and have nothing in common
		}
		if strings.Contains(f.ID, "-emoji-") || strings.Contains(f.ID, "-quotes-") || strings.HasPrefix(f.ID, "create-limit-cuts-on-") {
			continue // no name that is listed has an emoji or a quote; who may have been given a limit is new no more
		}
		if f.ID == "stored-id-number-as-number" || f.ID == "stored-email-without-tag" {
			continue // no id number that is listed begins with 0, and no email address has a tag
		}
		if strings.HasSuffix(f.ID, "-misses-self-employed") {
			continue // the planted build knows who is self-employed from the limit that they ask it for
		}
		if f.ID == "send-otp-refuses-any-phone-number" || f.ID == "send-otp-at-no-path" {
			continue // all forms are tried with one listed person, whom a target may then refuse for so many OTPs
		}
		if strings.HasSuffix(f.ID, "-bits-item-value") || strings.HasSuffix(f.ID, "-shows-six-digits-item-value") || strings.Contains(f.ID, "-loses-digits-") || f.ID == "refused-order-charges-good-items" || f.ID == "refused-order-beyond-limit-uses-it-up" {
			continue // no listed customer can pay so much; and what they spend themselves hides what a refused order takes
		}
		if f.ID == "verify-otp-phone-by-its-end" || f.ID == "verify-otp-id-by-its-beginning" {
			continue // no phone that is listed ends like another, no id number begins like another, and no other is named
		}
		if f.ID == "send-otp-to-any-phone-for-the-real-one" {
			continue // no OTP is asked for a phone that nobody has
		}
		if f.ID == "send-otp-refuses-31st" || strings.HasPrefix(f.ID, "get-purchase-trims-") {
			continue // nobody who is listed is born on that day; and what they buy with odd texts is cancelled before anybody looks at it
		}
		if strings.HasPrefix(f.ID, "verify-otp-") && f.ShownBy == "VER-09" {
			continue // of carts above a million, which listed customers cannot buy
		}
		t.Run(f.ID, func(t *testing.T) {
			t.Parallel()
			people := identity.Identities{Existing: listed, New: newcomers(160)}
			var scope []string // everything
			if !testsize.IsFull() {
				scope = scopesOf(t, f)
			}
			o := inProcess(f.Handler(reference.Options{Customers: all}))
			o.Identities, o.Concurrency, o.KeepEvidence = &people, 8, func(*result.Run) bool { return false }
			e, err := certify.Server(context.Background(), planOf(t, scope...), o)
			require.NoError(t, err)
			require.Equal(t, result.NonConformant, e.Run.Verdict, e.Run.Reason)
			require.Contains(t, failed(e.Run), f.Breaks)
		})
	}
}

// TestEnoughListedPeopleShowEveryPair holds that pairs of values are sent for
// listed people where that is asked for, and that too few leave them untested.
func TestEnoughListedPeopleShowEveryPair(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all, listed := townspeople()
	f, ok := server.Find("create-limit-refuses-together-female-registered-false")
	require.True(t, ok)
	for people, want := range map[int]result.Verdict{400: result.NonConformant, 200: result.Inconclusive} {
		o := inProcess(f.Handler(reference.Options{Customers: all}))
		o.Identities, o.Strength = &identity.Identities{Existing: listed, New: newcomers(people)}, 2
		run := certifyWith(context.Background(), t, o)
		require.Equal(t, want, run.Verdict, "%d people", people)
		if want == result.NonConformant {
			require.Equal(t, []string{f.Breaks}, failed(run))
		}
	}
}

// before certifies a service once, so that it knows everybody.
func before(t *testing.T, service http.Handler, people identity.Identities) http.Handler {
	t.Helper()
	certifyListed(t, service, people, 1)
	return service
}

// oldLimits answers 200 where somebody asks who has a limit.
func oldLimits(next http.Handler) http.Handler {
	var mu sync.Mutex
	asked := map[string]bool{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		body, id := answer.Body.Bytes(), gjson.GetBytes(sent, "id_number").String()
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/api/v2/limits" && answer.Code == http.StatusCreated {
			if asked[id] {
				answer.Code, body = http.StatusOK, bytes.Replace(body, []byte(`"status":201`), []byte(`"status":200`), 1)
			}
			asked[id] = true
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(body)
	})
}

// atMost serves each phone only so many calls of a path.
func atMost(most int, suffix string, next http.Handler) http.Handler {
	return refusing(next, func(seen map[string]int, phone, path string, _ int) bool {
		if strings.HasSuffix(path, suffix) {
			seen[phone]++
		}
		return strings.HasSuffix(path, suffix) && seen[phone] > most
	})
}

// lockedOut refuses all OTPs of a phone for which too many wrong ones came.
func lockedOut(most int, next http.Handler) http.Handler {
	return refusing(next, func(seen map[string]int, phone, path string, status int) bool {
		if strings.HasSuffix(path, "/verify") && status == http.StatusUnprocessableEntity {
			seen[phone]++
		}
		return strings.HasSuffix(path, "/verify") && seen[phone] > most
	})
}

// refusing refuses what a rule says, by the phone, the path and the status that
// the call would have had.
func refusing(next http.Handler, refuses func(seen map[string]int, phone, path string, status int) bool) http.Handler {
	var mu sync.Mutex
	seen := map[string]int{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		mu.Lock()
		defer mu.Unlock()
		phone := strings.TrimPrefix(gjson.GetBytes(sent, "phone_number").String(), "+")
		if refuses(seen, phone, r.URL.Path, answer.Code) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

// scopesOf are the capabilities that a fault breaks, and that show it.
func scopesOf(t *testing.T, f faults.Fault) []string {
	t.Helper()
	scopes := []string{whole(t).Ledger.Find(f.Breaks).Scope}
	if f.ShownBy != "" {
		scopes = append(scopes, whole(t).Ledger.Find(f.ShownBy).Scope)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}
