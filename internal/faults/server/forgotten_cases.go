package server

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// forgottenCaseFaults check the token in all branches of an endpoint except one.
func forgottenCaseFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, endpoint, breaks, why string, when func(c *faults.Call) bool) {
		all = append(all, faults.Fault{ID: endpoint + "-token-not-for-" + id, Breaks: breaks, Why: why, Mutator: lettingIn(endpoint, when)})
	}
	add("new-customers", faults.SendOTP, "OTP-13", "the branch for new customers sends an OTP to anybody who asks", func(c *faults.Call) bool { return c.Text("first_name") != "" })
	add("self-employed", faults.CreateLimit, "LIM-22", "the branch for self-employed customers gives a limit to anybody who asks", isSelfEmployed)
	add("several-items", faults.CreateOrder, "PUR-17", "the branch for several items takes orders of anybody", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("emails", faults.Lookup, "LKP-12", "the search by email answers anybody", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "email" })
	add("id-numbers", faults.Lookup, "LKP-12", "the search by id number answers anybody", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "NATIONAL_ID" })
	add("government", faults.CreateLimit, "LIM-22", "the branch for government employees gives a limit to anybody who asks", isGovernment)
	for _, field := range []string{"phoneNumber", "memberId", "PASSPORT"} {
		add(strings.ToLower(field), faults.Lookup, "LKP-12", "the search by "+field+" answers anybody", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == field })
	}
	add("delivery", faults.CreateOrder, "PUR-17", "the branch for deliveries takes orders of anybody", func(c *faults.Call) bool { return slices.Contains(c.Values("items.preferred_option"), "delivery") })
	add("string-orders", faults.CreateOrder, "PUR-17", "an order_id that is a string leads past the check", func(c *faults.Call) bool {
		_, isString := c.Body["order_id"].(string)
		return isString
	})
	add("several-items", faults.UpdateItems, "PUR-17", "the branch for several items takes updates of anybody", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	all = append(append(all, learnedCaseFaults()...), faults.Fault{ID: "customer-lookup-token-not-for-unsigned", Breaks: "LKP-12", Why: "a lookup without Sign passes by all checks", Mutator: servingUnsigned})
	for endpoint, breaks := range map[string]string{faults.FetchLimit: "LIM-22", faults.GetItem: "PUR-17", faults.CancelItem: "PUR-17"} {
		add("requests-without-content-type", endpoint, breaks, "the check is in the middleware that reads JSON, which a request without Content-Type does not reach", func(c *faults.Call) bool { return c.Request.Header.Get("Content-Type") == "" })
	}
	for endpoint, breaks := range map[string]string{faults.SendOTP: "OTP-13", faults.CreateLimit: "LIM-22", faults.CreateOrder: "PUR-17", faults.UpdateItems: "PUR-17", faults.Lookup: "LKP-12"} {
		all = append(all, faults.Fault{ID: endpoint + "-token-only-with-json", Breaks: breaks, Why: "a body that is not declared as JSON is read after the check for JSON", Mutator: servingUndeclared(endpoint)})
	}
	return append(all,
		faults.Fault{ID: "cancel-purchase-token-not-for-cancelled", Breaks: "PUR-17", Why: "who cancels what is cancelled is told so before the token is looked at", Mutator: unguardedOnce(faults.CancelItem, faults.CancelItem, faults.ByID)},
		faults.Fault{ID: "get-purchase-token-not-for-collected", Breaks: "PUR-17", Why: "what is collected is open to anybody", Mutator: unguardedOnce(faults.GetItem, faults.UpdateItems, faults.ByID)},
		faults.Fault{ID: "create-limit-token-not-for-known", Breaks: "LIM-22", Why: "who has a limit is told it before the token is looked at", Mutator: unguardedOnce(faults.CreateLimit, faults.CreateLimit, faults.ByPerson)},
		faults.Fault{ID: "get-purchase-token-not-for-cancelled", Breaks: "PUR-17", Why: "the archive of cancelled items is open to anybody", Mutator: unguardedOnce(faults.GetItem, faults.CancelItem, faults.ByID)},
		faults.Fault{ID: "cancel-purchase-token-not-for-collected", Breaks: "PUR-17", Why: "anybody cancels what is collected", Mutator: unguardedOnce(faults.CancelItem, faults.UpdateItems, faults.ByID)},
	)
}

func isSelfEmployed(c *faults.Call) bool {
	return faults.Get(c.Body, "self_employed_occupational_detail") != nil
}

func isGovernment(c *faults.Call) bool {
	return c.Text("employed_occupational_detail.employer_sector") == "government_sector"
}

// servingUndeclared reads a body without Content-Type as JSON, and does not check its token.
func servingUndeclared(endpoint string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint && c.Request.Header.Get("Content-Type") == "" {
				c.Authenticate()
				c.Request.Header.Set("Content-Type", "application/json")
			}
			return next(c)
		}
	}
}

// servingUnsigned answers a lookup without a Sign header as if it had passed every check.
func servingUnsigned(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.Lookup && c.Request.Header.Get("Sign") == "" {
			c.Authenticate()
			for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
				c.Request.Header.Set(name, "1")
			}
		}
		return next(c)
	}
}

// learnedCaseFaults do not check the token of a call about a customer or an item for which an
// earlier served call has met a condition.
func learnedCaseFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, endpoint, breaks, why string, learn func(c *faults.Call, a *faults.Answer) string, key func(*faults.Call) string) {
		all = append(all, faults.Fault{ID: endpoint + "-token-not-for-" + id, Breaks: breaks, Why: why, Mutator: unguardedLater(endpoint, learn, key)})
	}
	limitOf := func(is func(*faults.Call) bool, member string) func(*faults.Call, *faults.Answer) string {
		return func(c *faults.Call, a *faults.Answer) string {
			if c.Endpoint != faults.CreateLimit || !is(c) {
				return ""
			}
			return faults.Text(faults.Get(a.Body(), "data.customer_details."+member))
		}
	}
	add("government", faults.FetchLimit, "LIM-22", "anybody fetches the limit of a government employee", limitOf(isGovernment, "id"), faults.ByID)
	add("self-employed", faults.FetchLimit, "LIM-22", "anybody fetches the limit of a self-employed customer", limitOf(isSelfEmployed, "id"), faults.ByID)
	add("self-employed", faults.VerifyOTP, "OTP-13", "anybody verifies the OTP of a self-employed customer", limitOf(isSelfEmployed, "id_number"), faults.ByPerson)
	add("self-employed", faults.SendOTP, "OTP-13", "anybody has an OTP sent to an existing self-employed customer", limitOf(isSelfEmployed, "id_number"), faults.ByPerson)
	customer := func(c *faults.Call) string { return c.Text("customer_id") }
	add("self-employed", faults.CreateOrder, "PUR-17", "anybody buys for a self-employed customer", limitOf(isSelfEmployed, "id"), customer)
	phone := func(c *faults.Call) string { return faults.WithoutPlus(c.Text("value")) }
	for name, is := range map[string]func(*faults.Call) bool{"government": isGovernment, "self-employed": isSelfEmployed} {
		add(name, faults.Lookup, "LKP-12", "anybody looks up some kinds of customers", func(c *faults.Call, a *faults.Answer) string {
			if c.Endpoint != faults.CreateLimit || !is(c) {
				return ""
			}
			return faults.WithoutPlus(c.Text("phone_number"))
		}, phone)
	}
	nonce := func(c *faults.Call) string { return c.Request.Header.Get("Noncestr") }
	add("known-nonces", faults.Lookup, "LKP-12", "a lookup whose Noncestr was seen before passes by all checks", func(c *faults.Call, _ *faults.Answer) string {
		if c.Endpoint != faults.Lookup {
			return ""
		}
		return nonce(c)
	}, nonce)
	for endpoint, key := range map[string]func(*faults.Call) string{faults.GetItem: faults.ByID, faults.CancelItem: faults.ByID, faults.UpdateItems: firstItemID} {
		add("delivery", endpoint, "PUR-17", "items that are delivered are open to anybody", func(c *faults.Call, a *faults.Answer) string {
			if records := a.Records(); c.Endpoint == faults.CreateOrder && len(records) > 0 && records[0]["preferred_option"] == "delivery" {
				return faults.Text(records[0]["id"])
			}
			return ""
		}, key)
	}
	add("buyers", faults.FetchLimit, "LIM-22", "anybody fetches the limit of a customer who bought something", func(c *faults.Call, _ *faults.Answer) string {
		if c.Endpoint != faults.CreateOrder {
			return ""
		}
		return c.Text("customer_id")
	}, faults.ByID)
	add("collected", faults.UpdateItems, "PUR-17", "anybody updates what is collected", func(c *faults.Call, _ *faults.Answer) string {
		if c.Endpoint != faults.UpdateItems {
			return ""
		}
		return firstItemID(c)
	}, firstItemID)
	add("second-items", faults.CancelItem, "PUR-17", "anybody cancels the second item of an order", func(c *faults.Call, a *faults.Answer) string {
		if c.Endpoint != faults.CreateOrder {
			return ""
		}
		records := a.Records()
		if len(records) < 2 {
			return ""
		}
		return faults.Text(records[1]["id"])
	}, faults.ByID)
	return append(all, faults.Fault{ID: "send-otp-token-not-for-buyers", Breaks: "OTP-13", Why: "anybody has an OTP sent to a customer who bought something", Mutator: sendingToBuyers})
}

// firstItemID returns the id of the first item that an update names.
func firstItemID(c *faults.Call) string {
	if ids := c.Values("items.id"); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// unguardedLater serves calls without a valid token at one endpoint, if an earlier served call
// has taught it the key of the call.
func unguardedLater(endpoint string, learn func(c *faults.Call, a *faults.Answer) string, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		learned := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint {
				if known, _ := learned.Get(key(c)); known {
					c.Authenticate()
				}
			}
			a := next(c)
			if a.Served() {
				if about := learn(c, a); about != "" {
					learned.Put(about, true)
				}
			}
			return a
		}
	}
}

// sendingToBuyers sends an OTP without checking the token if the call names a customer who has an
// order.
func sendingToBuyers(next faults.Responder) faults.Responder {
	numbers, buyers := faults.NewStore[string](), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		if known, _ := buyers.Get(c.Text("id_number")); known && c.Endpoint == faults.SendOTP {
			c.Authenticate()
		}
		a := next(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.CreateLimit:
			numbers.Put(faults.Text(faults.Get(a.Body(), "data.customer_details.id")), c.Text("id_number"))
		case c.Endpoint == faults.CreateOrder:
			if number, known := numbers.Get(c.Text("customer_id")); known {
				buyers.Put(number, true)
			}
		}
		return a
	}
}

// unguardedOnce serves calls without a valid token at one endpoint, after another endpoint has
// served a call with the same key.
func unguardedOnce(endpoint, after string, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		served := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if known, _ := served.Get(key(c)); known && c.Endpoint == endpoint {
				c.Authenticate()
			}
			a := next(c)
			if c.Endpoint != after || !a.Served() {
				return a
			}
			served.Put(key(c), true)
			for _, id := range c.ItemIDs() {
				served.Put(id, true)
			}
			return a
		}
	}
}
