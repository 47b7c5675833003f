package openapi

import (
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// notShown is the description of every response that the specification leaves open.
const notShown = "Not shown: section 7 gives no error status and no error body for this endpoint."

// Build returns the document. It fails if the schemas use something that OpenAPI cannot express,
// or that this package does not know.
func Build() (*Document, error) {
	schemas, err := componentSchemas()
	if err != nil {
		return nil, err
	}
	return &Document{
		OpenAPI: version,
		Info: info{
			Title: "Consumer Credit Partner Service", Version: "2.0",
			Description: "Made by assay from the schemas that it uses to certify builds. An anyOf titled with a tolerance " +
				"lists the readings of one documented inconsistency, the normative one first. What this document does not say, " +
				"the specification does not say.",
		},
		Servers:  []server{{URL: "https://service.example", Description: "stands for {base_url} (section 1)"}},
		Security: []map[string][]string{{"accessToken": {}}},
		Tags: []tag{
			{spec.CapabilityOTP, "OTP verification (sections 4.1, 4.2)"},
			{spec.CapabilityLimits, "Credit limits (sections 4.3, 4.4)"},
			{spec.CapabilityLookup, "Customer detail lookup (section 4.5)"},
			{spec.CapabilityPurchases, "Purchases (sections 4.6 to 4.9)"},
		},
		Paths: allPaths(),
		Components: components{
			SecuritySchemes: map[string]securityScheme{"accessToken": {
				Type: "http", Scheme: "bearer", Description: "How a token is obtained and how long it is valid: not shown (section 5).",
			}},
			Schemas: schemas,
		},
	}, nil
}

// allPaths returns every operation, grouped by path.
func allPaths() paths {
	var all paths
	for _, e := range spec.Endpoints() {
		for n, at := range pathsOf(e) {
			one := method{strings.ToLower(e.Method), operationOf(e, n)}
			i := slices.IndexFunc(all, func(p path) bool { return p.at == at })
			if i < 0 {
				all = append(all, path{at: at, operations: []method{one}})
				continue
			}
			all[i].operations = append(all[i].operations, one)
		}
	}
	return all
}

// operationOf returns the operation of an endpoint at the n-th of its paths.
func operationOf(e spec.Endpoint, n int) operation {
	o := operation{
		OperationID: operationID(e), Tags: []string{e.Capability}, Summary: e.Summary, Endpoint: e.Name, Section: e.Section,
		Responses: responses(e),
	}
	if n > 0 {
		o.OperationID += "AtTheOtherPath"
	}
	if all := pathsOf(e); len(all) > 1 {
		o.Description = "The specification shows two paths for this endpoint, " + strings.Join(all, " and ") +
			". A build that serves either of them conforms."
	}
	if e.ID != "" && n == 0 {
		o.Parameters = append(o.Parameters, pathParameter(e.ID))
	}
	if e.HasOwnEnvelope() {
		o.Parameters = append(o.Parameters, signing()...)
	}
	if e.Request != "" {
		o.RequestBody = &body{Required: true, Content: asJSON(ref(e.Request))}
	}
	return o
}

func pathParameter(name string) parameter {
	return parameter{Name: name, In: "path", Required: true, Description: "UUID of the customer or of the purchase item", Schema: ref("uuid")}
}

// signing returns the headers that the lookup needs besides the token (section 5).
func signing() []parameter {
	var all []parameter
	for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		all = append(all, parameter{
			Name: name, In: "header", Required: true,
			Description: "Its form and how it is computed: not shown (section 5).", Schema: object{"type": "string"},
		})
	}
	return all
}

func responses(e spec.Endpoint) map[string]response {
	if e.HasOwnEnvelope() {
		return lookupResponses()
	}
	return map[string]response{
		strconv.Itoa(e.Success): {Description: "Success (section " + e.Section + ")", Content: asJSON(every(e.Answer...))},
		"default":               {Description: notShown},
	}
}

// lookupResponses returns the responses of section 4.5. Section 7 gives the body of the response
// to an invalid token, but not its HTTP status.
func lookupResponses() map[string]response {
	with := every("lookup-envelope", "lookup-success", "lookup-with-limit")
	with["title"] = "the customer has a limit"
	without := every("lookup-envelope", "lookup-success", "lookup-without-limit")
	without["title"] = "the customer has no limit"
	invalid := every("lookup-invalid-token")
	invalid["title"] = "the token is invalid"
	other := object{"title": "any other refusal", "description": "Not shown (section 7)."}
	return map[string]response{
		"200":     {Description: "The customer, the address to sign up at or, in a body with code 500, an invalid token", Content: asJSON(object{"anyOf": []any{with, without, invalid}})},
		"default": {Description: "An invalid token, under whichever status (section 7), or what the specification does not show", Content: asJSON(object{"anyOf": []any{invalid, other}})},
	}
}
