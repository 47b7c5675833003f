package wording

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// EndpointOf finds the operation that a requirement's "METHOD PATH" means. The
// update is documented with and without the id in its path (section 4.8).
func EndpointOf(methodAndPath string) (spec.Endpoint, bool) {
	method, path, _ := strings.Cut(methodAndPath, " ")
	for _, e := range spec.Endpoints() {
		if e.Method == method && (samePattern(e.Pattern(), path) || (e.ID != "" && e.OtherPath == path)) {
			return e, true
		}
	}
	return spec.Endpoint{}, false
}

// samePattern compares two paths whose parameters may be written ":id" or "{id}".
func samePattern(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		bothParameters := isParameter(as[i]) && isParameter(bs[i])
		if as[i] != bs[i] && !bothParameters {
			return false
		}
	}
	return true
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "{")
}
