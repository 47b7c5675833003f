package samplepartner

import (
	"bytes"
	"errors"
	"fmt"
)

// errConfused ends a day.
var errConfused = errors.New("the store does not understand the answer")

// Clumsinesses lists every planted way not to cope with an answer. The list is
// the caller's own.
func Clumsinesses() []Clumsiness {
	all := []Clumsiness{
		{"send-otp/needs-the-otp", "COP-01", "production", "the OTP is looked for in the answer", needs("send-otp", `"otp":`)},
		{"send-otp/needs-an-object", "COP-01", "production", "the answer must hold an object", needs("send-otp", `"data":{`)},
		{"customer-lookup/needs-a-limit", "COP-02", "no-limit", "every customer is taken to have a limit", needs("customer-lookup", `"creditLimitInfo":{`)},
		{"customer-lookup/needs-a-profile", "COP-02", "no-limit", "every customer is taken to have a profile", needs("customer-lookup", `"baseInfo":{`)},
	}
	for _, e := range []struct{ owner, endpoint, first, amount string }{
		{"COP-03", "send-otp", "request_id", ""}, {"COP-03", "verify-otp", "request_id", "credit_limit"},
		{"COP-04", "create-limit", "request_id", "available_limit"}, {"COP-04", "fetch-limit", "request_id", "credit_limit"},
		{"COP-05", "create-purchases", "apiVersion", "item_value"}, {"COP-05", "get-purchase", "apiVersion", "interest_rate"},
		{"COP-05", "update-purchases", "apiVersion", "item_value"}, {"COP-05", "cancel-purchase", "apiVersion", ""},
		{"COP-06", "customer-lookup", "code", "creditLimit"},
	} {
		all = append(all,
			Clumsiness{e.endpoint + "/no-extra-members", e.owner, "extra-members", "a member that no table names ends the day", refuses(e.endpoint, `"added_later"`)},
			Clumsiness{e.endpoint + "/order-matters", e.owner, "other-order", "the first member must be " + e.first, begins(e.endpoint, `{"`+e.first)})
		if e.amount != "" {
			all = append(all, Clumsiness{e.endpoint + "/whole-numbers", e.owner, "other-numbers", e.amount + " must be written without a fraction", whole(e.endpoint, e.amount)})
		}
	}
	return all
}

// needs cannot go on without a part of the first answer.
func needs(endpoint, part string) func() Look {
	return func() Look {
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

// always looks in the same way, whatever came before.
func always(look Look) func() Look { return func() Look { return look } }

func refuses(endpoint, part string) func() Look {
	return always(func(at string, answer []byte) error {
		if at == endpoint && bytes.Contains(answer, []byte(part)) {
			return fmt.Errorf("%s: %w", part, errConfused)
		}
		return nil
	})
}

func begins(endpoint, start string) func() Look {
	return always(func(at string, answer []byte) error {
		if at == endpoint && !bytes.HasPrefix(answer, []byte(start)) {
			return errConfused
		}
		return nil
	})
}

// whole cannot read an amount that is written with a fraction of nothing.
func whole(endpoint, name string) func() Look {
	return always(func(at string, answer []byte) error {
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
