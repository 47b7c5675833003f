package endpoints

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// A recording also contains calls to other services. A call to the service at an undocumented path
// looks like one of those. It counts as a stray call to the service if it goes to the address of
// recognised calls, has the token of one of them, and its path has words of this protocol or its
// body has the members. That is known only after all calls are read.

// Strays keeps the calls that may be strays, and the addresses that decide it.
type Strays struct {
	held  []*recording.Exchange
	bases map[string]map[string]bool // the Authorizations of calls to documented paths, by base address
	// matched are the base addresses of calls with a documented method and path.
	matched map[string]bool
	hidden  map[string]string // what calls to documented paths have in the place of a token, by base address
}

// Address is a call to a documented path, which may end in an id.
type Address struct {
	*recording.Exchange
	URL      *url.URL
	Path, ID string
}

// token returns the Authorization of a call.
func (c Address) token() string { return c.Request.Header.Get("Authorization") }

const (
	MaxStrays  = 200     // the number of calls that are kept
	maxBases   = 100     // also the number of tokens for each address
	heldOctets = 4 << 10 // the number of bytes of a body that are kept
)

// ourWords matches the last parts of a path that is meant for the service.
var ourWords = regexp.MustCompile(`(?i)/([a-z]+[_-])?(otp|limits?|purchases?)([/_.-]|[0-9a-f]{8}-|$)|otp/?$|/otp|customers?/details?|/open/op/`)

// AddressOf returns the part of a URL before its path.
func AddressOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// base returns the part of a URL before the documented part.
func (c Address) base() string { return AddressOf(c.URL) + strings.TrimSuffix(PathOf(c.URL), c.Path) }

// Postpones keeps a call to a documented path with a wrong method or a missing id, if no other call
// shows that its address belongs to the service. A web site may also have such paths. It reports
// whether the call was kept.
func (s *Strays) Postpones(c Address) bool {
	base := c.base()
	_, isDocumented := At(&c.Request, c.Path, c.ID)
	switch {
	case s.matched[base]:
		return false
	case isDocumented && len(s.matched) < maxBases:
		if s.matched == nil {
			s.matched = make(map[string]bool)
		}
		s.matched[strings.Clone(base)] = true
	}
	return !isDocumented && s.keep(c.Exchange)
}

// IsElsewhere reports whether a call to a documented path goes to another service: no call matched
// at its address, calls matched at others, and it has none of their tokens.
func (s *Strays) IsElsewhere(c Address) bool {
	if len(s.matched) == 0 || s.matched[c.base()] {
		return false
	}
	for _, tokens := range s.bases {
		if tokens[c.token()] {
			return false
		}
	}
	return true
}

// Recognise keeps the address and token of a call to a documented path. isCut reports whether a
// recorder removed a value.
func (s *Strays) Recognise(c Address, isCut func(string) bool) {
	base := c.base()
	token := c.token()
	if token == "" || isCut(token) { // a missing or removed token identifies no service
		s.hide(base, token)
		return
	}
	if s.bases == nil {
		s.bases = make(map[string]map[string]bool)
	}
	if s.bases[base] == nil && len(s.bases) < maxBases {
		s.bases[strings.Clone(base)] = make(map[string]bool)
	}
	if tokens := s.bases[base]; tokens != nil && len(tokens) < maxBases {
		tokens[strings.Clone(token)] = true
	}
}

// hide keeps a base address whose calls have no token that can be compared.
func (s *Strays) hide(base, token string) {
	if s.hidden == nil {
		s.hidden = make(map[string]string)
	}
	if _, known := s.hidden[base]; !known && len(s.hidden) < maxBases {
		s.hidden[strings.Clone(base)] = strings.Clone(token)
	}
}

// Hold keeps a call to an undocumented path until all others are read. It returns false for a call
// that is not meant for the service.
func (s *Strays) Hold(e *recording.Exchange, u *url.URL) bool {
	isSandbox := strings.Contains(u.Path, "/_assay/") // the path at which a build reads the OTP of a sandbox
	isSimilar := ourWords.MatchString(lastParts(u.Path)) || byBody(&e.Request) != ""
	return !isSandbox && isSimilar && s.keep(e)
}

// keep keeps a call if there is room for it.
func (s *Strays) keep(e *recording.Exchange) bool {
	if len(s.held) == MaxStrays {
		return false
	}
	kept := *e
	kept.Request.Body, kept.Request.Cut = beginning(e.Request.Body, e.Request.Cut)
	if e.Response != nil {
		answer := *e.Response
		answer.Body, answer.Cut = beginning(answer.Body, answer.Cut)
		kept.Response = &answer
	}
	s.held = append(s.held, &kept)
	return true
}

// lastParts returns the end of a path, with as many parts as the longest documented path.
func lastParts(path string) string {
	const most = 5
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	return "/" + strings.Join(parts[max(0, len(parts)-most):], "/")
}

func beginning(body []byte, cut int64) ([]byte, int64) {
	if len(body) <= heldOctets {
		return body, cut
	}
	return slices.Clone(body[:heldOctets]), cut + int64(len(body)-heldOctets)
}

// IsOurs reports whether a call goes to the service: its address begins with the base address of
// recognised calls, and it has a token of theirs.
func (s *Strays) IsOurs(e *recording.Exchange, u *url.URL) bool {
	for base, tokens := range s.bases {
		if strings.HasPrefix(AddressOf(u)+PathOf(u), base+"/") && tokens[e.Request.Header.Get("Authorization")] {
			return true
		}
	}
	return s.isNearly(e, u)
}

var (
	slashes  = regexp.MustCompile(`/{2,}`)
	versions = regexp.MustCompile(`^(/otp)?/api/v[0-9]+/`)
)

// isNearly reports whether a call without a token that can be compared goes to the service all the
// same: it follows the base address of calls of the same kind, and its path differs from a documented
// one in the version or by a second slash only. Other services may have other similar paths. It also
// has the members of a documented body or an id. No other service has the body of a lookup.
func (s *Strays) isNearly(e *recording.Exchange, u *url.URL) bool {
	meant := byBody(&e.Request)
	for base, token := range s.hidden {
		path, isBelow := strings.CutPrefix(AddressOf(u)+PathOf(u), base+"/")
		if !isBelow || token != e.Request.Header.Get("Authorization") {
			continue
		}
		near := versions.ReplaceAllString(slashes.ReplaceAllString("/"+path, "/"), "$1/api/v2/")
		whole, _, _ := DocumentedPath(near)
		if whole == near && (meant != "" || namesID(near)) || meant == spec.CustomerLookup {
			return true
		}
	}
	return false
}

// Knows reports whether calls to a base address have a token, or hide it in the same way.
func (s *Strays) Knows(base, token string) bool {
	hidden, isHidden := s.hidden[base]
	return s.bases[base][token] || isHidden && hidden == token
}

// Take returns the calls that were kept, and forgets them.
func (s *Strays) Take() []*recording.Exchange {
	held := s.held
	s.held = nil
	return held
}
