package credentials

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const largestAnswer = 1 << 20 // octets of a token endpoint's answer

// get asks a token endpoint that answers GET with basic auth.
func (c OAuth2) get(ctx context.Context, caller *http.Client, secret string) (grant, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.TokenURL, nil)
	if err != nil {
		return grant{}, err
	}
	if len(c.Scopes) > 0 {
		query := req.URL.Query()
		query.Set("scope", strings.Join(c.Scopes, " "))
		req.URL.RawQuery = query.Encode()
	}
	req.SetBasicAuth(c.ClientID, secret)
	req.Header.Set("Accept", "application/json")
	resp, err := caller.Do(req)
	if err != nil {
		return grant{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, largestAnswer))
	if err != nil {
		return grant{}, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return grant{}, &refused{status: resp.StatusCode, code: gjson.GetBytes(valid(body), "error").String()}
	}
	return c.pick(body)
}

// pick takes token and lifetime out of an answer.
func (c OAuth2) pick(body []byte) (grant, error) {
	member := c.Member
	if member == "" {
		member = "access_token"
	}
	if !json.Valid(body) {
		return grant{}, unreadable("the answer is no JSON")
	}
	token := gjson.GetBytes(body, member)
	if token.Type != gjson.String || token.Str == "" {
		return grant{}, unreadable("the answer has no text at " + member + "; name the member that holds the token")
	}
	beside := "expires_in"
	if dot := strings.LastIndex(member, "."); dot >= 0 {
		beside = member[:dot+1] + beside
	}
	return grant{secret: token.Str, life: lifeOf(gjson.GetBytes(body, beside).Value())}, nil
}

// valid returns a body that gjson may look into; nil if it must not.
func valid(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	return nil
}

// longestLife is the longest lifetime that is believed; above it a number is
// taken for a mistake.
const longestLife = 10 * 365 * 24 * time.Hour

// lifeOf reads a number of seconds, as a number or as a string; 0 when there is
// none.
func lifeOf(seconds any) time.Duration {
	var n float64
	switch value := seconds.(type) {
	case float64:
		n = value
	case int64: // of a form answer, as the library reads it
		n = float64(value)
	case string:
		n, _ = strconv.ParseFloat(value, 64) // what is no number is no lifetime
	}
	if !(n > 0 && n <= longestLife.Seconds()) {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}
