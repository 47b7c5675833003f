package server

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
	"github.com/credit-partner/assay/steps/vocabulary"
)

// The states that one sentence provides for the next.
const (
	theCustomer      vocabulary.State = "a customer"
	theOther         vocabulary.State = "another customer"
	theOTP           vocabulary.State = "an OTP of the customer's"
	thePurchase      vocabulary.State = "a purchase"
	theOtherPurchase vocabulary.State = "a second purchase"
	theFirstItem     vocabulary.State = "a first item of a purchase"
	theSecondItem    vocabulary.State = "a second item of a purchase"
	theThirdItem     vocabulary.State = "a third item of a purchase"
	theTwoOrders     vocabulary.State = "two orders that have something in common"

	theCalls       vocabulary.State = "calls that are sure to be made"
	theAnswers     vocabulary.State = "answers to judge"
	aboutItems     vocabulary.State = "answers about purchase items"
	aboutCustomers vocabulary.State = "answers about customers"

	theUnchangedState          vocabulary.State = "a note of what a call may change"
	thePersonWithSharedDetails vocabulary.State = "a person who has details of a customer"
	theStrayOTP                vocabulary.State = "an OTP that was asked for with somebody's phone"
	theReadings                vocabulary.State = "readings that were tried"
	theWalk                    vocabulary.State = "a walk through the states"
	theCombinations            vocabulary.State = "combinations that were sent"
	theKnownItem               vocabulary.State = "an item beside those that nobody bought"
	theCancelledItem           vocabulary.State = "an item that was cancelled"
)

// remedies are steps that provide each state.
var remedies = map[vocabulary.State]string{
	theCustomer:                "Given a customer with a credit limit",
	theOther:                   "Given another customer with a credit limit",
	theOTP:                     "Given an OTP was sent to the customer",
	thePurchase:                "Given a purchase",
	theOtherPurchase:           "Given another customer's purchase of 2 items",
	theFirstItem:               "Given a purchase",
	theSecondItem:              "Given a purchase of 2 items",
	theThirdItem:               "Given a purchase of 3 items",
	theTwoOrders:               "Given a purchase, and a later order with the same order_id by another customer",
	theCalls:                   "Given at least one purchase was made",
	theAnswers:                 "When the purchase is fetched",
	aboutItems:                 "When the purchase is fetched",
	aboutCustomers:             "When the customer's credit limit is fetched",
	theUnchangedState:          `When "create-purchases" is called once with a wrong token`,
	thePersonWithSharedDetails: "Given a customer with a credit limit, and a person with the same phone number",
	theStrayOTP:                `When an OTP is requested with the customer's id number and the phone "the customer's", without further details`,
	theReadings:                `When "create-purchases" is called in every documented form of "order-id"`,
	theWalk:                    "When two customers create, get, update and cancel items of every type, in a random order",
	theCombinations:            `When the combinations of documented values of a "purchase item" that --strength selects are sent`,
	theKnownItem:               "When items with unknown ids are updated",
	theCancelledItem:           "When an item is bought, then cancelled, then fetched",
}

// Unmet says what a check lacks so that all its sentences have a meaning, or returns "" if it lacks
// nothing.
func Unmet(c judgement.Check) string { return vocabulary.Read(sentences, c).Lacks(remedies) }

// anItem returns the states that a sentence about the first, second, third or last item needs.
func anItem(args []string) []vocabulary.State {
	items := []vocabulary.State{theFirstItem, theSecondItem, theThirdItem}
	return []vocabulary.State{items[min(scenario.Ordinal[args[0]], len(items)-1)]}
}

// aPurchaseOf returns the states that a purchase of the given number of items provides.
func aPurchaseOf(args []string) []vocabulary.State {
	all := []vocabulary.State{thePurchase, theFirstItem, theSecondItem, theThirdItem}
	return all[:1+min(scenario.NumberOr1(args[0]), len(all)-1)]
}

// ofTheSchema returns the aspect whose owner alone judges answers by the schema. For the success
// members of a lookup, there is one rule for each kind of customer.
func ofTheSchema(args []string) string {
	if args[0] == "lookup-success" {
		return judgement.SuccessAspect
	}
	return ""
}

// givesAnswersOf is for a sentence whose first argument names the endpoints that are called.
func givesAnswersOf(more ...vocabulary.State) vocabulary.Term {
	return vocabulary.GivesBy(func(args []string) []vocabulary.State {
		return append(answersOf(args[0]), more...)
	})
}

// answersOf returns what the answers of some endpoints are about.
func answersOf(names string) []vocabulary.State {
	all := []vocabulary.State{theAnswers}
	for name := range strings.SplitSeq(names, ", ") {
		about := aboutCustomers
		if spec.Of(name).Capability == spec.CapabilityPurchases {
			about = aboutItems
		}
		if !slices.Contains(all, about) {
			all = append(all, about)
		}
	}
	return all
}
