package partner

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/carts"
	"github.com/credit-partner/assay/steps/partner/customers"
)

// Some failures are known only when all requests have been read: one difference may be a
// customer who changed the cart or corrected a name, and one in all of them is a program's.

// charge prepares a failure, and gives what states it. It holds on to nothing of the
// request but the evidence.
func charge(q *request, name string, f result.Failure) func() {
	found := q.run.findings.at(obligation{q.endpoint, name})
	f = placed(q, f)
	return func() { found.fail(f) }
}

// chargeMember is charge for a member, with what the recording shows of it.
func chargeMember(q *request, name, expected, message string) func() {
	return charge(q, name, result.Failure{
		Path: name, Section: sectionOf(q.endpoint, name), Expected: expected, Actual: strings.Clone(judgement.Show(q.get(name))), Message: message,
	})
}

// seePerson takes in what a request says of a customer. What is faulty says nothing.
func (s *sequences) seePerson(q *request) {
	claim := customers.Claim{
		Endpoint: q.endpoint, ID: q.sound("id_number"), Email: q.text("email"),
		First: q.text("first_name"), Last: q.text("last_name"), Birth: q.text("date_of_birth"),
	}
	if len(q.faulty["id_number"]) == 0 { // a phone number that stands there may stand for the id
		claim.Phone = q.text("phone_number")
	}
	var names []string
	for _, member := range []string{"first_name", "last_name"} {
		if len(q.faulty[member]) == 0 {
			names = append(names, q.text(member))
		}
	}
	if len(names) > 1 {
		names = append(names, namesOf(&q.content)...)
	}
	s.people.See(claim, names)
	if !q.isRead { // where it goes is to be mended first
		return
	}
	claim.First, claim.Last, claim.Birth = q.sound("first_name"), q.sound("last_name"), q.sound("date_of_birth")
	s.people.Describe(claim, func(member string) func() {
		other := map[string]string{spec.SendOTP: "create limit", spec.CreateLimit: "send OTP"}[q.endpoint]
		return chargeMember(q, member, "what the "+other+" request for the same id_number says",
			member+" is another one than in the "+other+" request for the same id_number, and so for all customers")
	})
}

// sound is a member that is a text without a fault; else "".
func (c *content) sound(name string) string {
	if len(c.faulty[name]) > 0 {
		return ""
	}
	return c.text(name)
}

// seeCart takes in what a customer wants to buy, asks for or orders.
func (s *sequences) seeCart(q *request) {
	switch q.endpoint {
	case spec.VerifyOTP:
		s.carts.Verified(given(q, "data.id"), q.text("id_number"), q.text("item_value"), func() func() {
			return chargeMember(q, "item_value", "the cart value, in the unit of the prices of the items",
				"item_value is 100 times the order that follows, or a hundredth of it, and so for all customers")
		})
	case spec.CreateLimit:
		if !succeeded(q.exchange.Response) {
			return
		}
		s.carts.Asked(given(q, "data.customer_details.id"), q.text("id_number"), q.get("loan_amount").String(), func() func() {
			return chargeMember(q, "loan_amount", "the amount that the customer needs, in the unit of the cart value",
				"loan_amount is 100 times the verified cart value, or a hundredth of it, and so for all customers")
		})
	case spec.CreatePurchases:
		var prices []string
		for _, value := range q.each("items.#.item_value") {
			prices = append(prices, value.String())
		}
		s.carts.Ordered(q.text("customer_id"), carts.Total(prices), func() func() {
			if !q.run.issued.customers[strings.ToLower(q.text("customer_id"))] { // that nobody has the id is for another rule
				return nil
			}
			return chargeMember(q, "customer_id", "the customer whose cart it is",
				"the items cost what another customer verified just before and never ordered, and so in several orders")
		})
	}
}

// given is an id in the answer to a request that the service took; "" where it has none.
func given(q *request, path string) string {
	if !succeeded(q.exchange.Response) {
		return ""
	}
	if id := gjson.GetBytes(q.exchange.Response.Body, path).String(); !q.cut(id) {
		return id
	}
	return ""
}

// addCodes adds an item_code that another item has (section 2.2).
func addCodes(q *request) {
	const code = "items.#.item_code"
	if q.endpoint != spec.CreatePurchases || q.hiddenBy(code) != "" {
		return
	}
	order := make(map[string]carts.Item)
	for path, value := range q.each(code) {
		item := strings.TrimSuffix(path, ".item_code")
		of := carts.Item{Type: q.get(item + ".item_type").String(), Brand: q.get(item + ".item_brand").String()}
		if value.Type != gjson.String || isBlank(value) || q.isFaulty(code, path) || q.cut(value.Str+of.Type+of.Brand) ||
			q.isFaulty("items.#.item_type", item+".item_type") || q.isFaulty("items.#.item_brand", item+".item_brand") {
			continue
		}
		_, isOfOrder := order[value.Str]
		what := q.run.undocumented.codes.Other(order, value.Str, of)
		if what == "" || len(q.faulty[code]) >= maxFailures {
			continue
		}
		where := map[bool]string{true: "another item of the order", false: "an item of an earlier order"}[isOfOrder]
		addFault(q, code, path, "a code that identifies one item", "the code of "+where+", with "+what+" other than this item's")
	}
}
