package customers

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// laterFaults show only after something has happened to a customer. Examples are a nearly used-up
// limit, a cancel of everything, an earlier refusal, or an OTP that was never verified.
func laterFaults() []faults.Fault {
	fault := func(id, breaks, why string, p faults.Mutator) faults.Fault {
		return faults.Fault{ID: id, Breaks: breaks, Why: why, Mutator: p}
	}
	all := []faults.Fault{
		fault("fetch-limit-spent-no-status", "FLM-06", "the limit of a customer who spent nearly all of it has no status", faults.On(faults.FetchLimit, whereSpent("data.credit_limit_details.", "credit_limit", "available_limit", faults.Put("data.credit_limit_details.credit_limit_status", nil)))),
		fault("fetch-limit-drops-zero-available", "FLM-06", "an available_limit of 0 is left out", faults.On(faults.FetchLimit, func(_ *faults.Call, a *faults.Answer) {
			if path := "data.credit_limit_details.available_limit"; faults.Text(faults.Get(a.Body(), path)) == "0" {
				faults.Drop(a.Touch().Body(), path)
			}
		})),
		fault("fetch-limit-spent-missing", "FLM-01", "the limit of a customer who spent nearly all of it is not found", faults.On(faults.FetchLimit, whereSpent("data.credit_limit_details.", "credit_limit", "available_limit", refusing(404)))),
		fault("customer-lookup-spent-empty", "LKP-05", "a customer who spent nearly the whole limit is looked up without one", faults.OnFound(whereSpent(faults.LookupCredit, "creditLimit", "availableLimit", faults.Put("data.creditLimitInfo", nil)))),
		fault("customer-lookup-last-twentieth-empty", "LKP-05", "a customer who has less than a twentieth of the limit left is looked up without one", faults.OnFound(whereLess(20, faults.LookupCredit, "creditLimit", "availableLimit", faults.Put("data.creditLimitInfo", nil)))),
		fault("verify-otp-beyond-limit-no-status", "VER-06", "a cart that costs more than the limit verifies without credit_limit_status", faults.On(faults.VerifyOTP, beyondTheLimit(faults.Put("data.credit_limit_status", nil)))),
		fault("fetch-limit-after-purchase-other-id", "FLM-07", "the limit of who bought something is fetched with the id of the order's row", onBuyers(faults.FetchLimit, faults.Put(faults.CustomerDetails+"id", "3f2f0c1e-5b7a-4c6d-8e9f-0a1b2c3d4e5f"))),
		{ID: "fetch-limit-of-many-items-fails", Breaks: "FLM-01", ShownBy: "PUR-08", Why: "the limit of who bought more than nine items ends in an error", Mutator: onManyItems(faults.FetchLimit, refusing(500))},
		fault("update-purchases-of-many-items-fails", "UPD-01", "an item of who bought more than nine items cannot be updated", onManyItems(faults.UpdateItems, refusing(422))),
		fault("cancel-purchase-of-many-items-fails", "CAN-01", "an item of who bought more than nine items cannot be cancelled", onManyItems(faults.CancelItem, refusing(422))),
		{ID: "customer-lookup-of-many-items-empty", Breaks: "LKP-05", ShownBy: "PUR-08", Why: "who bought more than nine items is looked up without a limit", Mutator: onManyItems(faults.Lookup, faults.Put("data.creditLimitInfo", nil))},
		fault("fetch-limit-cancelled-missing", "FLM-01", "the limit of a customer who cancelled all items is not found", onAllCancelled(refusing(404))),
		fault("fetch-limit-unproved-missing", "FLM-01", "the limit of a customer who verified no OTP is not found", onUnproved(faults.FetchLimit, refusing(404))),
		fault("create-limit-merges-by-phone", "LIM-20", "who has the phone number of a customer is given that customer's limit", merging(func(asked faults.Object) string { return faults.WithoutPlus(faults.Text(asked["phone_number"])) })),
		fault("create-limit-keeps-refused-name", "LIM-09", "the name of a limit request that was refused stays", keepingRefusedName()),
		fault("send-otp-foreign-phone-locks", "OTP-01", "an OTP that is asked for with a foreign phone locks the customer's own", lockingOwnPhone()),
		fault("verify-otp-other-path-any", "VER-10", "any OTP verifies at the form of the path that the heading shows", atHeading(faults.VerifyOTP, resembling(func(_, given string) bool { return len(given) == 6 }))),
		fault("send-otp-other-path-any-phone", "OTP-14", "an OTP is sent to any phone at the form of the path that the heading shows", atHeading(faults.SendOTP, straying(
			func(*otpBook, *faults.Call, string) bool { return true }, func(phone, theirs string) bool { return phone != theirs }))),
		fault("create-limit-cuts-first", "LIM-01", "the first attempt of each limit request is cut off", cuttingFirst(faults.CreateLimit, faults.ByPerson)),
		fault("customer-lookup-cuts-first", "LKP-01", "the first attempt of each lookup is cut off", cuttingFirst(faults.Lookup, func(c *faults.Call) string { return c.Text("queryFieldEnum") + c.Text("value") })),
	}
	for _, cross := range []struct{ asked, field string }{{"NATIONAL_ID", "mobile"}, {"email", "mobile"}, {"memberId", "NATIONAL_ID"}} {
		all = append(all, fault(faults.Kebab("customer-lookup-"+cross.asked+"-finds-by-"+cross.field), "LKP-13", "a lookup by "+cross.asked+" finds whoever has the value as "+cross.field, crossing(cross.asked, cross.field)))
	}
	return all
}

// whereSpent edits answers about a limit of which less than a fifth is available.
func whereSpent(at, total, left string, edit func(*faults.Call, *faults.Answer)) func(*faults.Call, *faults.Answer) {
	return whereLess(5, at, total, left, edit)
}

// beyondTheLimit edits the results of carts that cost more than the limit.
func beyondTheLimit(edit func(*faults.Call, *faults.Answer)) func(*faults.Call, *faults.Answer) {
	return func(c *faults.Call, a *faults.Answer) {
		limit, _ := strconv.ParseFloat(faults.Text(faults.Get(a.Body(), "data.credit_limit")), 64)
		if cart, err := strconv.ParseFloat(c.Text("item_value"), 64); err == nil && limit > 0 && cart > limit {
			edit(c, a)
		}
	}
}

// whereLess edits answers about a limit of which less than one part in parts is available.
func whereLess(parts float64, at, total, left string, edit func(*faults.Call, *faults.Answer)) func(*faults.Call, *faults.Answer) {
	number := func(a *faults.Answer, name string) float64 {
		n, _ := strconv.ParseFloat(faults.Text(faults.Get(a.Body(), at+name)), 64)
		return n
	}
	return func(c *faults.Call, a *faults.Answer) {
		if limit := number(a, total); limit > 0 && number(a, left) < limit/parts {
			edit(c, a)
		}
	}
}

// onAllCancelled edits the answers of fetch about customers who bought something and cancelled
// all of it.
func onAllCancelled(edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		buyers, bought, cancelled := faults.NewStore[string](), faults.NewCounter(), faults.NewCounter()
		return faults.On(faults.CreateOrder+" "+faults.CancelItem+" "+faults.FetchLimit, func(c *faults.Call, a *faults.Answer) {
			switch c.Endpoint {
			case faults.CreateOrder:
				for _, r := range a.Records() {
					buyers.Put(faults.Text(r["id"]), c.Text("customer_id"))
					bought.Next(c.Text("customer_id"))
				}
			case faults.CancelItem:
				buyer, _ := buyers.Get(c.ID)
				cancelled.Next(buyer)
			default:
				if n := bought.Count(c.ID); n > 0 && n == cancelled.Count(c.ID) {
					edit(c, a)
				}
			}
		})(next)
	}
}

// onManyItems edits the answers about customers who bought more than nine items.
func onManyItems(endpoint string, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		const many = 9
		bought, numbers, buyers := faults.NewCounter(), faults.NewStore[string](), faults.NewStore[string]()
		return faults.On(faults.CreateLimit+" "+faults.CreateOrder+" "+endpoint, func(c *faults.Call, a *faults.Answer) {
			switch c.Endpoint {
			case faults.CreateLimit:
				numbers.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id_number")), faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")))
			case faults.CreateOrder:
				for _, record := range a.Records() {
					bought.Next(c.Text("customer_id"))
					buyers.Put(faults.Text(record["id"]), c.Text("customer_id"))
				}
			default:
				id := c.ID
				if c.Endpoint == faults.Lookup {
					id, _ = numbers.Get(faults.Text(faults.Get(a.Body(), "data.baseInfo.nationalIdNo")))
				}
				for _, item := range c.ItemIDs() {
					if buyer, isKnown := buyers.Get(item); isKnown {
						id = buyer
					}
				}
				if bought.Count(id) > many {
					edit(c, a)
				}
			}
		})(next)
	}
}

// onUnproved edits the answers about customers who were given a limit without verifying an OTP.
func onUnproved(endpoint string, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		proved, unproved := faults.NewSet(), faults.NewSet()
		return faults.On(faults.VerifyOTP+" "+faults.CreateLimit+" "+endpoint, func(c *faults.Call, a *faults.Answer) {
			id := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id"))
			switch is, known := unproved.Get(id); {
			case c.Endpoint == faults.VerifyOTP:
				proved.Put(faults.ByPerson(c), true)
			case c.Endpoint == faults.CreateLimit && !known:
				has, _ := proved.Get(faults.ByPerson(c))
				unproved.Put(id, !has)
			case c.Endpoint == endpoint && is:
				edit(c, a)
			}
		})(next)
	}
}

// keepingRefusedName gives a new customer the first name from an earlier limit request that was
// refused.
func keepingRefusedName() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		refused := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.CreateLimit || !c.Authorized() {
				return a
			}
			name, was := refused.Get(faults.ByPerson(c))
			switch {
			case !a.Served() && c.Text("first_name") != "":
				refused.Put(faults.ByPerson(c), c.Text("first_name"))
			case a.Served() && was:
				faults.Put(faults.CustomerDetails+"first_name", name)(c, a)
			}
			return a
		}
	}
}

// lockingOwnPhone refuses a customer's own phone after an OTP was requested with another phone.
func lockingOwnPhone() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		b, locked := newOTPBook(), faults.NewSet()
		next = b.keep(next)
		return func(c *faults.Call) *faults.Answer {
			theirs, has := b.phones.Get(faults.ByPerson(c))
			if c.Endpoint != faults.SendOTP || !has || !c.Authorized() {
				return next(c)
			}
			if locked.Has(faults.ByPerson(c)) && faults.ByPhone(c) == theirs {
				return faults.Refusal(c, 422, "the phone number is not the customer's")
			}
			if faults.ByPhone(c) != theirs {
				locked.Put(faults.ByPerson(c), true)
			}
			return next(c)
		}
	}
}

// atHeading applies a deviation of one endpoint only to calls at the path that the heading shows.
func atHeading(endpoint string, wrong faults.Mutator) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		broken := wrong(next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint && !strings.HasPrefix(c.Request.URL.Path, "/otp/") {
				return next(c)
			}
			return broken(c)
		}
	}
}

// cuttingFirst closes the connection on the first call of each key.
func cuttingFirst(endpoint string, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint && c.Authorized() && t.Next(key(c)) == 1 {
				panic(http.ErrAbortHandler)
			}
			return next(c)
		}
	}
}

// crossing searches another field if the lookup by the requested field finds nothing.
func crossing(asked, field string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.Lookup || !c.Authorized() || c.Text("queryFieldEnum") != asked || faults.Found(c, a) {
				return a
			}
			other := next(c.Subrequest("POST", c.Request.URL.Path, faults.Object{"queryFieldEnum": field, "value": c.Body["value"]}))
			if faults.Found(c, other) {
				return other
			}
			return a
		}
	}
}
