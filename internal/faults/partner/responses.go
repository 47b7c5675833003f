package partner

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// errConfused ends the day of a store that cannot handle an answer.
var errConfused = errors.New("the store does not understand the answer")

// responseFaults are stores that cannot handle an answer. They show only if the answers have
// another form than the plain one.
func responseFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "send-otp/needs-the-otp", Breaks: "COP-01", Forms: []string{"production"}, Why: "the OTP is looked for in the answer", CheckResponses: needs("send-otp", `"otp":`)},
		{ID: "send-otp/needs-an-object", Breaks: "COP-01", Forms: []string{"production"}, Why: "the answer must hold an object", CheckResponses: needs("send-otp", `"data":{`)},
		{ID: "customer-lookup/needs-a-limit", Breaks: "COP-02", Forms: []string{"no-limit"}, Why: "every customer is taken to have a limit", CheckResponses: needs("customer-lookup", `"creditLimitInfo":{`)},
		{ID: "customer-lookup/needs-a-profile", Breaks: "COP-02", Forms: []string{"no-limit"}, Why: "every customer is taken to have a profile", CheckResponses: needs("customer-lookup", `"baseInfo":{`)},
	}
	for _, e := range []struct{ owner, endpoint, first, amount string }{
		{"COP-03", "send-otp", "request_id", ""}, {"COP-03", "verify-otp", "request_id", "credit_limit"},
		{"COP-04", "create-limit", "request_id", "available_limit"}, {"COP-04", "fetch-limit", "request_id", "credit_limit"},
		{"COP-05", "create-purchases", "apiVersion", "item_value"}, {"COP-05", "get-purchase", "apiVersion", "interest_rate"},
		{"COP-05", "update-purchases", "apiVersion", "item_value"}, {"COP-05", "cancel-purchase", "apiVersion", ""},
		{"COP-06", "customer-lookup", "code", "creditLimit"},
	} {
		all = append(all,
			faults.Fault{ID: e.endpoint + "/no-extra-members", Breaks: e.owner, Forms: []string{"extra-members"}, Why: "a member that no table names ends the day", CheckResponses: refuses(e.endpoint, `"added_later"`)},
			faults.Fault{ID: e.endpoint + "/order-matters", Breaks: e.owner, Forms: []string{"other-order"}, Why: "the first member must be " + e.first, CheckResponses: begins(e.endpoint, `{"`+e.first)})
		if e.amount != "" {
			all = append(all, faults.Fault{ID: e.endpoint + "/whole-numbers", Breaks: e.owner, Forms: []string{"other-numbers"}, Why: e.amount + " must be written without a fraction", CheckResponses: whole(e.endpoint, e.amount)})
		}
	}
	for _, endpoint := range []string{"create-limit", "fetch-limit"} {
		all = append(all,
			faults.Fault{ID: endpoint + "/milliseconds", Breaks: "COP-04", Forms: []string{"whole-seconds"}, Why: "updated must have milliseconds", CheckResponses: matching(endpoint, updatedWithMillis)},
			faults.Fault{ID: endpoint + "/milliseconds-or-no-sale", Breaks: "COP-04", Forms: []string{"whole-seconds"}, Why: "without milliseconds in updated, nothing is sold, and the next customer is served", Configure: sellsNothingIf(endpoint, updatedWithMillis)})
	}
	return all
}

// sellsNothingIf lets a store go on after an answer that it cannot read, and make no call about a purchase.
func sellsNothingIf(endpoint string, part *regexp.Regexp) func(*samplepartner.Store) {
	return func(s *samplepartner.Store) {
		moreCustomers(s)
		isConfused, other := false, s.CheckResponse
		s.CheckResponse = func(at string, answer []byte) error {
			isConfused = isConfused || at == endpoint && !part.Match(answer)
			if other != nil {
				return other(at, answer)
			}
			return nil
		}
		editFirst(s, func(q *samplepartner.Request) {
			q.Skip = q.Skip || isConfused && strings.Contains(q.Endpoint, "-purchase")
		})
	}
}

// updatedWithMillis matches updated with milliseconds, as most services write it.
var updatedWithMillis = regexp.MustCompile(`"updated":\s*"[^"]+\.[0-9]{3}Z"`)

// matching returns a check that fails for an answer that does not match a pattern.
func matching(endpoint string, part *regexp.Regexp) func() samplepartner.ResponseCheck {
	return always(samplepartner.ResponseCheck(func(at string, answer []byte) error {
		if at == endpoint && !part.Match(answer) {
			return errConfused
		}
		return nil
	}))
}

// needs returns a check that fails if the first answer does not contain a text.
func needs(endpoint, part string) func() samplepartner.ResponseCheck {
	return func() samplepartner.ResponseCheck {
		seen := false
		return func(at string, answer []byte) error {
			if at != endpoint || seen {
				return nil
			}
			if seen = true; !bytes.Contains(answer, []byte(part)) {
				return errConfused
			}
			return nil
		}
	}
}

// always returns a function that returns the same value each time, so nothing is remembered.
func always[F any](f F) func() F { return func() F { return f } }

func refuses(endpoint, part string) func() samplepartner.ResponseCheck {
	return always[samplepartner.ResponseCheck](func(at string, answer []byte) error {
		if at == endpoint && bytes.Contains(answer, []byte(part)) {
			return fmt.Errorf("%s: %w", part, errConfused)
		}
		return nil
	})
}

func begins(endpoint, start string) func() samplepartner.ResponseCheck {
	return always[samplepartner.ResponseCheck](func(at string, answer []byte) error {
		if at == endpoint && !bytes.HasPrefix(answer, []byte(start)) {
			return errConfused
		}
		return nil
	})
}

// whole returns a check that fails for an amount that is written with the fraction .00.
func whole(endpoint, name string) func() samplepartner.ResponseCheck {
	return always[samplepartner.ResponseCheck](func(at string, answer []byte) error {
		_, rest, found := bytes.Cut(answer, []byte(`"`+name+`":`))
		if at != endpoint || !found {
			return nil
		}
		digits := bytes.TrimLeft(rest, "0123456789")
		if bytes.HasPrefix(digits, []byte(".00")) {
			return errConfused
		}
		return nil
	})
}
