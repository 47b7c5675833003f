package openapi

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// pathsOf are those of an endpoint: the first is that of the endpoint line, the
// others are tolerated.
func pathsOf(e spec.Endpoint) []string {
	all := []string{e.Path}
	if e.ID != "" {
		all[0] += "/{" + e.ID + "}"
	}
	if e.OtherPath != "" {
		all = append(all, e.OtherPath)
	}
	return all
}

// operationID is the name of an endpoint, "sendOtp" of send-otp.
func operationID(e spec.Endpoint) string {
	if e.Name == spec.CustomerLookup {
		return "lookUpCustomer"
	}
	words := strings.Split(e.Name, "-")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}
