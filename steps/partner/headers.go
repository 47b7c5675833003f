package partner

import (
	"cmp"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// judgeHeaders judges everything besides the body.
func (q *request) judgeHeaders() {
	q.judgeAuthorization()
	q.judgeSecrets()
	q.judgePathID()
	if q.Bodiless() {
		q.judgeNoBody()
	} else {
		q.judgeContentType()
	}
	if q.Endpoint == spec.CustomerLookup {
		q.judgeSigning()
	}
}

// judgeAuthorization requires exactly one bearer token and, if the partner's token is known, that
// token (section 5).
func (q *request) judgeAuthorization() {
	values := q.exchange.Request.Header.Values("Authorization")
	if len(values) > 0 {
		q.run.carried["Authorization"] = true
	}
	if len(values) == 1 && hidesScheme(&q.Body, values[0]) {
		q.unknown(authorizationObligation, schemeCut)
		return
	}
	q.judged(authorizationObligation)
	fault := formats.AuthorizationFault(values, q.run.cfg.Token, q.IsCut)
	if fault == "" && isStoreKey(q, values[0]) {
		fault = "the store key in the place of the token"
	}
	if fault != "" {
		q.fail(authorizationObligation, result.Failure{
			Path: "header Authorization", Section: "5", Expected: "Bearer and the access token",
			Actual: fault, Credentials: fault, Message: "the request does not carry its access token",
		})
	}
}

// isStoreKey reports whether the token is the store key: the one that the partner was given, or the
// one in the same body (section 5, rules 1 and 5).
func isStoreKey(q *request, authorization string) bool {
	_, token, _ := strings.Cut(strings.TrimSpace(authorization), " ")
	if token = strings.TrimSpace(token); token == "" || q.IsCut(token) || token == q.run.cfg.Token {
		return false
	}
	body := gjson.ParseBytes(q.exchange.Request.Body)
	return token == q.run.cfg.StoreKey || q.Endpoint == spec.CreateLimit && body.Get("referral_source").String() == token ||
		q.Endpoint == spec.CreatePurchases && body.Get("items.0.store_key").String() == token
}

// judgePathID requires the id at the end of a path to be a UUID (2.1, 2.3).
func (q *request) judgePathID() {
	if q.id == "" {
		return
	}
	if q.IsCut(q.id) { // the id of a customer is a personal detail, and a report masks it
		q.unknown(pathIDObligation, cutAway)
		return
	}
	q.judged(pathIDObligation)
	if !judgement.IsUUID(q.id) {
		q.fail(pathIDObligation, result.Failure{
			Path: "request line", Section: spec.Of(q.Endpoint).Section, Expected: "a UUID at the end of the path",
			Actual: judgement.Excerpt([]byte(q.id)), Message: "the id in the path is not a UUID",
		})
	}
}

func (q *request) judgeNoBody() {
	q.judged(noBodyObligation)
	if len(q.exchange.Request.Body) > 0 || q.exchange.Request.Cut > 0 {
		q.fail(noBodyObligation, result.Failure{
			Section: spec.Of(q.Endpoint).Section, Expected: "no body", Actual: judgement.Excerpt(q.exchange.Request.Body), Message: "the request has a body",
		})
	}
	var media any
	if value := q.exchange.Request.Header.Get("Content-Type"); value != "" {
		media = value
	}
	q.judgeReading(noBodyObligation, "bodiless-content-type", media, "header Content-Type")
}

// headersCutAway is the reason why no header of a request is judged.
const headersCutAway = "the recording holds none of the headers that every client sends"

// headersLeftOut reports whether a recorder kept no headers, or only the token.
func headersLeftOut(r *Run, header http.Header) bool {
	left := len(header)
	if _, kept := header["Authorization"]; kept {
		left--
	}
	return r.cfg.Cut && left == 0
}

// judgeContentType requires application/json (section 1).
func (q *request) judgeContentType() {
	if headersLeftOut(q.run, q.exchange.Request.Header) {
		q.unknown(contentTypeObligation, headersCutAway)
		return
	}
	q.judged(contentTypeObligation)
	values := q.exchange.Request.Header.Values("Content-Type")
	actual := cmp.Or(strings.Join(values, ", "), "absent")
	if len(values) == 1 {
		if media, _, err := mime.ParseMediaType(values[0]); err == nil && media == "application/json" {
			return
		}
	}
	q.fail(contentTypeObligation, result.Failure{
		Path: "header Content-Type", Section: "1", Expected: "application/json", Actual: judgement.Excerpt([]byte(actual)),
		Message: "the request does not declare its body as JSON",
	})
}

// judgeSigning requires the three headers of the lookup, and a nonce that no other lookup has
// (section 5, rule 2). The specification does not show their formats.
func (q *request) judgeSigning() {
	for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		if headersLeftOut(q.run, q.exchange.Request.Header) {
			q.unknown(headerObligation+name, headersCutAway)
			continue
		}
		q.judged(headerObligation + name)
		values := q.exchange.Request.Header.Values(name)
		if copied := copiedFrom(q, name); copied != "" && len(values) == 1 {
			q.fail(headerObligation+name, result.Failure{Path: "header " + name, Section: "5", Expected: "a " + name, Actual: "a copy", Message: "the " + name + " is " + copied})
			continue
		}
		if actual := signingFault(&q.Body, name, values, q.exchange.Started.Year()); actual != "" {
			f := result.Failure{Path: "header " + name, Section: "5", Expected: "one value", Actual: actual, Message: "the lookup must carry " + name + " once, with a value"}
			if name == "Timestamp" && strings.HasPrefix(actual, noTimestamp) {
				f.Expected, f.Message = "a time, in any format", "the Timestamp is not a time in any format"
			}
			q.fail(headerObligation+name, f)
			if name == "Noncestr" {
				q.blocked(nonceObligation, headerObligation+name)
			}
			continue
		}
		q.run.carried[name] = true
		if name == "Timestamp" {
			noteTimestamp(q, values[0])
		}
		if name == "Noncestr" {
			q.judgeNonce(values[0])
		}
	}
}

// noTimestamp begins the description of a Timestamp that is no time.
const noTimestamp = "a text that is no Timestamp in any form"

// signingFault returns what is wrong with a header of the lookup: it is absent or repeated, blank,
// a placeholder, or no value in any form. It returns "" if nothing is. The year is that of the request.
func signingFault(b *bodies.Body, name string, values []string, year int) string {
	switch {
	case len(values) != 1:
		return judgement.Excerpt([]byte(cmp.Or(strings.Join(values, ", "), "absent")))
	case b.IsCut(values[0]):
		return ""
	case strings.TrimSpace(values[0]) == "":
		return "blank"
	case name == "Sign" && isSignedJSON(values[0]): // no section shows the form of a Sign
		return ""
	case formats.IsPlaceholder(values[0]), strings.EqualFold(values[0], name), slices.Contains([]string{"NONCE", "SIGNATURE", "TIMESTAMP"}, values[0]): // as section 5 writes them, without the brackets
		return "a placeholder in the place of the value"
	case isNoValue[name](values[0]), formats.IsInvalidHeader(values[0]), name == "Timestamp" && formats.IsInvalidDay(values[0], year):
		return "a text that is no " + name + " in any form: " + judgement.Excerpt([]byte(values[0]))
	}
	return ""
}

// isSignedJSON reports whether a Sign is a JSON object that names its algorithm.
func isSignedJSON(sign string) bool {
	return gjson.Valid(sign) && gjson.Get(sign, "alg").Type == gjson.String
}

// minCopied is the minimum length of a header that counts as a copy. Test data may have short
// values that are the same.
const minCopied = 8

// copiedFrom says which other header a Sign or a Timestamp is a copy of, or returns "" if it is
// none. Nothing signs a request by repeating a part of it (section 5, rule 2). A Noncestr may be
// made from the time, so a Timestamp may be the same, unless it is certainly no time.
func copiedFrom(q *request, name string) string {
	header := q.exchange.Request.Header
	value := strings.TrimSpace(header.Get(name))
	switch {
	case q.IsCut(value):
		return ""
	case name == "Sign" && value != "" && value == strings.TrimSpace(header.Get("Authorization")):
		return "the access token"
	case len(value) < minCopied:
		return ""
	}
	nonce := strings.TrimSpace(header.Get("Noncestr"))
	isNonce := value == nonce
	switch {
	case name == "Timestamp" && formats.IsRandom(value) && formats.MayBeTime(nonce):
		return "a random text, and the Noncestr is a number like a time: the two are swapped"
	case name != "Noncestr" && value == strings.TrimSpace(gjson.GetBytes(q.exchange.Request.Body, "value").String()):
		return "the value of the lookup"
	case name == "Sign" && value == spec.Of(q.Endpoint).Path:
		return "the path of the request"
	case name == "Sign" && isInOtherHeader(q, value):
		return "the value of a header whose name is misspelt"
	case name == "Timestamp" && isNonce && formats.IsRandom(value), name == "Sign" && isNonce:
		return "the Noncestr of the lookup"
	case name == "Sign" && value == strings.TrimSpace(header.Get("Timestamp")):
		return "the Timestamp of the lookup"
	case name != "Noncestr" && isToken(q, value) && strings.ContainsFunc(value, unicode.IsLetter): // a number may be a time
		return "the access token"
	case name == "Timestamp" && value == q.run.cfg.StoreKey && strings.ContainsFunc(value, unicode.IsLetter):
		return "the store key"
	}
	return ""
}

// isInOtherHeader reports whether a value is that of a Noncestr or a Timestamp whose name is misspelt. A
// client may send its Sign in two headers.
func isInOtherHeader(q *request, value string) bool {
	for name, values := range q.exchange.Request.Header {
		name = strings.ToLower(name)
		if (strings.Contains(name, "nonce") || strings.Contains(name, "timestamp")) && slices.Contains(values, value) {
			return true
		}
	}
	return false
}

// isNoValue contains, for each header of the lookup, a function that reports whether a text is no
// value of it in any form.
var isNoValue = map[string]func(string) bool{"Noncestr": formats.IsMisprint, "Sign": formats.IsInvalidSignature, "Timestamp": formats.IsInvalidTime}

// noteTimestamp notes a number that few clocks return. The specification does not say what the
// number counts.
func noteTimestamp(q *request, value string) {
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && seconds <= 0 {
		noteOf(q, "a Timestamp of 0 or less")
	}
}

// judgeNonce requires that no other lookup of this run had the nonce. A restarted service knows
// none, because test data may be the same in each run. The first lookup has no other to be compared
// with, so it shows nothing.
func (q *request) judgeNonce(nonce string) {
	if q.IsCut(nonce) {
		q.unknown(nonceObligation, cutAway)
		return
	}
	sent := sentAs(q)
	if len(q.run.nonces) > 0 {
		q.judged(nonceObligation)
	}
	first, used := q.run.nonces[nonce]
	switch {
	case used && first.Fingerprint == sent.Fingerprint && first.MayBeLost(sent, q.run.cfg.Cut): // a client that repeats it by itself changes nothing
		noteOf(q, "a lookup sent again as it was, and the first one may not have been processed, or its answer may be lost")
	case used:
		q.fail(nonceObligation, result.Failure{
			Path: "header Noncestr", Section: "5", Expected: "a value that no earlier request had", Actual: judgement.Excerpt([]byte(nonce)) + first.Place,
			Message: "the Noncestr was used before",
		})
		return
	case q.evidence != "":
		sent.Place = ", as in exchange " + q.evidence
	}
	q.run.nonces[strings.Clone(nonce)] = sent
}

func sentAs(q *request) formats.SentLookup {
	header := q.exchange.Request.Header
	return formats.SentLookup{
		Fingerprint: sequences.Fingerprint(strings.Join([]string{header.Get("Sign"), header.Get("Timestamp"), formats.PathOf(q.exchange.Request.URL), string(q.exchange.Request.Body)}, "\n")),
		IsOpen:      formats.IsUnprocessed(q.exchange),
		Connection:  q.exchange.Request.Connection,
	}
}
