package reference

import (
	"net/http"
	"sort"
	"strings"
)

// family says which envelope the answers of a path wear.
type family int

const (
	plain   family = iota // apiVersion, status, data: purchases
	tracked               // the same and a request_id: OTP and limits
	foreign               // code, msg, data, success: the lookup
)

// action is what one method of a path does.
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

// routes are the paths of section 4: whole ones, and those one id below.
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

// find gives the resource of a path, and the id that the path ends in.
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
