package client

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// BadToken is a way to make an invalid token from the valid one. A target that compares the two
// carelessly accepts it. The invalid token stays inside this package, and no caller sees either
// token.
type BadToken string

// These are the bad tokens. None of them is equal to the valid one or to another notation of it.
// The last character may contain bits that base64 does not use, so a change of it changes one of
// the two bits that base64 always uses. None adds characters other than letters and digits, because
// a lenient decoder skips them.
const (
	TokenWithoutLast   BadToken = "without its last character"
	TokenWithoutFirst  BadToken = "without its first character"
	TokenFirstHalf     BadToken = "cut to its first half"
	TokenSecondHalf    BadToken = "cut to its second half"
	TokenAndMore       BadToken = "with characters added after it"
	MoreAndToken       BadToken = "with characters added before it"
	TokenOfSameLength  BadToken = "with every character changed"
	TokenLastChanged   BadToken = "with its last character changed"
	TokenStartChanged  BadToken = "with its beginning changed"
	TokenMiddleChanged BadToken = "with its middle changed"
	TokenOtherCase     BadToken = "with upper and lower case swapped"
	TokenHalvesSwapped BadToken = "with its halves swapped"
	TokenOtherSigns    BadToken = "with its punctuation changed"
	TokenUnsigned      BadToken = "as an unsigned JWT"
)

// minToken is the least length, in bytes, of a token and of one that is made from it. A shorter text
// is too common to be removed from the evidence.
const minToken = 4

// tokenPart is a part of a bad token: either bytes of the valid token, changed by tr if it is
// set, or a fixed text, or zeros.
type tokenPart struct {
	from, to int
	tr       *substitution
	text     string
	zeros    int
}

// substitution replaces characters one by one. The ranges are the arguments with which the
// program tr does the same.
type substitution struct {
	ranges     string
	substitute func(c byte) byte
}

var (
	next = &substitution{ranges: "A-Za-z0-9 B-ZAb-za1-90", substitute: func(c byte) byte {
		switch {
		case c == 'Z', c == 'z':
			return c - 25
		case c == '9':
			return '0'
		case isAlphanumeric(c):
			return c + 1
		}
		return c
	}}
	otherBits = &substitution{ranges: "A-Za-fg-z0-56-9 g-z0-5K-PA-TU-Za-d", substitute: func(c byte) byte {
		if at := strings.IndexByte(base64Characters, c); at >= 0 {
			return base64WithOtherBits[at]
		}
		return c
	}}
	otherCase = &substitution{ranges: "A-Za-z a-zA-Z", substitute: func(c byte) byte {
		if isAlphanumeric(c) && c > '9' {
			return c ^ 0x20
		}
		return c
	}}
)

// base64WithOtherBits holds, for each of base64Characters, the letter or digit that differs in the
// first or second of its six bits. The last character of a base64 text always uses these two.
const (
	base64Characters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	base64WithOtherBits = "ghijklmnopqrstuvwxyz012345KLMNOPABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
)

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// muchMore is how many zeros make a token longer than 512 characters, because a database column or a check
// of the length may cut there.
const muchMore = 512

// badTokens lists the parts of each bad token, for a token of n bytes.
var badTokens = map[BadToken]func(n int) []tokenPart{
	TokenWithoutLast:  func(n int) []tokenPart { return []tokenPart{{from: 0, to: n - 1}} },
	TokenWithoutFirst: func(n int) []tokenPart { return []tokenPart{{from: 1, to: n}} },
	TokenFirstHalf:    func(n int) []tokenPart { return []tokenPart{{from: 0, to: n / 2}} },
	TokenSecondHalf:   func(n int) []tokenPart { return []tokenPart{{from: n / 2, to: n}} },
	TokenAndMore:      func(n int) []tokenPart { return []tokenPart{{from: 0, to: n}, {zeros: muchMore}} },
	MoreAndToken:      func(n int) []tokenPart { return []tokenPart{{text: "0a1b"}, {from: 0, to: n}} },
	TokenOfSameLength: func(n int) []tokenPart { return []tokenPart{{from: 0, to: n, tr: next}} },
	TokenLastChanged:  func(n int) []tokenPart { return []tokenPart{{from: 0, to: n - 1}, {from: n - 1, to: n, tr: otherBits}} },
	TokenStartChanged: func(n int) []tokenPart { return []tokenPart{{from: 0, to: 1, tr: next}, {from: 1, to: n}} },
	TokenMiddleChanged: func(n int) []tokenPart {
		return []tokenPart{{from: 0, to: n/2 - 1}, {from: n/2 - 1, to: n/2 + 1, tr: next}, {from: n/2 + 1, to: n}}
	},
	TokenOtherCase:     func(n int) []tokenPart { return []tokenPart{{from: 0, to: n, tr: otherCase}} },
	TokenHalvesSwapped: func(n int) []tokenPart { return []tokenPart{{from: n / 2, to: n}, {from: 0, to: n / 2}} },
}

// madeTokens are the bad tokens that were sent, each with the shell text that makes it from
// $ASSAY_TOKEN. They contain most of the valid token.
type madeTokens struct {
	mu  sync.Mutex
	all map[string]string
}

func (m *madeTokens) add(token, shell string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = make(map[string]string)
	}
	m.all[token] = shell
}

// EachBadToken calls f with every bad token that was made so far, and with the shell text that
// makes it from $ASSAY_TOKEN inside double quotes. A redactor needs both.
func (c *Client) EachBadToken(f func(token, shell string)) {
	c.made.mu.Lock()
	defer c.made.mu.Unlock()
	for token, shell := range c.made.all {
		f(token, shell)
	}
}

// CannotMake says why a bad token cannot be made from the valid one. It never contains a part of
// either.
type CannotMake struct{ Why string }

func (e *CannotMake) Error() string { return e.Why }

// Makes reports whether the credentials can be made from the valid token. The error is a
// *CannotMake if they cannot. Any other error says why there is no token.
func (c *Client) Makes(ctx context.Context, auth Auth) error {
	if auth.kind != authBad && auth.kind != authElsewhere {
		return nil
	}
	if c.config.Token == nil {
		return &CannotMake{"there is no access token to derive another token from"}
	}
	token, err := c.config.Token.Token(ctx)
	if err != nil {
		return &credentialError{"get the access token", err}
	}
	_, err = c.made.from(token, auth)
	return err
}

var tooShort = &CannotMake{fmt.Sprintf("the access token is too short for this check: a text of fewer than %d characters cannot be removed from the evidence", minToken)}

// from makes the token that auth describes from the valid one.
func (m *madeTokens) from(token string, auth Auth) (string, error) {
	if len(token) < minToken {
		return "", tooShort
	}
	if auth.kind != authBad {
		return token, nil
	}
	switch BadToken(auth.value) {
	case TokenUnsigned:
		return m.unsigned(token)
	case TokenOtherSigns:
		return m.join(token, otherSigns(token))
	}
	parts, known := badTokens[BadToken(auth.value)]
	if !known {
		return "", &CannotMake{fmt.Sprintf("no bad token is made by the name %q", auth.value)}
	}
	if auth.value == string(TokenOtherCase) && isHexadecimal(token) {
		return "", &CannotMake{"the access token is hexadecimal, and its letters may be of either case"}
	}
	if auth.value == string(TokenWithoutLast) && strings.HasSuffix(token, "=") {
		return "", &CannotMake{"the access token ends with the padding of base64, and may be written without it"}
	}
	unpadded := len(token)
	if auth.value == string(TokenLastChanged) {
		unpadded = len(strings.TrimRight(token, "="))
	}
	made := parts(unpadded)
	if unpadded < len(token) {
		made = append(made, tokenPart{from: unpadded, to: len(token)})
	}
	return m.join(token, made)
}

// unsignedHeader is the header of a JWT that says that it has no signature (RFC 7519, section 6):
// {"alg":"none","typ":"JWT"}.
const unsignedHeader = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"

// unsignedClaims are the claims of an unsigned JWT where the valid token has none:
// {"sub":"assay","exp":4102444800}, which expires in the year 2100.
const unsignedClaims = "eyJzdWIiOiJhc3NheSIsImV4cCI6NDEwMjQ0NDgwMH0"

// unsigned makes a JWT without a signature. A library that reads from the token itself how it is
// signed accepts it. It has the claims of the valid token, if that is a signed JWT.
func (m *madeTokens) unsigned(token string) (string, error) {
	segments := strings.Split(token, ".")
	var header struct {
		Alg string `json:"alg"`
	}
	text, err := base64.RawURLEncoding.DecodeString(segments[0])
	if len(segments) != 3 || err != nil || json.Unmarshal(text, &header) != nil || header.Alg == "" {
		return m.join(token, []tokenPart{{text: unsignedHeader + "." + unsignedClaims + "."}})
	}
	if strings.EqualFold(header.Alg, "none") {
		return "", &CannotMake{"the access token itself is a JWT without a signature"}
	}
	claims := len(segments[0])
	return m.join(token, []tokenPart{{text: unsignedHeader}, {from: claims, to: claims + len(segments[1]) + 2}})
}

// otherSigns changes each dot of a token or, if there is none, each hyphen and underscore. A check that
// uses the token as a regular expression, or that compares only letters and digits, accepts it.
func otherSigns(token string) []tokenPart {
	var parts []tokenPart
	from := 0
	others := map[byte]string{'.': "-"}
	if !strings.Contains(token, ".") {
		others = map[byte]string{'-': ".", '_': "."}
	}
	for i, c := range []byte(token) {
		other := others[c]
		if other == "" {
			continue
		}
		if i > from {
			parts = append(parts, tokenPart{from: from, to: i})
		}
		parts = append(parts, tokenPart{text: other})
		from = i + 1
	}
	if from < len(token) {
		parts = append(parts, tokenPart{from: from, to: len(token)})
	}
	return parts
}

// join makes a bad token of parts, and keeps it.
func (m *madeTokens) join(token string, parts []tokenPart) (string, error) {
	var bad, shell strings.Builder
	for _, p := range parts {
		bad.WriteString(p.of(token))
		shell.WriteString(p.shell())
	}
	if bad.String() == token {
		return "", &CannotMake{"the access token contains nothing that this change affects"}
	}
	if bad.Len() < minToken {
		return "", tooShort
	}
	m.add(bad.String(), shell.String())
	return bad.String(), nil
}

func (p tokenPart) of(token string) string {
	if p.text != "" || p.zeros > 0 {
		return p.text + strings.Repeat("0", p.zeros)
	}
	part := []byte(token[p.from:p.to])
	for i, c := range part {
		if p.tr != nil {
			part[i] = p.tr.substitute(c)
		}
	}
	return string(part)
}

// shell returns the text that makes the part inside double quotes.
func (p tokenPart) shell() string {
	switch {
	case p.text != "":
		return p.text
	case p.zeros > 0: // written out, they would be cut as a piece of a token
		return fmt.Sprintf("$(printf %%0%dd 0)", p.zeros)
	case p.tr != nil:
		return fmt.Sprintf(`$(printf %%s "$ASSAY_TOKEN" | cut -b%d-%d | tr %s)`, p.from+1, p.to, p.tr.ranges)
	}
	return fmt.Sprintf(`$(printf %%s "$ASSAY_TOKEN" | cut -b%d-%d)`, p.from+1, p.to)
}

// isHexadecimal reports whether a token is hexadecimal, like a UUID: its letters may be written
// in either case.
func isHexadecimal(token string) bool {
	return strings.Trim(token, "0123456789abcdefABCDEF-") == ""
}
