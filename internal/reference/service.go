package reference

import (
	"crypto/sha256"
	"net/http"
)

// Service is the credit service. It is safe for concurrent use and runs no
// goroutines of its own. Make one with New.
type Service struct {
	options   Options
	tokenHash [sha256.Size]byte
	routes    routes
	ids       *ids
	stamps    *stamps
	store     *store
}

// New makes a service that knows the customers of its options and nobody else.
func New(options Options) *Service {
	options = options.withDefaults()
	s := &Service{
		options:   options,
		tokenHash: sha256.Sum256([]byte(options.Token)),
		ids:       newIDs(options.Seed),
		stamps:    newStamps(options.Clock),
	}
	s.store = newStore(s.ids, s.stamps, options)
	s.store.settle(knownCustomers(options))
	s.routes = s.newRoutes()
	return s
}

// LastOTP tells the OTP that was last sent to a phone number, with or without
// its plus sign, whether it is still alive or not; false when none was sent.
func (s *Service) LastOTP(phone string) (string, bool) {
	return s.store.lastOTP(phone)
}

// ServeHTTP answers one request; it never answers with an HTTP status of 500
// or above.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, id, found := s.routes.find(r.URL.Path)
	c := &call{request: r, id: id, family: target.family}
	if target.family == tracked {
		c.requestID = s.ids.next()
	}
	if found && r.Method == http.MethodOptions {
		w.Header().Set("Allow", target.allow)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var given answer
	err := refuse(http.StatusNotFound, "there is nothing at this path")
	if found {
		given, err = s.serve(w.Header(), target, c)
	}
	c.respond(w, given, err)
}

// serve holds the order of the questions: method, token, body, and only then
// the members.
func (s *Service) serve(header http.Header, target resource, c *call) (answer, error) {
	act, ok := target.action(c.request.Method)
	if !ok {
		header.Set("Allow", target.allow)
		return answer{}, refuse(http.StatusMethodNotAllowed, "this path takes %s", target.allow)
	}
	if !s.authorized(c.request.Header) {
		header.Set("WWW-Authenticate", "Bearer")
		return answer{}, s.invalidToken(c.family)
	}
	if act.hasBody {
		if err := c.readBody(s.options.MaxBody); err != nil {
			return answer{}, err
		}
	}
	return act.handle(c)
}
