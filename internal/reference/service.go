package reference

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"sort"
	"strings"
)

// Service is the credit service. It is safe for concurrent use and starts no goroutines. Create
// it with New.
type Service struct {
	options   Options
	tokenHash [sha256.Size]byte
	routes    routes
	ids       *ids
	stamps    stamps
	store     *store
}

// New returns a service that knows only the customers of its options.
func New(options Options) *Service {
	options = options.withDefaults()
	s := &Service{
		options:   options,
		tokenHash: sha256.Sum256([]byte(options.Token)),
		ids:       newIDs(options.Seed),
		stamps:    stamps{clock: options.Clock},
	}
	s.store = newStore(s.ids, s.stamps, options)
	s.store.settle(knownCustomers(options))
	s.routes = s.newRoutes()
	return s
}

// LastOTP returns the OTP that was last sent to a phone number, even if it is used. The number
// may be with or without its plus sign. It returns false if none was sent.
func (s *Service) LastOTP(phone string) (string, bool) {
	return s.store.lastOTP(phone)
}

// Adopt gives a limit to a customer who verified an OTP and asked for none, as if the account were
// an old one. It returns false if the id is unknown or the customer has a limit. A sandbox needs
// this: it cannot know whom the caller takes for an existing customer (4.1).
func (s *Service) Adopt(customerID string) bool {
	id, ok := canonicalID(customerID)
	details := TestCustomers()[0].person(s.options.StoreKey)
	details.email, details.passport = id+"@customers.example", ""
	return ok && s.store.adopt(id, details)
}

// ServeHTTP answers one request. Its HTTP status is below 500, unless Options.InvalidTokenStatus
// is not.
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

// serve checks the method, the token and the body, in this order, and then calls the handler,
// which checks the members.
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

// family selects the envelope of the answers of a path.
type family int

const (
	plain   family = iota // apiVersion, status, data: purchases
	tracked               // the same with a request_id: OTP and limits
	foreign               // code, msg, data, success: the lookup
)

// action is the behaviour of one method of a path.
type action struct {
	hasBody bool
	handle  func(*call) (answer, error)
}

// resource is one path with its methods.
type resource struct {
	family  family
	actions map[string]action
	allow   string
}

// routes are the paths of section 4: complete paths, and paths that are followed by an id.
type routes struct {
	whole map[string]resource
	below map[string]resource
}

func (s *Service) newRoutes() routes {
	send := newResource(tracked, map[string]action{http.MethodPost: {true, s.sendOTP}})
	verify := newResource(tracked, map[string]action{http.MethodPost: {true, s.verifyOTP}})
	return routes{
		whole: map[string]resource{
			"/api/v2/otp/send":   send,
			"/otp/api/v2/send":   send, // as the heading of 4.1 has it
			"/api/v2/otp/verify": verify,
			"/otp/api/v2/verify": verify, // as the heading of 4.2 has it
			"/api/v2/limits":     newResource(tracked, map[string]action{http.MethodPost: {true, s.createLimit}}),
			"/api/v2/purchases": newResource(plain, map[string]action{
				http.MethodPost: {true, s.createPurchases},
				http.MethodPut:  {true, s.updatePurchases}, // 4.8: the sample has no id in the path
			}),
			"/open/op/customer/detail": newResource(foreign, map[string]action{http.MethodPost: {true, s.lookUp}}),
		},
		below: map[string]resource{
			"/api/v2/limits": newResource(tracked, map[string]action{http.MethodGet: {false, s.fetchLimit}}),
			"/api/v2/purchases": newResource(plain, map[string]action{
				http.MethodGet:    {false, s.getPurchase},
				http.MethodPut:    {true, s.updatePurchases},
				http.MethodDelete: {false, s.cancelPurchase},
			}),
		},
	}
}

func newResource(f family, actions map[string]action) resource {
	methods := []string{http.MethodOptions}
	for method := range actions {
		methods = append(methods, method)
		if method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	sort.Strings(methods)
	return resource{family: f, actions: actions, allow: strings.Join(methods, ", ")}
}

func (r resource) action(method string) (action, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	act, ok := r.actions[method]
	return act, ok
}

// find returns the resource of a path, and the id at its end.
func (r routes) find(path string) (target resource, id string, found bool) {
	if target, found = r.whole[path]; found {
		return target, "", true
	}
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 || cut == len(path)-1 {
		return resource{}, "", false
	}
	target, found = r.below[path[:cut]]
	return target, path[cut+1:], found
}

// authorized reports whether there is exactly one Authorization header and it carries the
// accepted bearer token (section 5). It compares hashes in constant time, so that the time
// reveals neither the length nor a prefix of the token.
func (s *Service) authorized(header http.Header) bool {
	values := header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	given := sha256.Sum256([]byte(strings.TrimSpace(token)))
	same := subtle.ConstantTimeCompare(given[:], s.tokenHash[:]) == 1
	return same && strings.EqualFold(scheme, "Bearer")
}

// invalidToken returns the refusal of a call without the accepted token. For the lookup, its body
// is that of section 7.
func (s *Service) invalidToken(f family) error {
	if f == foreign {
		return &refusal{
			status:  s.options.InvalidTokenStatus,
			code:    http.StatusInternalServerError,
			message: "invalid token",
		}
	}
	return refuse(http.StatusUnauthorized, "Authorization must carry a valid bearer token")
}
