package server

import (
	"regexp"
	"slices"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/journeys"
	"github.com/credit-partner/assay/steps/server/probes"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/refused"
	"github.com/credit-partner/assay/steps/server/scenario"
	"github.com/credit-partner/assay/steps/vocabulary"
)

// sentence is one line of the vocabulary.
type sentence = vocabulary.Sentence[*scenario.Scenario]

func is(pattern string, bind func(*scenario.Scenario) any, terms ...vocabulary.Term) sentence {
	return vocabulary.Is(pattern, bind, terms...)
}

// given returns a sentence that makes the calls it needs. A check of the whole run may gather their
// answers.
func given(pattern string, bind func(*scenario.Scenario) any, terms ...vocabulary.Term) sentence {
	return is(pattern, func(s *scenario.Scenario) any { return scenario.Precondition(s, bind(s)) }, append(terms, vocabulary.Gives(theCalls))...)
}

// customerKind is the pattern for a customer by kind.
const customerKind = `(?:a|an|at least one) (customer|employed customer|government employee|self-employed customer)`

// sharedDetail is the pattern for what two people have in common.
const sharedDetail = `(name, date of birth and email|phone number|id number, but another phone number|last digits of the id number|id number, plus a digit at the end|id number, plus a zero at the front|last six digits of the phone number, and email in capital letters)`

var givens = []sentence{
	given(customerKind+` with a credit limit`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ACustomerWithALimit }, vocabulary.Gives(theCustomer)),
	given(customerKind+` with a credit limit whom no other check uses`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ACustomerOfTheirOwn }, vocabulary.Gives(theCustomer)),
	given(customerKind+` with a credit limit who has verified no OTP, if the service gives limits without one`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.ACustomerWhoVerifiedNoOTP }, vocabulary.Gives(theCustomer)),
	given(customerKind+` with a credit limit who bought nothing`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ACustomerWhoBoughtNothing }, vocabulary.Gives(theCustomer)),
	given(`another customer with a credit limit`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnotherCustomer }, vocabulary.Gives(theOther)),
	given(`a customer without a credit limit`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ACustomerWithoutALimit }, vocabulary.Gives(theCustomer)),
	given(`a new `+newCustomerKind+` whose "([^"]*)" is "(.*)"`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ANewcomer }, vocabulary.Gives(theCustomer)),
	given(`a new customer with the names "([^"]*)" and "([^"]*)"`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ANewcomerNamed }, vocabulary.Gives(theCustomer)),
	given(`a new customer whose id number has letters`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ANewcomerWithLettersInTheID }, vocabulary.Gives(theCustomer)),
	given(`a new customer whose email has more than fifty characters`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ANewcomerWithALongEmail }, vocabulary.Gives(theCustomer)),
	given(`a new customer to whom an OTP was sent`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.ANewCustomerWithAnOTP }, vocabulary.Gives(theCustomer, theOTP)),
	given(`the customer bought something`, func(s *scenario.Scenario) any {
		return customers.AfterPurchases{Scenario: s}.TheCustomerBoughtSomething
	}, vocabulary.Needs(theCustomer)),
	given(`the customer bought something, if purchases are in scope`, func(s *scenario.Scenario) any {
		return customers.AfterPurchases{Scenario: s}.TheCustomerBoughtSomethingInScope
	}, vocabulary.Needs(theCustomer)),
	given(`a customer with a credit limit, and a person with the same `+sharedDetail, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.ACustomerAndANamesake }, vocabulary.Gives(theCustomer, thePersonWithSharedDetails)),
	given(`the customer asked for a credit limit again`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAskedAgain }, vocabulary.Needs(theCustomer)),
	given(`the person asked for a credit limit, if the service accepts the person`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.ThePersonAsked }, vocabulary.Needs(thePersonWithSharedDetails)),
	given(`an OTP was sent to the customer`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasSent }, vocabulary.Needs(theCustomer), vocabulary.Gives(theOTP)),
	given(`an OTP was requested with all details of the customer, if the service sends OTPs`, func(s *scenario.Scenario) any {
		return customers.OTPOwnership{Scenario: s}.AnOTPWasRequestedWithAllDetails
	}, vocabulary.Needs(theCustomer)),
	given(`an OTP was sent to the customer (\d+) times`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.AnOTPWasSentTimes }, vocabulary.Needs(theCustomer), vocabulary.Gives(theOTP)),
	given(`a person who is new to the service and to whom an OTP was sent`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.SomebodyNewWithAnOTP }, vocabulary.Gives(theCustomer, theOTP)),
	given(`the customer has verified the OTP`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.TheOTPWasVerified }, vocabulary.Needs(theCustomer, theOTP)),
	given(`another customer's OTP was verified`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnothersOTPWasVerified }, vocabulary.Gives(theOther)),
	given(`an OTP was sent to another customer`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasSentToAnother }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theOther)),
	given(`at least one OTP was sent to a customer with a credit limit`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasSentToACustomer }),
	given(`at least one OTP was sent to a new customer`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasSentToSomebodyNew }),
	given(`at least one OTP of a customer with a credit limit was verified`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasVerified }),
	// Before a customer of the run asks for a limit, that customer verifies an OTP as a new
	// customer.
	given(`a new customer verified an OTP, if the service permits it`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnOTPWasVerified }),
	given(`the credit limit of at least one customer was fetched`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ALimitWasFetched }),
	given(`at least one customer was looked up`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.ACustomerWasLookedUp }),
	given(`at least one customer without a credit limit was looked up`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.SomebodyWithoutALimitWasLookedUp }),
	given(`another customer was looked up`, func(s *scenario.Scenario) any { return customers.Givens{Scenario: s}.AnotherWasLookedUp }),
	given(`(?:a purchase|at least one purchase was made)`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.APurchase }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase of (one|\d+) items?`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.APurchaseOf }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of (\d+) items that no check updates or cancels`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseThatNoCheckChanges }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of (\d+) items for delivery`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.APurchaseForDelivery }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of (\d+) identical items`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.APurchaseOfIdenticalItems }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of two items of different types`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseOfTwoTypes }, vocabulary.Gives(thePurchase, theFirstItem, theSecondItem)),
	given(`a purchase of two identical items with the same item_code(, to be (?:collected|fetched))?, if the service accepts it`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.TheItemsOfOneCode }, vocabulary.Gives(thePurchase, theFirstItem, theSecondItem)),
	given(`two purchases of (one customer|two customers)`, func(s *scenario.Scenario) any { return purchases.SeveralOrders{Scenario: s}.TwoPurchases }, vocabulary.Gives(thePurchase, theOtherPurchase, theFirstItem)),
	given(`the items of both purchases were updated to "([^"]*)" in one call, if the service permits it`, func(s *scenario.Scenario) any { return purchases.SeveralOrders{Scenario: s}.ItemsOfBothWereUpdated }, vocabulary.Needs(thePurchase, theOtherPurchase)),
	given(`a purchase of 3 items, of which the first was fetched, and then the first two were updated at the other form of the path, if the service supports it`, func(s *scenario.Scenario) any { return purchases.OtherPath{Scenario: s}.TwoItemsWereUpdated }, vocabulary.Gives(thePurchase, theFirstItem, theSecondItem, theThirdItem)),
	given(`a purchase of (one|\d+) items? to be collected`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseToCollect }, vocabulary.GivesBy(aPurchaseOf)),
	given(`another customer's purchase of (\d+) items`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.AnotherPurchaseOf }, vocabulary.Gives(theOtherPurchase)),
	given(`a purchase whose "([^"]*)" is "(.*)"`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseWhose }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase with delivery_option "([^"]*)" and preferred_option "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseBy }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase with delivery_option "([^"]*)" and preferred_option "([^"]*)" to be collected`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseToCollectBy }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`the items of the purchase are "([^"]*)", the only status from which an update is documented`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.ItemsHaveTheStatusBeforeUpdate }, vocabulary.Needs(thePurchase)),
	given(`a purchase whose order_id has (.+)`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseWhoseOrderIDHas }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase of the customer who bought the most items`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseOfTheBiggestBuyer }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase that no other check uses, worth (.+)`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseOfItsOwnWorth }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase worth (.+)`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.APurchaseWorth }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`at least one purchase was (fetched|updated|cancelled)`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.APurchaseWas }),
	given(`all items of the purchase were updated to "([^"]*)", if the service permits it from their status`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.AllItemsWereUpdatedIfPermitted }, vocabulary.Needs(thePurchase)),
	given(`all items of the purchase were updated to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.AllItemsWereUpdated }, vocabulary.Needs(thePurchase)),
	given(`all items of the other purchase were updated to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.AllOtherItemsWereUpdated }, vocabulary.Needs(theOtherPurchase)),
	given(`the (first|second|third) item of the purchase was updated to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.OneItemWasUpdated }, vocabulary.NeedsBy(anItem)),
	given(`the (first|second|third) item of the purchase was updated again to "([^"]*)", if the service accepts it`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.OneItemWasUpdatedAgain }, vocabulary.NeedsBy(anItem)),
	given(`the (first|second|third) item of the purchase was cancelled`, func(s *scenario.Scenario) any { return purchases.Givens{Scenario: s}.OneItemWasCancelled }, vocabulary.NeedsBy(anItem)),
	given(`a purchase, and a later order with the same (order_id|item_code|item details|item details and item_code) by (the same customer|another customer)`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.TwoOrders }, vocabulary.Gives(theTwoOrders, thePurchase, theFirstItem, theOtherPurchase)),
	given(`a cancelled purchase, and a later order with the same (order_id|item_code) by the same customer`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.ALaterOrderAfterACancel }, vocabulary.Gives(thePurchase, theFirstItem, theTwoOrders)),
	given(`the (first|second|third) item of the purchase was fetched`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.OneItemWasFetched }, vocabulary.NeedsBy(anItem)),
	given(`a purchase of 4 items, of which each but the last was updated while the last was cancelled`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.APurchaseMovedAtOnce }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`two purchases that one customer made in parallel`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.TwoOrdersAtOnce }, vocabulary.Gives(thePurchase, theFirstItem, theOtherPurchase)),
	given(`a customer with a credit limit who was looked up before the limit existed`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.AStrangerWasLookedUpFirst }, vocabulary.Gives(theCustomer)),
}

const newCustomerKind = `(customer|employed customer|government employee|self-employed customer)`

var whens = []sentence{
	is(`all responses of the run to "([^"]*)" are read`, func(s *scenario.Scenario) any { return namedCalls{s}.everyAnswerIsGathered }, vocabulary.Needs(theCalls), givesAnswersOf(), vocabulary.OfTheWholeRun()),
	is(`all responses of the run to "([^"]*)" for "([^"]*)" are read`, func(s *scenario.Scenario) any { return namedCalls{s}.everyAnswerForIsGathered }, vocabulary.Needs(theCalls), givesAnswersOf(), vocabulary.OfTheWholeRun()),
	is(`all responses of the run to "([^"]*)" about customers who bought something are read`, func(s *scenario.Scenario) any { return customers.AfterPurchases{Scenario: s}.AnswersAreGathered }, vocabulary.Needs(theCalls), vocabulary.Gives(theAnswers, aboutCustomers), vocabulary.OfTheWholeRun()),
	is(`all responses of the run to new customers who verified an OTP are read`, func(s *scenario.Scenario) any { return namedCalls{s}.answersToNewCustomersAreGathered }, vocabulary.Needs(theCalls), vocabulary.Gives(theAnswers, aboutCustomers), vocabulary.OfTheWholeRun()),
	is(`all responses of the run to OTPs with a wrong digit are read`, func(s *scenario.Scenario) any { return namedCalls{s}.servedMistypedOTPsAreGathered }, vocabulary.Needs(theCalls), vocabulary.Gives(theAnswers, aboutCustomers), vocabulary.OfTheWholeRun()),
	is(`all responses of the run to customers who asked for a limit again are read`, func(s *scenario.Scenario) any { return namedCalls{s}.answersToThoseWhoAskedAgainAreGathered }, vocabulary.Needs(theCalls), vocabulary.Gives(theAnswers, aboutCustomers), vocabulary.OfTheWholeRun()),
	is(`"([^"]*)" is called in every documented form of "([^"]*)"`, func(s *scenario.Scenario) any { return readingTrials{s}.theReadingsAreTried }, givesAnswersOf(theReadings)),
	is(`the combinations of documented values of a "([^"]*)" that --strength selects are sent`, func(s *scenario.Scenario) any { return combinations{s}.everyCombinationIsSent }, vocabulary.Gives(theAnswers, theCombinations)),
	is(`"([^"]*)" is called with (.+)`, func(s *scenario.Scenario) any { return probes.Calls{Scenario: s}.IsCalledWith }, givesAnswersOf()),
	is(`"([^"]*)" is called for (.+), with (.+)`, func(s *scenario.Scenario) any { return probes.TokenCases{Scenario: s}.IsCalledForWith }, givesAnswersOf()),
	is(`"([^"]*)" is called at the other form of its path with (.+)`, func(s *scenario.Scenario) any { return probes.Calls{Scenario: s}.IsCalledElsewhereWith }, givesAnswersOf()),
	is(`"([^"]*)" is called at its path (.+), with (.+)`, func(s *scenario.Scenario) any { return probes.Calls{Scenario: s}.IsCalledAtPathWith }, givesAnswersOf()),
	is(`an unknown person is looked up with (.+)`, func(s *scenario.Scenario) any { return probes.Calls{Scenario: s}.StrangerIsLookedUpWith }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`"([^"]*)" is called twice with (.+)`, func(s *scenario.Scenario) any { return probes.Calls{Scenario: s}.IsCalledTwiceWith }, givesAnswersOf()),
	is(`"([^"]*)" is called once with (.+)`, func(s *scenario.Scenario) any { return probes.Effects{Scenario: s}.IsCalledOnceWith }, givesAnswersOf(theUnchangedState)),
	is(`"([^"]*)" is called without a Content-Type if the run sends one, and with one if it does not`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.IsTriedInTheOtherContentType }, givesAnswersOf()),
	is(`an? "([^"]*)" request (.+) is sent`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.IsTried }, givesAnswersOf()),
	is(`the new customer verifies the OTP`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.TheOTPIsVerifiedAllTheSame }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP for a cart beyond the limit, if the service accepts it`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.TheOTPIsVerifiedBeyondTheLimit }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP twice`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.TheOTPIsVerifiedTwice }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the earlier OTP after another OTP was sent`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.TheOlderOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a new customer asks for a credit limit without an OTP`, func(s *scenario.Scenario) any { return probes.LimitsWithoutOTP{Scenario: s}.ANewCustomerAsks }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the limit of a customer who verified no OTP is fetched, if the service gives limits without an OTP`, func(s *scenario.Scenario) any { return probes.LimitsWithoutOTP{Scenario: s}.TheLimitIsFetched }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a person without a credit limit is looked up by email, if the service finds no other customer by it`, func(s *scenario.Scenario) any { return customers.WithoutLimits{Scenario: s}.ThePersonIsLookedUpByEmail }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a person who verified an OTP, but has no credit limit, is looked up`, func(s *scenario.Scenario) any { return customers.WithoutLimits{Scenario: s}.AVerifiedPersonIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a person who verified an OTP, but has no credit limit, is looked up by the id that verify returned, if the service finds the person by it`, func(s *scenario.Scenario) any {
		return customers.WithoutLimits{Scenario: s}.AVerifiedPersonIsLookedUpByID
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer whose email has capital letters is looked up by this email, if the service accepts it`, func(s *scenario.Scenario) any { return probes.SpecialDetails{Scenario: s}.ACapitalEmailIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer from another country is looked up, if the service accepts the customer`, func(s *scenario.Scenario) any { return probes.SpecialDetails{Scenario: s}.SomebodyFromAfarIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer whose id number has letters is looked up by this id number, if the service accepts it`, func(s *scenario.Scenario) any { return probes.SpecialDetails{Scenario: s}.AnIDWithLettersIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer who verified no OTP is looked up, if the service gives limits without an OTP`, func(s *scenario.Scenario) any { return probes.LimitsWithoutOTP{Scenario: s}.TheCustomerIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer buys a collected item again, if the service accepts it`, func(s *scenario.Scenario) any {
		return purchases.SharedValues{Scenario: s}.ACollectedItemIsBoughtAgain
	}, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the (first|second|third) item of the purchase is cancelled again`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.OneItemIsCancelledAgain }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an update of the (first|second|third) item of the purchase is sent`, func(s *scenario.Scenario) any { return probes.Unspecified{Scenario: s}.OneItemIsUpdatedAllTheSame }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an OTP is sent to a new customer born on (\d\d/\d\d) in a leap year`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.AnOTPIsSentToSomebodyBornOn }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`an OTP is sent to a customer without a credit limit again`, func(s *scenario.Scenario) any {
		return customers.OTPCalls{Scenario: s}.AnOTPIsSentToTheNewCustomerAgain
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`an OTP is sent to the customer (\d+) times`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.AnOTPIsSentTimes }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(customerKind+` verifies an OTP`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.AnOTPIsVerifiedOnce }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`an OTP that begins with 0 is verified, if the service sends one`, func(s *scenario.Scenario) any {
		return customers.OTPCalls{Scenario: s}.AnOTPThatBeginsWithZeroIsVerified
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.TheOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies an OTP that was sent at the other form of the path, if the service supports it`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.AnOTPIsSentElsewhere }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP for a cart value of (.+)`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.TheOTPIsVerifiedFor }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies an OTP (that differs from the sent OTP in every digit)`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.AWrongOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies "([^"]*)" in place of the OTP(?: for a cart value of (\d+|nine tenths of the limit))?`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.WrongOTPsAreVerifiedFor }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a person to whom no OTP was sent calls verify OTP with (.+)`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.AStrangerVerifies }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer with a credit limit to whom no OTP was sent calls verify OTP with "([^"]*)"`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.ACustomerUnaskedVerifies }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the OTP is verified( at the other form of the path)? with the id number "([^"]*)" and the phone "([^"]*)"`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.TheOTPIsVerifiedMixed }, vocabulary.Needs(theCustomer, theOther, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the OTP is verified with the phone of somebody unknown`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.TheOTPIsVerifiedByAStranger }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`an OTP is requested with the customer's id number and the phone "([^"]*)", (without further details|without further details, at the other form of the path|without further details, in the other form of the phone number|with the details of a new customer)`, func(s *scenario.Scenario) any { return customers.OTPOwnership{Scenario: s}.AnOTPIsAskedFor }, vocabulary.Needs(theCustomer, theOther), vocabulary.Gives(theAnswers, theStrayOTP, aboutCustomers)),
	is(`each of the two verifies an OTP, if the service sends one`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.EachVerifiesAnOTP }, vocabulary.Needs(thePersonWithSharedDetails), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`each of the two is looked up by their id number`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.EachIsLookedUp }, vocabulary.Needs(thePersonWithSharedDetails), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`each of the two customers verifies the OTP of the other customer`, func(s *scenario.Scenario) any { return customers.OTPCalls{Scenario: s}.EachVerifiesTheOthersOTP }, vocabulary.Needs(theCustomer, theOther, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAsksForALimit }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit, if the service accepts the (?:email|id number)`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAsksOddly }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAsksAgain }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a new customer asks for a credit limit twice in parallel`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.ANewCustomerAsksTwiceAtOnce }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the person asks for a credit limit`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.ThePersonAsks }, vocabulary.Needs(thePersonWithSharedDetails), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again (\d+) times`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAsksTimes }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again, with another occupation`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerHasOtherWork }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again, with the other form of the phone number, if the service accepts it`, func(s *scenario.Scenario) any {
		return customers.LimitCalls{Scenario: s}.TheCustomerWritesThePhoneOtherwise
	}, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again, with another email, if the service accepts it`, func(s *scenario.Scenario) any {
		return customers.LimitCalls{Scenario: s}.TheCustomerHasAnotherEmail
	}, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again, with larger amounts`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheCustomerAsksForMore }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer's credit limit is fetched(?: (\d+) times)?`, func(s *scenario.Scenario) any { return customers.LimitCalls{Scenario: s}.TheLimitIsFetched }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the credit limits of (\d+) customers who bought nothing are fetched`, func(s *scenario.Scenario) any { return customers.EveryKind{Scenario: s}.LimitsAreFetched }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the limit of the customer who bought the most items is fetched`, func(s *scenario.Scenario) any {
		return customers.AfterPurchases{Scenario: s}.TheBiggestBuyersLimitIsFetched
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer who bought the most items is looked up`, func(s *scenario.Scenario) any { return customers.AfterPurchases{Scenario: s}.TheBiggestBuyerIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer who bought the most items is looked up by "([^"]*)"`, func(s *scenario.Scenario) any {
		return customers.AfterPurchases{Scenario: s}.TheBiggestBuyerIsLookedUpBy
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer who bought the most items verifies an OTP, if the service sends one`, func(s *scenario.Scenario) any {
		return customers.AfterPurchases{Scenario: s}.TheBiggestBuyerVerifiesAnOTP
	}, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`(\d+) customers of every kind are looked up`, func(s *scenario.Scenario) any { return customers.EveryKind{Scenario: s}.TheyAreLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`(\d+) customers of every kind verify an OTP`, func(s *scenario.Scenario) any { return customers.EveryKind{Scenario: s}.TheyVerifyOTPs }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`(\d+) customers of every kind buy one item`, func(s *scenario.Scenario) any { return customers.EveryKind{Scenario: s}.TheyBuy }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer is looked up again`, func(s *scenario.Scenario) any { return customers.Lookups{Scenario: s}.TheCustomerIsLookedUpAgain }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer is looked up(?: (\d+) times)?`, func(s *scenario.Scenario) any { return customers.Lookups{Scenario: s}.TheCustomerIsLookedUp }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer is looked up by "([^"]*)"`, func(s *scenario.Scenario) any { return customers.Lookups{Scenario: s}.TheCustomerIsLookedUpBy }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer buys (one|\d+|`+scenario.DrawnCount+`) items?`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuys }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys (\d+) identical items`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.TheCustomerBuysAlike }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys the same cart (\d+) times in parallel`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.TheCustomerBuysAtOnce }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys two items of different types`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysTwoTypes }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys the same cart (\d+) times`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysAgain }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys (one|\d+) items? for pick-up at the store`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysForPickUp }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item whose item_topup and topup_ref are empty`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysWithoutTopUp }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item whose "([^"]*)" is "(.*)"`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysWhose }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item with delivery_option "([^"]*)" and preferred_option "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysBy }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item worth (.+)`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysWorth }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer completes every step, from the OTP to a collected item and a cancelled item`, func(s *scenario.Scenario) any { return journeys.Journeys{Scenario: s}.TheCustomerGoesTheWholeWay }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
	is(`the customer places an order whose order_id has (.+)`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerPlacesOrder }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the purchase is fetched(?: (\d+) times)?`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.ThePurchaseIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`two customers create, get, update and cancel items of every type, in a random order`, func(s *scenario.Scenario) any { return journeys.StateWalk{Scenario: s}.TheyWalk }, vocabulary.Gives(theAnswers, theWalk, aboutItems)),
	is(`two of three items are updated at the other form of the path, if the service supports it`, func(s *scenario.Scenario) any { return purchases.OtherPath{Scenario: s}.TwoItemsAreUpdated }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the fifth and the last updated item of the purchase are fetched`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.UpdatedItemsAreFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an order (worth far more than the limit|whose order_id has seventeen digits) is placed, if the service accepts it`, func(s *scenario.Scenario) any { return probes.OddOrders{Scenario: s}.IsPlaced }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the item of an order (worth far more than the limit|whose order_id has seventeen digits) is fetched, if the service accepts it`, func(s *scenario.Scenario) any { return probes.OddOrders{Scenario: s}.ItsItemIsFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the last of forty items is fetched, if the service accepts forty items`, func(s *scenario.Scenario) any { return probes.FortyItems{Scenario: s}.TheLastIsFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`forty items are updated in one call, if the service accepts so many`, func(s *scenario.Scenario) any { return probes.FortyItems{Scenario: s}.AllAreUpdated }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the first (\d+) items that a get showed as cancelled are fetched`, func(s *scenario.Scenario) any { return purchases.EndOfRun{Scenario: s}.CancelledItemsAreFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`(\d+) items that no call has changed are fetched`, func(s *scenario.Scenario) any { return purchases.EndOfRun{Scenario: s}.ItemsAreFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`a collected item is fetched after a later order with its item_code, if the service accepts it`, func(s *scenario.Scenario) any { return probes.LaterOrders{Scenario: s}.ACollectedItemIsFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the first (\d+) items that were updated are fetched`, func(s *scenario.Scenario) any { return purchases.EndOfRun{Scenario: s}.UpdatedItemsAreFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`each item of the purchase is fetched`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.EachItemIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`each updated item of the purchase is fetched`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.EachUpdatedItemIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`each item of both purchases is fetched`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.EachItemOfBothIsFetched }, vocabulary.Needs(thePurchase, theOtherPurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`each of two items of different types is fetched`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.EachOfTwoTypesIsFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`each item of the second purchase is fetched`, func(s *scenario.Scenario) any { return purchases.SeveralOrders{Scenario: s}.ItemsOfTheOtherAreFetched }, vocabulary.Needs(theOtherPurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the other items of the purchase are fetched`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.OtherItemsAreFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item is cancelled, then another item of its order is collected, then the cancelled item is fetched`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.ACancelledItemIsLookedAtLater
	}, vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item is cancelled while another item of its order is updated, then the cancelled item is fetched`, func(s *scenario.Scenario) any {
		return purchases.Sequences{Scenario: s}.TheCancelledOneIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item with delivery_option "([^"]*)" and preferred_option "([^"]*)" is collected, then cancelled`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.ACollectedItemByIsCancelled
	}, vocabulary.Gives(theAnswers, aboutItems)),
	is(`both items of an order are cancelled, then the second is fetched`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.TheLastOfTwoIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item with delivery_option "([^"]*)" and preferred_option "([^"]*)" is cancelled`, func(s *scenario.Scenario) any { return purchases.CancelledItems{Scenario: s}.AnItemByIsCancelled }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item with delivery_option "([^"]*)" and preferred_option "([^"]*)" is cancelled, then fetched`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.ACancelledItemByIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item is (bought|collected|collected and fetched), then cancelled, then fetched`, func(s *scenario.Scenario) any { return purchases.CancelledItems{Scenario: s}.ACancelledItemIsLookedAt }, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item is cancelled twice, then fetched`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.AnItemCancelledTwiceIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item is cancelled, then updated, then fetched, if the service refuses the update`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.AnItemUpdatedAfterItsCancelIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`the (fifth|last) of 12 items is cancelled`, func(s *scenario.Scenario) any { return purchases.CancelledItems{Scenario: s}.OneOfManyIsCancelled }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the (fifth|last) of 12 items is cancelled, then fetched`, func(s *scenario.Scenario) any {
		return purchases.CancelledItems{Scenario: s}.ACancelledOneOfManyIsLookedAt
	}, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`an item worth nearly the whole limit is cancelled`, func(s *scenario.Scenario) any { return purchases.SpentLimits{Scenario: s}.TheItemIsCancelled }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item worth nearly the whole limit is cancelled, then fetched`, func(s *scenario.Scenario) any { return purchases.SpentLimits{Scenario: s}.TheCancelledItemIsLookedAt }, vocabulary.Gives(theAnswers, aboutItems, theCancelledItem)),
	is(`the limit of a customer who spent nearly the whole limit is fetched before and after the purchase is cancelled`, func(s *scenario.Scenario) any { return purchases.SpentLimits{Scenario: s}.TheLimitIsFetched }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a customer who spent nearly the whole limit is looked up before and after the purchase is cancelled`, func(s *scenario.Scenario) any { return purchases.SpentLimits{Scenario: s}.TheCustomerIsLookedUp }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the items of both purchases are updated to "([^"]*)" in one call, if the service permits it`, func(s *scenario.Scenario) any { return purchases.SeveralOrders{Scenario: s}.ItemsOfBothAreUpdated }, vocabulary.Needs(thePurchase, theOtherPurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`all items of the purchase are updated to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.AllItemsAreUpdated }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the (first|second|third) item of the purchase is updated to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.OneItemIsUpdated }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the (first|second|third|last) item of the purchase is cancelled`, func(s *scenario.Scenario) any { return purchases.Calls{Scenario: s}.OneItemIsCancelled }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`both orders are fetched`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.BothOrdersAreFetched }, vocabulary.Needs(theTwoOrders), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the item of the later order is updated and then cancelled`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.TheSecondIsMoved }, vocabulary.Needs(theTwoOrders), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item whose "([^"]*)" is a text (`+purchases.OddTexts+`), if the service accepts it`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.TheCustomerBuysOddly }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item whose "([^"]*)" is a text (`+purchases.OddTexts+`) is fetched, if the service accepts it`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.AnOddItemIsFetched }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item with neither option after an item with both, in one order, if the service accepts it`, func(s *scenario.Scenario) any {
		return purchases.SharedOrders{Scenario: s}.BuyWithNeitherOption
	}, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item without "([^"]*)" after an item with both options, in one order, if the service accepts it`, func(s *scenario.Scenario) any { return purchases.SharedOrders{Scenario: s}.BuyWithoutAnOption }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys two identical items with the same item_code`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.AnOrderOfOneCode }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys two items whose item_codes differ only in upper and lower case`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.AnOrderOfTwoCases }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`items with unknown ids are fetched`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.AnUnknownItemIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the limits of unknown customer ids are fetched`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.AnUnknownLimitIsFetched }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`items with unknown ids are (updated|cancelled)`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.AnUnknownItemIsMoved }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, theKnownItem, aboutItems)),
	is(`unknown people are looked up`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.StrangersAreLookedUp }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the (first|second|third) item of the purchase is fetched(?: (\d+) times)?`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.OneItemIsFetched }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`a known item and an unknown item are updated in one call`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.AnUnknownItemIsUpdatedToo }, vocabulary.Gives(thePurchase, theFirstItem, theAnswers)),
	is(`valid calls are made, each after a call whose body is not JSON`, func(s *scenario.Scenario) any { return refused.MalformedBodies{Scenario: s}.MalformedAndServed }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
	is(`a customer's first order follows an order of another customer that is likely to be refused`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.AFirstOrderFollowsARefusedOne }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems)),
	is(`valid calls are made, each after a call that is likely to be refused`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.RefusedAndServed }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
	is(`valid calls are made without an Accept header`, func(s *scenario.Scenario) any { return refused.AcceptHeader{Scenario: s}.CallsWithout }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
	is(`valid calls are made with Accept "([^"]*)"`, func(s *scenario.Scenario) any { return refused.AcceptHeader{Scenario: s}.CallsWith }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
}

var thens = []sentence{
	is(`each response has HTTP status (\d+)`, func(s *scenario.Scenario) any { return envelopes{s}.eachIsAnsweredWith }, vocabulary.Needs(theAnswers), vocabulary.ByTheOwnerOf(judgement.StatusAspect)),
	is(`each response is JSON`, func(s *scenario.Scenario) any { return envelopes{s}.eachIsJSON }, vocabulary.Needs(theAnswers)),
	is(`each response matches the schema "([^"]*)"`, func(s *scenario.Scenario) any { return envelopes{s}.eachMatches }, vocabulary.Needs(theAnswers), vocabulary.ByTheOwner(ofTheSchema)),
	is(`each "status" equals the HTTP status`, func(s *scenario.Scenario) any { return envelopes{s}.eachMirrorsItsStatus }, vocabulary.Needs(theAnswers)),
	is(`no "(msg)" is that of a served lookup`, func(s *scenario.Scenario) any { return envelopes{s}.noMessageIsOfServed }, vocabulary.Needs(theAnswers)),
	is(`each HTTP status is one that the tolerance "([^"]*)" permits`, func(s *scenario.Scenario) any { return envelopes{s}.eachStatusIsPermitted }, vocabulary.Needs(theAnswers)),
	is(`each request had the headers "([^"]*)"`, func(s *scenario.Scenario) any { return envelopes{s}.eachCarried }, vocabulary.Needs(theAnswers)),
	is(`(?:the|each) call is accepted`, func(s *scenario.Scenario) any { return envelopes{s}.itIsAccepted }, vocabulary.Needs(theAnswers)),
	is(`the item is unchanged`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.TheItemIsAsItWas }, vocabulary.Needs(aboutItems)),
	is(`an OTP from this request is not accepted for the customer, with this phone or with the customer's own`, func(s *scenario.Scenario) any {
		return customers.OTPOwnership{Scenario: s}.ItVerifiesForTheCustomerByNoPhone
	}, vocabulary.Needs(theStrayOTP, aboutCustomers)),
	is(`the customer's limit is unchanged`, func(s *scenario.Scenario) any { return probes.Effects{Scenario: s}.TheLimitIsUnchanged }, vocabulary.Needs(aboutCustomers)),
	is(`the call had no effect`, func(s *scenario.Scenario) any { return probes.Effects{Scenario: s}.TheCallHadNoEffect }, vocabulary.Needs(theUnchangedState)),
	is(`each combination is accepted`, func(s *scenario.Scenario) any { return combinations{s}.noCombinationIsRefused }, vocabulary.Needs(theCombinations, theAnswers)),
	is(`(?:the call is not|no call is) served`, func(s *scenario.Scenario) any { return probes.Refusals{Scenario: s}.ItIsNotServed }, vocabulary.Needs(theAnswers)),
	is(`the forms? "([^"]*)" (?:is|are) accepted`, func(s *scenario.Scenario) any { return readingTrials{s}.requiredReadingsAreTaken }, vocabulary.Needs(theAnswers, theReadings)),
	is(`each record has the "([^"]*)" that was sent, or "([^"]*)" if none was sent`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.RecordsShowOrDefault }, vocabulary.Needs(aboutItems)),
	is(`the report notes the sizes that "([^"]*)" accepts`, func(s *scenario.Scenario) any { return valueSizes{s}.boundsAreNoted }),
	is(`"([^"]*)" accepts every "([^"]*)" between the smallest and the largest accepted value`, func(s *scenario.Scenario) any { return valueSizes{s}.noGaps }, vocabulary.Needs(theAnswers)),
	is(`the report notes the top-up that each record shows`, func(s *scenario.Scenario) any { return valueSizes{s}.topupIsNoted }, vocabulary.Needs(aboutItems)),
	is(`at least one form is accepted`, func(s *scenario.Scenario) any { return readingTrials{s}.oneReadingIsTaken }, vocabulary.Needs(theAnswers, theReadings)),
	is(`no two responses have the same "([^"]*)"`, func(s *scenario.Scenario) any { return envelopes{s}.noTwoAnswersShare }, vocabulary.Needs(theAnswers)),
	is(`all accepted requests return the same "([^"]*)"`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.AcceptedAnswersShareIDs }, vocabulary.Needs(theAnswers)),
	is(`"([^"]*)" differ from the customer's`, func(s *scenario.Scenario) any { return customers.SameDetails{Scenario: s}.NoneIsTheCustomers }, vocabulary.Needs(aboutCustomers)),
	is(`no two customers have the same "([^"]*)"`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.NoTwoCustomersShare }, vocabulary.Needs(aboutCustomers)),
	is(`no two records have the same "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.NoTwoRecordsShare }, vocabulary.Needs(aboutItems)),
	is(`all records have the same "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.AllRecordsShare }, vocabulary.Needs(aboutItems)),
	is(`"([^"]*)" is not the id of another customer`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.IsNoOtherCustomersID }, vocabulary.Needs(aboutCustomers)),
	is(`"([^"]*)" is the customer's id`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.IsTheCustomersID }, vocabulary.Needs(aboutCustomers)),
	is(`"([^"]*)" equals the (available_limit|credit_limit) of fetch limit`, func(s *scenario.Scenario) any { return customers.AfterPurchases{Scenario: s}.IsWhatFetchSays }, vocabulary.Needs(aboutCustomers)),
	is(`the available_limit is not contradicted by two other endpoints`, func(s *scenario.Scenario) any { return customers.AfterPurchases{Scenario: s}.IsNotContradicted }, vocabulary.Needs(aboutCustomers)),
	is(`each "([^"]*)" is a credit limit that the service returned for the customer`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.IsALimitThatWasShown }, vocabulary.Needs(aboutCustomers)),
	is(`the members "([^"]*)" of "data" equal the same members of credit_limit_details in the customer's limit record`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.AgreesWithTheLimit }, vocabulary.Needs(aboutCustomers)),
	is(`the members "([^"]*)" of "data" equal the same members of the customer's limit record`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.IsTheLimit }, vocabulary.Needs(aboutCustomers)),
	is(`(?:the|each) limit record repeats the customer's details`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.RepeatsTheDetails }, vocabulary.Needs(aboutCustomers)),
	is(`the customer is found`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.TheCustomerIsFound }, vocabulary.Needs(aboutCustomers)),
	is(`the customer is found, or the lookup is not refused because of the field`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.FoundOrKnownField }, vocabulary.Needs(aboutCustomers)),
	is(`"data.baseInfo" repeats the customer's name, email, phone and id number`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.TheProfileIsTheCustomers }, vocabulary.Needs(aboutCustomers)),
	is(`each birthday is the customer's date_of_birth, in one unit for all customers`, func(s *scenario.Scenario) any { return customers.Birthdays{Scenario: s}.AreTheCustomers }, vocabulary.Needs(aboutCustomers)),
	is(`the members "([^"]*)" of "([^"]*)" are the same in every response`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.IsTheSameEachTime }, vocabulary.Needs(aboutCustomers)),
	is(`"data.creditLimitInfo" has the customer's credit limit and available limit`, func(s *scenario.Scenario) any {
		return customers.LimitRecords{Scenario: s}.TheReportedLimitIsTheCustomers
	}, vocabulary.Needs(aboutCustomers)),
	is(`"([^"]*)" equals "([^"]*)"`, func(s *scenario.Scenario) any { return customers.LimitRecords{Scenario: s}.AreEqual }, vocabulary.Needs(theAnswers)),
	is(`each item of an accepted order has a record`, func(s *scenario.Scenario) any {
		return purchases.Records{Scenario: s}.EachItemOfAnAcceptedOrderHasARecord
	}, vocabulary.Needs(theAnswers)),
	is(`"data" contains one record for each item`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.OneRecordForEachItem }, vocabulary.Needs(aboutItems)),
	is(`"data" contains the record of each updated item`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.TheRecordOfEachItem }, vocabulary.Needs(aboutItems)),
	is(`each order_id repeats the order_id of the request`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.OrderIDIsRepeated }, vocabulary.Needs(aboutItems)),
	is(`each order_id is the order_id of the item's order`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.OrderIDIsTheItems }, vocabulary.Needs(aboutItems)),
	is(`each record repeats "([^"]*)" of its item`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.RecordsRepeat }, vocabulary.Needs(aboutItems)),
	is(`each record repeats the price of its item`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.RecordsRepeatThePrice }, vocabulary.Needs(aboutItems)),
	is(`"data" is the record that (?:create purchases|the update) returned`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.IsTheRecordOfBefore }, vocabulary.Needs(aboutItems)),
	is(`each record is unchanged except for "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.IsAsBeforeBut }, vocabulary.Needs(aboutItems)),
	is(`each "updated_at" is later than before the update`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.UpdatedAtIsLater }, vocabulary.Needs(aboutItems)),
	is(`each "facility_status" is "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.FacilityStatusIs }, vocabulary.Needs(aboutItems)),
	is(`each item for pick-up at the store is "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.PickUpStatusIs }, vocabulary.Needs(aboutItems)),
	is(`the item is not found, or its "facility_status" is not "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.NotFoundOrStatusIsNot }, vocabulary.Needs(aboutItems)),
	is(`the item is not found, or its "([^"]*)" are as before`, func(s *scenario.Scenario) any { return purchases.CancelledItems{Scenario: s}.NotFoundOrUnchanged }, vocabulary.Needs(aboutItems, theCancelledItem)),
	is(`every response agrees with the state table`, func(s *scenario.Scenario) any { return journeys.StateWalk{Scenario: s}.TheTableHolds }, vocabulary.Needs(theAnswers, theWalk)),
	is(`the report notes the response`, func(s *scenario.Scenario) any { return observations{s}.isNoted }, vocabulary.Needs(theAnswers)),
	is(`the report notes the values of "([^"]*)"`, func(s *scenario.Scenario) any { return observations{s}.valuesAreNoted }, vocabulary.Needs(theAnswers)),
	is(`the report notes the types of "([^"]*)"`, func(s *scenario.Scenario) any { return observations{s}.typesAreNoted }, vocabulary.Needs(theAnswers)),
	is(`the report notes whether "([^"]*)" is that of the later limit`, func(s *scenario.Scenario) any { return observations{s}.laterIDsAreNoted }, vocabulary.Needs(aboutCustomers)),
	is(`the report notes whether "([^"]*)" is as it was sent`, func(s *scenario.Scenario) any { return observations{s}.lettersAreNoted }, vocabulary.Needs(aboutCustomers)),
	is(`the report notes how many customers have the same "([^"]*)"`, func(s *scenario.Scenario) any { return observations{s}.sharedValuesAreNoted }, vocabulary.Needs(aboutCustomers)),
	is(`the report notes how "([^"]*)" changed`, func(s *scenario.Scenario) any { return observations{s}.movementIsNoted }, vocabulary.Needs(aboutCustomers)),
	is(`no message denies that (the OTP was sent|the item was cancelled)`, func(s *scenario.Scenario) any { return messages{s}.noneDenies }, vocabulary.Needs(theAnswers)),
	is(`each message contains the id of the item`, func(s *scenario.Scenario) any { return purchases.Records{Scenario: s}.TheMessageNamesTheItem }, vocabulary.Needs(aboutItems)),
	is(`each timestamp of a new record is in UTC`, func(s *scenario.Scenario) any { return purchases.Timestamps{Scenario: s}.StampsAreUTC }, vocabulary.Needs(aboutItems)),
	is(`"updated" of each fetched limit comes from the same clock as "updated" of the new limit`, func(s *scenario.Scenario) any {
		return purchases.Timestamps{Scenario: s}.FetchedLimitsShareTheClock
	}, vocabulary.Needs(aboutCustomers)),
	is(`each timestamp of a new limit is in UTC`, func(s *scenario.Scenario) any { return purchases.Timestamps{Scenario: s}.LimitStampsAreUTC }, vocabulary.Needs(aboutCustomers)),
	is(`each "updated_at" comes from the same clock as the earlier "updated_at" of its record`, func(s *scenario.Scenario) any { return purchases.Timestamps{Scenario: s}.UpdatesShareTheClock }, vocabulary.Needs(aboutItems)),
	is(`each order has its own records`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.EachOrderIsItsOwn }, vocabulary.Needs(theTwoOrders, aboutItems)),
	is(`the earlier order is unchanged`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.EarlierOrderUnchanged }, vocabulary.Needs(theTwoOrders, theAnswers)),
	is(`each item has a record with its item_code`, func(s *scenario.Scenario) any { return purchases.SharedValues{Scenario: s}.EachCodeIsKept }, vocabulary.Needs(aboutItems)),
	is(`each item is as it was after the last call that created or changed it`, func(s *scenario.Scenario) any { return purchases.EndOfRun{Scenario: s}.EachItemIsAsAfterItsLastCall }, vocabulary.Needs(aboutItems)),
	is(`the response contains no item that the update does not name`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.NoUnnamedItemIsShown }, vocabulary.Needs(theAnswers)),
	is(`no data of another (?:item|customer) is returned`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.NoOtherDataIsReturned }, vocabulary.Needs(theAnswers)),
	is(`no profile of another customer is returned`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.NoProfileIsReturned }, vocabulary.Needs(theAnswers)),
	is(`the known items are unchanged`, func(s *scenario.Scenario) any { return refused.UnknownIDs{Scenario: s}.TheKnownItemIsAsItWas }, vocabulary.Needs(theKnownItem, theAnswers)),
	is(`the report notes whether the known item was updated`, func(s *scenario.Scenario) any {
		return refused.Calls{Scenario: s}.ItIsNotedWhetherTheKnownItemWasUpdated
	}, vocabulary.Needs(theAnswers, theFirstItem)),
	is(`the first order is served`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.TheFirstOrderIsServed }, vocabulary.Needs(theAnswers)),
	is(`each valid call is served as before`, func(s *scenario.Scenario) any { return refused.Calls{Scenario: s}.EachIsServedAsBefore }, vocabulary.Needs(theAnswers)),
	is(`the report notes the number that birthday shows`, func(s *scenario.Scenario) any { return customers.Birthdays{Scenario: s}.AreNoted }, vocabulary.Needs(aboutCustomers)),
	is(`no response has the same "([^"]*)" as a response to "([^"]*)"`, func(s *scenario.Scenario) any { return purchases.Sequences{Scenario: s}.NoAnswerShares }, vocabulary.Needs(theAnswers)),
}

// Scenario is one check while it runs, with the meanings of its sentences.
type Scenario struct{ *scenario.Scenario }

// NewScenario starts a check.
func NewScenario(r *driver.Run) *Scenario { return &Scenario{scenario.New(r)} }

// Register registers the sentences that match the scenario's steps with godog, bound to this
// scenario. It registers every sentence that matches, so that godog sees ambiguity. It does not
// register the whole vocabulary, because that takes longer than many scenarios. A scenario whose
// sentences need something that it does not provide reports that and is not run.
func (s *Scenario) Register(sc *godog.ScenarioContext) {
	script := vocabulary.Read(sentences, s.Check)
	if lack := script.Lacks(remedies); lack != "" {
		sc.Step(".*", func() error { return judgement.Errored("%s", lack) })
		return
	}
	for _, n := range script.Used() {
		register := sc.Then
		switch {
		case n < len(givens):
			register = sc.Given
		case n < len(givens)+len(whens):
			register = sc.When
		}
		register(sentences[n].Pattern(), sentences[n].Bind(s.Scenario))
	}
}

var sentences = slices.Concat(givens, whens, thens)

// Patterns returns the patterns of the vocabulary. The lint uses them to check that every sentence
// is used and that every step of the features has exactly one meaning.
func Patterns() []*regexp.Regexp { return vocabulary.Patterns(sentences) }
