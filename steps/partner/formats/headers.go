package formats

import (
	"strings"
)

// APlaceholder is the fault of an Authorization without a real token.
const APlaceholder = "a placeholder in the place of the token"

// AuthorizationFault returns the fault of the header, or "". It never repeats the header's value,
// which may be a secret of another kind.
func AuthorizationFault(values []string, given string, isCut func(string) bool) string {
	if len(values) != 1 {
		return map[bool]string{true: "absent", false: "several of them"}[len(values) == 0]
	}
	scheme, token, _ := strings.Cut(strings.TrimSpace(values[0]), " ")
	token = strings.TrimSpace(token)
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		return "another scheme than Bearer"
	case token == "":
		return "Bearer without a token"
	case isCut(token):
		return ""
	case IsPlaceholder(token):
		return APlaceholder
	case strings.ContainsAny(token, `"'`): // no token has such a sign (RFC 6750)
		return "a token in quotes"
	case strings.ContainsAny(token, " ,"):
		return "more than one token"
	case given != "" && token != given:
		return "a token that was not given to the partner"
	}
	return ""
}

var (
	schemeForm    = lazily(`^[A-Za-z][A-Za-z0-9-]*$`)
	hiddenSchemes = lazily(`(?i)^(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed|cut)$`)
)

// ShowsScheme reports whether an Authorization, of which a recorder may have hidden a part, shows its
// scheme.
func ShowsScheme(authorization string) bool {
	scheme, _, hasToken := strings.Cut(strings.TrimSpace(authorization), " ")
	return hasToken && schemeForm.MatchString(scheme) && !IsRedacted(scheme) && !hiddenSchemes.MatchString(scheme)
}

// PathOf returns the part of a URL from its path on, because a redirect from http to https sends
// the same lookup again.
func PathOf(target string) string {
	if _, rest, ok := strings.Cut(target, "://"); ok {
		if at := strings.IndexByte(rest, '/'); at >= 0 {
			return rest[at:]
		}
	}
	return target
}

// OtherKey says how a store key differs from the one that the partner was given.
func OtherKey(key, want string) string {
	around := func(r rune) bool { return IsUnseen(r) || r == '"' || r == '\'' }
	switch bare := strings.TrimFunc(key, around); {
	case strings.TrimFunc(key, IsUnseen) == "":
		return "blank"
	case strings.TrimFunc(key, IsUnseen) == want:
		return "the store key with blanks around it"
	case bare == want:
		return "the store key in quotes"
	case strings.EqualFold(bare, want):
		return "the store key with capital and small letters changed"
	}
	return "another store key"
}
