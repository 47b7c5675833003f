package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
)

// ask sends one request to a sandbox in process.
func ask(box http.Handler, method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://sandbox.local"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	box.ServeHTTP(w, r)
	return w
}

// faulty are requests with something wrong, and yet of use.
var faulty = map[string][3]string{
	"nothing in an OTP request":   {"POST", "/api/v2/otp/send", `{}`},
	"an OTP that was never sent":  {"POST", "/api/v2/otp/verify", `{"phone_number":"+254711111111","id_number":"1","otp":"x"}`},
	"a limit without a gender":    {"POST", "/api/v2/limits", `{"first_name":"A","phone_number":1}`},
	"a customer nobody knows":     {"GET", "/api/v2/limits/0bad0bad-0bad-4bad-8bad-0bad0bad0bad", ""},
	"a customer by number":        {"GET", "/api/v2/limits/17", ""},
	"an order of nothing":         {"POST", "/api/v2/purchases", `[]`},
	"an order of strange things":  {"POST", "/api/v2/purchases", `{"items":[1,null,{"item_type":"car"}],"customer_id":7}`},
	"an item nobody knows":        {"GET", "/api/v2/purchases/0bad0bad-0bad-4bad-8bad-0bad0bad0bad", ""},
	"an update of nothing":        {"PUT", "/api/v2/purchases", `{}`},
	"an update with a strange id": {"PUT", "/api/v2/purchases/K-1", `{"items":[{"id":"K-1","facility_status":"x"}]}`},
	"a cancel of an unknown item": {"DELETE", "/api/v2/purchases/1", ""},
	"a path of version 1":         {"POST", "/api/v1/limits", `{"first_name":"A","phone_number":"+254711111111"}`},
	"a path in capitals":          {"GET", "/API/V2/limits/5F0C1C1E-0000-4000-8000-000000000001/", ""},
	"a path in a folder":          {"POST", "/shop//otp/api/v2/send", `{"phone_number":"+254711111111","id_number":"1"}`},
	"a lookup by nothing":         {"POST", "/open/op/customer/detail", `{"queryFieldEnum":"x"}`},
}

func TestAFaultyRequestGetsAUsefulAnswer(t *testing.T) {
	for name, q := range faulty {
		t.Run(name, func(t *testing.T) {
			log := &recording.Log{}
			w := ask(sandbox.New(sandbox.Options{Log: log}), q[0], q[1], q[2], "Authorization", "Basic x", "Content-Type", "text/plain")
			require.Less(t, w.Code, 300, w.Body.String())
			require.True(t, json.Valid(w.Body.Bytes()))
			require.Equal(t, 1, log.Len(), "only what the partner sent is recorded")
			x := log.All()[0]
			require.Equal(t, q[2], string(x.Request.Body))
			require.Equal(t, "Basic x", x.Request.Header.Get("Authorization"))
			require.Equal(t, w.Code, x.Response.Status)
			strict := ask(sandbox.New(sandbox.Options{Strict: true}), q[0], q[1], q[2], "Authorization", "Basic x")
			require.GreaterOrEqual(t, strict.Code, 400, "--strict refuses")
		})
	}
}

// A store may take somebody for an existing customer, so it sends an OTP and creates no limit. Its later
// calls are about this customer: the record of another one would change the customer in its hands.
func TestSomebodyWithAnOTPKeepsTheirID(t *testing.T) {
	box := sandbox.New(sandbox.Options{})
	const person = `"phone_number":"+254711111111","id_number":"99887766"`
	sent := ask(box, http.MethodPost, "/api/v2/otp/send", "{"+person+"}")
	verified := ask(box, http.MethodPost, "/api/v2/otp/verify", "{"+person+`,"item_value":"900","otp":"`+gjson.Get(sent.Body.String(), "data.otp").String()+`"}`)
	id := gjson.Get(verified.Body.String(), "data.id").String()
	require.NotEmpty(t, id, verified.Body.String())

	bought := ask(box, http.MethodPost, "/api/v2/purchases", `{"customer_id":"`+id+`","order_id":"7","items":[{"item_type":"phone","item_brand":"B",
		"store_key":"K","delivery_option":"store_delivery","preferred_option":"delivery","item_description":"D","facility_plan":"provider_regular_plan","item_code":"C","item_value":"900"}]}`)
	require.Equal(t, http.StatusCreated, bought.Code, bought.Body.String())
	fetched := ask(box, http.MethodGet, "/api/v2/limits/"+id, "").Body.String()
	require.Equal(t, id, gjson.Get(fetched, "data.customer_details.id").String(), fetched)
	require.Equal(t, "99887766", gjson.Get(fetched, "data.customer_details.id_number").String(), fetched)
	credit := gjson.Get(fetched, "data.credit_limit_details")
	require.InDelta(t, credit.Get("credit_limit").Float()-900, credit.Get("available_limit").Float(), 0.001, "the purchase is this customer's")
}

// TestABodyThatIsNoJSONIsRefused holds that every endpoint refuses a body that cannot be
// read: made-up data would lead to calls that hide the cause.
// A service refuses a mistyped OTP, and a store lets the customer try again. The sandbox does the same once
// the store has verified an OTP. Before that, and for an OTP of another sending, the store may be wrong.
func TestAMistypedOTPIsRefused(t *testing.T) {
	box := sandbox.New(sandbox.Options{})
	const one, two = `"phone_number":"+254711111111","id_number":"1"`, `"phone_number":"+254722222222","id_number":"2"`
	send := func(person string) string {
		return gjson.Get(ask(box, http.MethodPost, "/api/v2/otp/send", "{"+person+"}").Body.String(), "data.otp").String()
	}
	verify := func(person, otp string) int {
		return ask(box, http.MethodPost, "/api/v2/otp/verify", "{"+person+`,"item_value":"900","otp":"`+otp+`"}`).Code
	}
	next := func(otp string) string { return otp[:5] + string('0'+(otp[5]-'0'+1)%10) }

	require.Equal(t, http.StatusOK, verify(one, "000000"), "no OTP was right so far")
	require.GreaterOrEqual(t, verify(one, next(send(one))), 400, "a slip of the finger")
	require.Equal(t, http.StatusOK, verify(one, next(send(one))), "again, and none was right so far")
	first := send(one)
	require.Equal(t, http.StatusOK, verify(one, first))
	second := send(one)
	for range 3 {
		require.GreaterOrEqual(t, verify(one, next(second)), 400)
	}
	require.Equal(t, http.StatusOK, verify(one, second))
	require.Equal(t, http.StatusOK, verify(two, send(one)), "the OTP of another customer")
	send(two)
	require.Equal(t, http.StatusOK, verify(two, first), "an OTP of an earlier sending")
	require.Equal(t, http.StatusOK, verify(two, "12345"), "no customer types this")
}

func TestABodyThatIsNoJSONIsRefused(t *testing.T) {
	for _, at := range [][2]string{
		{"POST", "/api/v2/otp/send"}, {"POST", "/otp/api/v2/send"}, {"POST", "/api/v2/otp/verify"}, {"POST", "/api/v2/limits"}, {"POST", "/open/op/customer/detail"},
		{"POST", "/api/v2/purchases"}, {"PUT", "/api/v2/purchases"}, {"PUT", "/api/v2/purchases/5f0c1c1e-0000-4000-8000-000000000001"}, {"POST", "/shop/API/v1/purchases/"},
	} {
		for _, body := range []string{``, `phone=1`, `{"order_id":NaN}`, `{"order_id":1} // a comment`, `)]}'{"order_id":1}`, "{\"item_brand\":\"a\nb\"}", `{"order_id":1`, "\ufeff{}"} {
			log := &recording.Log{}
			w := ask(sandbox.New(sandbox.Options{Log: log}), at[0], at[1], body, "Authorization", "Basic x", "Content-Type", "text/plain")
			require.Equal(t, http.StatusBadRequest, w.Code, "%s %s", at, body)
			require.Equal(t, body, string(log.All()[0].Request.Body))
		}
	}
	w := ask(sandbox.New(sandbox.Options{}), "POST", "/api/v2/purchases", `{"order_id":NaN}`)
	require.True(t, json.Valid(w.Body.Bytes()))
	require.Contains(t, w.Body.String(), "the body must be JSON")
}

func TestAnUndocumentedPathStaysOne(t *testing.T) {
	box := sandbox.New(sandbox.Options{})
	require.Equal(t, http.StatusNotFound, ask(box, "GET", "/", "").Code)
	require.Equal(t, http.StatusMethodNotAllowed, ask(box, "DELETE", "/api/v2/otp/send", "").Code)
}

func TestItTellsTheOTPToAnAutomatedBuild(t *testing.T) {
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Form: sandbox.ProductionOTP, Log: log})
	require.Equal(t, http.StatusNotFound, ask(box, "GET", sandbox.OTPPath+"?phone_number=254711000009", "").Code)
	sent := ask(box, "POST", "/api/v2/otp/send", `{"phone_number":"+254711000009","id_number":"77"}`)
	require.NotRegexp(t, `"otp"`, sent.Body.String())
	told := ask(box, "GET", sandbox.OTPPath+"?phone_number=%2B254711000009", "")
	require.Regexp(t, `^[0-9]{6}$`, told.Body.String())
	verified := ask(box, "POST", "/api/v2/otp/verify", `{"phone_number":"+254711000009","id_number":"77","item_value":"1","otp":"`+told.Body.String()+`"}`)
	require.Equal(t, http.StatusOK, verified.Code)
	require.Equal(t, 2, log.Len())
}

// TestItKnowsWhichOTPItSent holds that an OTP which the answer does not tell is
// kept for the judging, and nowhere else.
func TestItKnowsWhichOTPItSent(t *testing.T) {
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Form: sandbox.ProductionOTP, Log: log})
	for range 2 {
		w := ask(box, "POST", "/api/v2/otp/send", `{"phone_number":"+254711111111","id_number":"1"}`, "Authorization", "Bearer "+reference.DefaultToken)
		told := ask(box, "GET", sandbox.OTPPath+"?phone_number=%2B254711111111", "")
		last := log.All()[log.Len()-1]
		require.Equal(t, told.Body.String(), last.OTP)
		require.NotContains(t, w.Body.String(), last.OTP)
	}
	var har bytes.Buffer
	require.NoError(t, recording.NewView(nil).WriteHAR(&har, recording.Creator{Name: "x"}, slices.Values(log.All())))
	for _, x := range log.All() {
		require.NotContains(t, har.String(), x.OTP)
	}
}

func TestTheFormsOfTheAnswers(t *testing.T) {
	const fetch = "/api/v2/limits/5f0c1c1e-0000-4000-8000-000000000001"
	plain := ask(sandbox.New(sandbox.Options{}), "GET", fetch, "").Body.String()
	for form, like := range map[sandbox.Form]string{
		sandbox.ExtraMembers: `^\{"added_later":.*"added_too":null\}$`,
		sandbox.OtherOrder:   `^\{"data":.*"request_id":"[^"]*"\}$`,
		sandbox.OtherNumbers: `"credit_limit":1000000\.00,`,
		sandbox.WholeSeconds: `"updated":"[-0-9]+T[:0-9]+Z"`,
	} {
		body := ask(sandbox.New(sandbox.Options{Form: form}), "GET", fetch, "").Body.String()
		require.Regexp(t, like, body, form)
		require.NotRegexp(t, like, plain, form)
		require.True(t, json.Valid([]byte(body)))
	}
	found := ask(sandbox.New(sandbox.Options{Form: sandbox.NoLimit}), "POST", "/open/op/customer/detail", `{"queryFieldEnum":"mobile","value":"+254700000001"}`, "Noncestr", "1", "Sign", "1", "Timestamp", "1")
	require.Contains(t, found.Body.String(), `"creditLimitInfo":null`)
}

func TestAMemberIDIsNoCustomerID(t *testing.T) {
	for _, form := range append(sandbox.Forms(), sandbox.Plain) {
		w := ask(sandbox.New(sandbox.Options{Form: form, Delay: time.Millisecond}), "POST", "/open/op/customer/detail", `{"queryFieldEnum":"mobile","value":"+254700000001"}`, "Noncestr", "1", "Sign", "1", "Timestamp", "1")
		require.NotContains(t, w.Body.String(), sandbox.Customers()[0], form)
		require.Equal(t, form != sandbox.NoLimit, strings.Contains(w.Body.String(), `"memberId":"`), form)
	}
}

func TestSlowIsOnlyTheFirstOfAKind(t *testing.T) {
	box := sandbox.New(sandbox.Options{Form: sandbox.Slow, Delay: time.Hour})
	done := make(chan struct{})
	r := httptest.NewRequest("GET", "http://x/api/v2/limits/1", http.NoBody)
	ctx, cancel := contextWithCancel(r)
	go func() { box.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx)); close(done) }()
	cancel()
	<-done
	ask(box, "GET", "/api/v2/limits/2", "")
}

func TestManyAtOnce(t *testing.T) {
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Log: log})
	var all sync.WaitGroup
	for range 16 {
		all.Add(1)
		go func() {
			defer all.Done()
			for _, q := range faulty {
				ask(box, q[0], q[1], q[2])
			}
		}()
	}
	all.Wait()
	require.Equal(t, 16*len(faulty), log.Len())
}

// FuzzSandbox holds that no bytes of a client break the sandbox: an answer comes,
// and it is recorded.
func FuzzSandbox(f *testing.F) {
	for _, q := range faulty {
		f.Add(q[0], q[1], q[2], "application/json")
	}
	f.Add("POST", "/api/v2/purchases", `{"items":[{"item_value":1e999999999}],"order_id":1e400}`, "")
	f.Add("PUT", "/api/v2/purchases/%2f", "\xff\xfe{", "\x00")
	f.Fuzz(func(t *testing.T, method, path, body, media string) {
		log := &recording.Log{}
		box := sandbox.New(sandbox.Options{Log: log, Form: sandbox.ExtraMembers})
		r, err := http.NewRequest(method, "http://sandbox.local/", io.NopCloser(strings.NewReader(body)))
		if err != nil {
			t.Skip("no server hands on such a method")
		}
		r.URL.Path = "/" + strings.TrimPrefix(path, "/")
		r.Header.Set("Content-Type", media)
		w := httptest.NewRecorder()
		box.ServeHTTP(w, r)
		require.NotZero(t, w.Code)
		require.NotEqual(t, http.StatusInternalServerError, w.Code)
		if r.URL.Path != sandbox.OTPPath {
			require.Equal(t, 1, log.Len())
		}
	})
}

func contextWithCancel(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithCancel(r.Context())
}

// TestWhoLeavesBeforeTheAnswer holds that an exchange says so where the answer came to
// nobody.
func TestWhoLeavesBeforeTheAnswer(t *testing.T) {
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Log: log, Form: sandbox.Slow, Delay: time.Hour})
	ctx, leave := context.WithTimeout(context.Background(), time.Millisecond)
	defer leave()
	r := httptest.NewRequest(http.MethodGet, "http://sandbox.local/api/v2/limits/x", http.NoBody).WithContext(ctx)
	box.ServeHTTP(httptest.NewRecorder(), r)
	require.ErrorContains(t, log.All()[0].Err, "the client was gone")
	ask(sandbox.New(sandbox.Options{Log: log}), http.MethodGet, "/api/v2/limits/x", "")
	require.NoError(t, log.All()[1].Err)
}
