package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// Every proxy and every log between the two sides writes addresses down, so a secret must be in a
// header or in the body. Section 4.2 puts the OTP into the body; section 5 puts the token and the
// Sign into headers.

// secretNames are the names of parameters that hold a secret, whatever their value is.
var secretNames = map[string]bool{
	"token": true, "accesstoken": true, "authorization": true, "bearer": true, "password": true, "apikey": true,
}

var (
	otpNames  = map[string]bool{"otp": true, "otpcode": true, "onetimepassword": true, "onetimecode": true}
	signNames = map[string]bool{"sign": true, "signature": true}
)

// minSecret is the minimum length of a secret that is searched for by its value. A shorter text
// may be in an address by chance.
const minSecret = 6

// judgeSecrets checks that the address contains no token, no password, no OTP and no Sign.
func (q *request) judgeSecrets() {
	q.judged(secretObligation)
	where, section := secretParameter(q), "5"
	if _, set := q.url.User.Password(); set {
		where = "a password before the host"
	}
	if found := secretByValue(q); where == "" && found != "" {
		where = found
	}
	if hasToken(q) {
		where = "the access token"
	}
	switch {
	case q.Endpoint == spec.VerifyOTP && strings.HasPrefix(where, formats.AnOTP):
		section = "4.2"
	case strings.HasPrefix(where, formats.APassword+" in "):
		section = "2.4"
	}
	if where != "" {
		q.fail(secretObligation, result.Failure{
			Path: "request line", Section: section, Expected: "a URL without secrets", Actual: where,
			Message: "the URL contains a secret",
		})
	}
}

// hasToken reports whether an address has the access token, as it is or encoded.
func hasToken(q *request) bool {
	_, carried, _ := strings.Cut(strings.TrimSpace(q.exchange.Request.Header.Get("Authorization")), " ")
	all := []string{q.url.String(), endpoints.Unescaped(q.url)}
	for _, part := range endpoints.PartsOf(q.url) {
		all = append(all, formats.Readings(part.Text)...)
	}
	for _, token := range []string{q.run.cfg.Token, strings.TrimSpace(carried)} {
		isIn := func(text string) bool { return strings.Contains(text, token) }
		isWordOfPath := strings.Contains(spec.Of(q.Endpoint).Path, token) // a test may have such a token
		if len(token) >= minSecret && !q.IsCut(token) && !isWordOfPath && slices.ContainsFunc(all, isIn) {
			return true
		}
	}
	return false
}

// secretByValue finds an OTP or a password of the recording that is a parameter or a segment of the
// path as a whole, or returns "". The id at the end of the path has a rule of its own. A value that the
// request has as another detail too may be that detail.
func secretByValue(q *request) string {
	body := gjson.ParseBytes(q.exchange.Request.Body)
	q.run.issued.learnSecrets(q, body)
	for _, part := range endpoints.PartsOf(q.url) {
		for _, text := range formats.Readings(part.Text) {
			if what := q.run.issued.secrets.In(text, q.Endpoint+part.Place); what != "" && text != q.id && !q.IsCut(text) && !isDetail(q, body, text) {
				return what + " in " + part.Place
			}
		}
	}
	return ""
}

// learnSecrets keeps the OTP and the password in the body of a request.
func (g *issuedIDs) learnSecrets(q *request, body gjson.Result) {
	switch otp, password := body.Get("otp").String(), body.Get("password").String(); {
	case q.Endpoint == spec.VerifyOTP && !q.IsCut(otp):
		g.secrets.LearnOTP(otp)
	case q.Endpoint == spec.CreateLimit && !q.IsCut(password):
		g.secrets.LearnPassword(password)
	}
}

// isDetail reports whether a text is a detail of a customer or another value of the body.
func isDetail(q *request, body gjson.Result, text string) bool {
	people := q.run.undocumented.Comparisons.People
	return people.HasID(text) || people.HasName(text) || people.HasEmail(text) || people.HasPhone(text) || bodies.HasValue(body, text, "otp", "password")
}

// secretParameter returns the parameter of the address that holds a secret, or "" if there is none.
func secretParameter(q *request) string {
	sign := q.exchange.Request.Header.Get("Sign")
	for name, values := range q.url.Query() {
		plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
		for _, value := range values {
			switch {
			case secretNames[plain]:
				return "a parameter " + name
			case otpNames[plain] && (formats.IsOTP(value) || q.IsCut(value)), formats.IsOTP(value) && isSentOTP(q, value):
				return formats.AnOTP + " in a parameter " + name
			case signNames[plain] && (len(value) >= minSecret || q.IsCut(value)), len(value) >= minSecret && value == sign:
				return "a Sign in a parameter " + name
			}
		}
	}
	return ""
}

// isSentOTP reports whether a value is the OTP in the body of a verify, or one that was sent to the
// phone in the body. It runs before the body is judged, and the OTP in the body may be faulty.
func isSentOTP(q *request, value string) bool {
	if q.Endpoint != spec.VerifyOTP {
		return false
	}
	body := q.exchange.Request.Body
	phone := gjson.GetBytes(body, "phone_number").String()
	return value == gjson.GetBytes(body, "otp").String() ||
		slices.ContainsFunc(q.run.issued.sendings(phone), func(s otpSent) bool { return s.otp == value })
}

// noteAddress notes details of a customer in the parameters of an address. No section puts them
// there, but no section says that they are secret either.
func noteAddress(q *request) {
	s := q.run.undocumented.Comparisons
	for name, values := range q.url.Query() {
		for _, value := range values {
			switch {
			case q.IsCut(value):
			case s.People.HasID(value):
				noteOf(q, "the id_number of a customer in the parameter "+name)
			case formats.IsPhone(strings.TrimSpace(value)) && s.People.IsPhoneOf(value):
				noteOf(q, "the phone_number of a customer in the parameter "+name)
			}
		}
	}
}
