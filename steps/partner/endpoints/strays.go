package endpoints

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
)

// A recording holds calls to other services, too, and a call to the service at a path
// that is not documented looks like one of those. It is a stray where it goes to the
// address of calls that were recognised, with the token that they carry, and its path
// has the words of this protocol, or its body the members. That is known when all calls have been read.

// Strays are the calls that may be some, and the addresses that tell.
type Strays struct {
	held  []*recording.Exchange
	bases map[string]map[string]bool // addresses that documented paths follow, each with the Authorization of calls to it
	// matched are the addresses that calls with a documented method and path follow.
	matched map[string]bool
}

// Address is a call to a documented path, which may end in an id.
type Address struct {
	*recording.Exchange
	URL      *url.URL
	Path, ID string
}

// token is the Authorization of a call.
func (c Address) token() string { return c.Request.Header.Get("Authorization") }

const (
	MaxStrays  = 200     // that are held
	maxBases   = 100     // and as many tokens of each
	heldOctets = 4 << 10 // of a body
)

// ourWords are in the last parts of a path that is meant for the service.
var ourWords = regexp.MustCompile(`(?i)/([a-z]+[_-])?(otp|limits?|purchases?)([/_.-]|[0-9a-f]{8}-|$)|otp/?$|/otp|customers?/details?|/open/op/`)

// AddressOf is what comes before the path of a call.
func AddressOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// base is what comes before the documented part of an address.
func (c Address) base() string { return AddressOf(c.URL) + strings.TrimSuffix(PathOf(c.URL), c.Path) }

// Postpones keeps a call to a documented path that has no such method, or lacks its id,
// where no other call shows that its address is that of the service. A web site may have
// such paths, too.
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

// IsElsewhere tells a call to a documented path that is at an address where no call
// matched, while others did elsewhere, and that has no token of theirs.
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

// Recognise keeps the address of a call to a documented path. isCut tells what a recorder
// removed.
func (s *Strays) Recognise(c Address, isCut func(string) bool) {
	base := c.base()
	token := c.token()
	if token == "" || isCut(token) {
		return // what every call has tells nothing
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

// Hold keeps a call to an undocumented path until all others have been read. It is false
// for a call that is none of the service's.
func (s *Strays) Hold(e *recording.Exchange, u *url.URL) bool {
	isSandbox := strings.Contains(u.Path, "/_assay/") // where a build reads the OTP of a sandbox
	isSimilar := ourWords.MatchString(lastParts(u.Path)) || byBody(&e.Request) != ""
	return !isSandbox && isSimilar && s.keep(e)
}

// keep holds on to a call, if there is room for it.
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

// lastParts are as many parts of a path as a documented path has at most.
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

// IsOurs tells whether a call goes to the service: below a base address of calls that
// were recognised, with a token of theirs.
func (s *Strays) IsOurs(e *recording.Exchange, u *url.URL) bool {
	for base, tokens := range s.bases {
		if strings.HasPrefix(AddressOf(u)+PathOf(u), base+"/") && tokens[e.Request.Header.Get("Authorization")] {
			return true
		}
	}
	return false
}

// Knows tells whether calls to a base address carry a token.
func (s *Strays) Knows(base, token string) bool { return s.bases[base][token] }

// Take gives the calls that are held, and forgets them.
func (s *Strays) Take() []*recording.Exchange {
	held := s.held
	s.held = nil
	return held
}
