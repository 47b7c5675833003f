package driver

import (
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/spec"
)

// Endpoints tell what the target was seen to serve, in the order of section 4.
func (r *Run) Endpoints() []history.Summary {
	var all []history.Summary
	for _, name := range spec.Names() {
		all = append(all, r.Traffic.Of(name).Sum(name))
	}
	return all
}

// IsNeverServed is what broke in the calls of an endpoint that has served none of
// them; nil where it has served one, or was not called.
func (r *Run) IsNeverServed(endpoint string) error {
	if r.Traffic.Of(endpoint).Sum(endpoint).Served > 0 {
		return nil
	}
	if broken := r.Calls.Broken(endpoint, func(*Call) bool { return true }); len(broken) > 0 {
		return broken[0]
	}
	return nil
}
