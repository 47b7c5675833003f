package reference_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

// everyEndpoint is each method of each path, with the status that an empty
// object gets.
var everyEndpoint = []struct{ method, path string }{
	{http.MethodPost, sendPath}, {http.MethodPost, "/otp/api/v2/send"},
	{http.MethodPost, verifyPath}, {http.MethodPost, "/otp/api/v2/verify"},
	{http.MethodPost, limitsPath}, {http.MethodGet, limitsPath + "/" + unknownID},
	{http.MethodPost, purchasesPath}, {http.MethodPut, purchasesPath},
	{http.MethodGet, purchasesPath + "/" + unknownID}, {http.MethodPut, purchasesPath + "/" + unknownID},
	{http.MethodDelete, purchasesPath + "/" + unknownID}, {http.MethodPost, lookupPath},
}

func TestNoEndpointServesWithoutTheToken(t *testing.T) {
	s := serve(t, reference.Options{})
	for _, e := range everyEndpoint {
		for _, given := range []string{"", "Bearer", "Bearer ", "Basic " + reference.DefaultToken, reference.DefaultToken,
			"Bearer " + reference.DefaultToken + "x", "Bearer " + reference.DefaultToken[1:]} {
			r := request(e.method, e.path, "{")
			r.Header.Set("Authorization", given)
			got := s.send(r)
			require.Equal(t, http.StatusUnauthorized, got.status, "%s %s %q", e.method, e.path, given)
			require.Equal(t, "Bearer", got.header.Get("WWW-Authenticate"))
		}
		r := request(e.method, e.path, "{}")
		r.Header.Del("Authorization")
		require.Equal(t, http.StatusUnauthorized, s.send(r).status)
		r.Header["Authorization"] = []string{"Bearer " + reference.DefaultToken, "Bearer x"}
		require.Equal(t, http.StatusUnauthorized, s.send(r).status, "two headers")
	}
}

func TestTheSchemeMayBeWrittenAnyWay(t *testing.T) {
	s := serve(t, reference.Options{Token: "T"})
	for _, scheme := range []string{"bearer T", "BEARER T", "Bearer   T"} {
		r := request(http.MethodPost, sendPath, newcomer(1))
		r.Header.Set("Authorization", scheme)
		require.Equal(t, http.StatusOK, s.send(r).status, scheme)
	}
}

func TestBodiesThatAreNotTaken(t *testing.T) {
	s := serve(t, reference.Options{MaxBody: 200})
	for name, c := range map[string]struct {
		body, header, value string
		status              int
	}{
		"empty":            {"", "", "", http.StatusBadRequest},
		"cut":              {`{"a":`, "", "", http.StatusBadRequest},
		"two values":       {`{} {}`, "", "", http.StatusBadRequest},
		"array":            {`[]`, "", "", http.StatusBadRequest},
		"null":             {`null`, "", "", http.StatusBadRequest},
		"NaN":              {`{"a":NaN}`, "", "", http.StatusBadRequest},
		"not UTF-8":        {"{\"a\":\"\xff\"}", "", "", http.StatusBadRequest},
		"nested":           {strings.Repeat("[", 199), "", "", http.StatusBadRequest},
		"too large":        {`{"a":"` + strings.Repeat("x", 200) + `"}`, "", "", http.StatusRequestEntityTooLarge},
		"form":             {`{}`, "Content-Type", "application/x-www-form-urlencoded", http.StatusUnsupportedMediaType},
		"no type":          {`{}`, "Content-Type", "", http.StatusUnsupportedMediaType},
		"other charset":    {`{}`, "Content-Type", "application/json; charset=latin1", http.StatusUnsupportedMediaType},
		"compressed":       {`{}`, "Content-Encoding", "gzip", http.StatusUnsupportedMediaType},
		"charset of UTF-8": {`{}`, "Content-Type", "Application/JSON; charset=UTF-8", http.StatusUnprocessableEntity},
	} {
		t.Run(name, func(t *testing.T) {
			r := request(http.MethodPost, purchasesPath, c.body)
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			requireRefused(t, s.send(r), c.status)
			r = request(http.MethodPost, purchasesPath, c.body)
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			r.ContentLength = -1 // chunked
			requireRefused(t, s.send(r), c.status)
		})
	}
}

func TestDeepNestingIsRefused(t *testing.T) {
	s := serve(t, reference.Options{})
	requireRefused(t, s.do(http.MethodPost, purchasesPath, `{"items":`+strings.Repeat("[", 1_000_000)), http.StatusBadRequest)
}

func TestABodyThatBreaksOff(t *testing.T) {
	r := request(http.MethodPost, purchasesPath, "")
	r.Body, r.ContentLength = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF)), 50
	requireRefused(t, serve(t, reference.Options{}).send(r), http.StatusBadRequest)
}

func TestRoutesAndMethods(t *testing.T) {
	s := serve(t, reference.Options{})
	for _, path := range []string{"/", "/api/v2", limitsPath + "/", "/api/v2/limits/a/b", purchasesPath + "/", "//api/v2/limits", "/api/v1/limits"} {
		requireRefused(t, s.do(http.MethodGet, path, nil), http.StatusNotFound)
	}
	for path, allow := range map[string]string{
		sendPath: "OPTIONS, POST", limitsPath + "/" + unknownID: "GET, HEAD, OPTIONS",
		purchasesPath: "OPTIONS, POST, PUT", purchasesPath + "/" + unknownID: "DELETE, GET, HEAD, OPTIONS, PUT",
	} {
		refused := s.do(http.MethodPatch, path, "{}")
		requireRefused(t, refused, http.StatusMethodNotAllowed)
		require.Equal(t, allow, refused.header.Get("Allow"))
		options := s.do(http.MethodOptions, path, nil)
		require.Equal(t, http.StatusNoContent, options.status)
		require.Equal(t, allow, options.header.Get("Allow"))
	}
	requireForeignRefusal(t, s.do(http.MethodGet, lookupPath, nil), http.StatusMethodNotAllowed, http.StatusMethodNotAllowed)
	head := s.do(http.MethodHead, limitsPath+"/"+s.customer(1), nil)
	require.Equal(t, http.StatusOK, head.status)
	require.Empty(t, head.body.Raw)
	require.NotEqual(t, "0", head.header.Get("Content-Length"))
}
