package steps

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cucumber/godog"
)

// sentence is one line of the vocabulary: a pattern and what it means.
type sentence struct {
	pattern *regexp.Regexp
	opening string // what every text with this meaning begins with
	bind    func(*Scenario) any
}

// is compiles a sentence once, when the program starts: godog compiles a
// pattern given as a string anew for every scenario.
func is(pattern string, bind func(*Scenario) any) sentence {
	opening, _ := regexp.MustCompile(pattern).LiteralPrefix()
	return sentence{regexp.MustCompile("^" + pattern + "$"), opening, bind}
}

// whom is how a sentence speaks of a customer by kind.
const whom = `(?:a|an) (customer|employed customer|government employee|self-employed customer)`

var givens = []sentence{
	is(whom+` with a credit limit`, func(s *Scenario) any { return s.aCustomerWithALimit }),
	is(whom+` of their own with a credit limit`, func(s *Scenario) any { return s.aCustomerOfTheirOwn }),
	is(whom+` with a credit limit who bought nothing`, func(s *Scenario) any { return sharing{s}.aCustomerWhoBoughtNothing }),
	is(`another customer with a credit limit`, func(s *Scenario) any { return s.anotherCustomer }),
	is(`a customer without a credit limit`, func(s *Scenario) any { return s.aCustomerWithoutALimit }),
	is(`a new `+newcomer+` whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return s.aNewcomer }),
	is(`a new customer with the names "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return s.aNewcomerNamed }),
	is(`a new customer to whom an OTP was sent`, func(s *Scenario) any { return s.aNewCustomerWithAnOTP }),
	is(`a new customer without an OTP`, func(s *Scenario) any { return s.aNewCustomerWithoutAnOTP }),
	is(`the customer bought something`, func(s *Scenario) any { return s.theCustomerBoughtSomething }),
	is(`an OTP was sent to the customer`, func(s *Scenario) any { return s.anOTPWasSent }),
	is(`an OTP was sent to the customer (\d+) times`, func(s *Scenario) any { return s.anOTPWasSentTimes }),
	is(`somebody new to whom an OTP was sent`, func(s *Scenario) any { return s.somebodyNewWithAnOTP }),
	is(`the customer has verified the OTP`, func(s *Scenario) any { return s.theOTPWasVerified }),
	is(`another customer's OTP was verified`, func(s *Scenario) any { return s.anothersOTPWasVerified }),
	is(`an OTP was sent to another customer`, func(s *Scenario) any { return s.anOTPWasSentToAnother }),
	is(`an OTP was sent to a customer with a credit limit`, func(s *Scenario) any { return s.anOTPWasSentToACustomer }),
	is(`an OTP was sent to a new customer`, func(s *Scenario) any { return s.anOTPWasSentToSomebodyNew }),
	is(`an OTP of a customer with a credit limit was verified`, func(s *Scenario) any { return s.anOTPWasVerified }),
	is(`the credit limit of a customer was fetched`, func(s *Scenario) any { return s.aLimitWasFetched }),
	is(`the credit limits of (\d+) customers who bought nothing were fetched`, func(s *Scenario) any { return s.limitsWereFetched }),
	is(`a customer was looked up`, func(s *Scenario) any { return s.aCustomerWasLookedUp }),
	is(`a customer without a credit limit was looked up`, func(s *Scenario) any { return s.somebodyWithoutALimitWasLookedUp }),
	is(`another customer was looked up`, func(s *Scenario) any { return s.anotherWasLookedUp }),
	is(`a purchase`, func(s *Scenario) any { return s.aPurchase }),
	is(`a purchase of (one|\d+) items?`, func(s *Scenario) any { return s.aPurchaseOf }),
	is(`a purchase of (\d+) items that nothing changes`, func(s *Scenario) any { return sharing{s}.aPurchaseToLookAt }),
	is(`a purchase of (\d+) items? to be collected`, func(s *Scenario) any { return sharing{s}.aPurchaseToCollect }),
	is(`another customer's purchase of (\d+) items`, func(s *Scenario) any { return sharing{s}.anotherPurchaseOf }),
	is(`a purchase whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return sharing{s}.aPurchaseWhose }),
	is(`a purchase by "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return sharing{s}.aPurchaseBy }),
	is(`a purchase by "([^"]*)" and "([^"]*)" of its own`, func(s *Scenario) any { return sharing{s}.aPurchaseOfItsOwnBy }),
	is(`a purchase by "([^"]*)" and "([^"]*)" to be collected`, func(s *Scenario) any { return sharing{s}.aPurchaseToCollectBy }),
	is(`it is "([^"]*)", for else nothing is documented of it`, func(s *Scenario) any { return s.orNothingIsDocumented }),
	is(`a purchase under an order number of (.+)`, func(s *Scenario) any { return sharing{s}.aPurchaseUnder }),
	is(`a purchase of its own worth (.+)`, func(s *Scenario) any { return sharing{s}.aPurchaseOfItsOwnWorth }),
	is(`a purchase worth (.+)`, func(s *Scenario) any { return sharing{s}.aPurchaseWorth }),
	is(`a purchase was (fetched|updated|cancelled)`, func(s *Scenario) any { return s.aPurchaseWas }),
	is(`all its items were updated to "([^"]*)"`, func(s *Scenario) any { return s.allItemsWereUpdated }),
	is(`all items of the other purchase were updated to "([^"]*)"`, func(s *Scenario) any { return s.allOtherItemsWereUpdated }),
	is(`its (first|second|third) item was updated to "([^"]*)"`, func(s *Scenario) any { return s.oneItemWasUpdated }),
	is(`its (first|second|third) item was cancelled`, func(s *Scenario) any { return s.oneItemWasCancelled }),
	is(`a purchase, and an order with the same (order_id|item_code|details) by (the same customer|another customer)`, func(s *Scenario) any { return s.twoOrders }),
	is(`its (first|second|third) item was fetched`, func(s *Scenario) any { return s.oneItemWasFetched }),
	is(`its items were updated to "([^"]*)" at once`, func(s *Scenario) any { return s.itsItemsWereUpdatedAtOnce }),
	is(`two purchases of one customer at once`, func(s *Scenario) any { return s.twoOrdersAtOnce }),
	is(`a customer with a credit limit who was looked up before they had one`, func(s *Scenario) any { return s.aStrangerWasLookedUpFirst }),
}

const newcomer = `(customer|employed customer|government employee|self-employed customer)`

var whens = []sentence{
	is(`every answer to "([^"]*)" is gathered`, func(s *Scenario) any { return s.everyAnswerIsGathered }),
	is(`every answer to "([^"]*)" for "([^"]*)" is gathered`, func(s *Scenario) any { return s.everyAnswerForIsGathered }),
	is(`the readings of "([^"]*)" are tried on "([^"]*)"`, func(s *Scenario) any { return s.theReadingsAreTried }),
	is(`every combination of the documented values of a "([^"]*)" is sent`, func(s *Scenario) any { return s.everyCombinationIsSent }),
	is(`"([^"]*)" is called with (.+)`, func(s *Scenario) any { return s.isCalledWith }),
	is(`"([^"]*)" is called at its other path with (.+)`, func(s *Scenario) any { return s.isCalledElsewhereWith }),
	is(`"([^"]*)" is called twice with (.+)`, func(s *Scenario) any { return s.isCalledTwiceWith }),
	is(`"([^"]*)" is called once with (.+)`, func(s *Scenario) any { return s.isCalledOnceWith }),
	is(`"([^"]*)" is tried (.+)`, func(s *Scenario) any { return s.isTried }),
	is(`the customer verifies the OTP all the same`, func(s *Scenario) any { return s.theOTPIsVerifiedAllTheSame }),
	is(`the customer verifies the OTP twice`, func(s *Scenario) any { return s.theOTPIsVerifiedTwice }),
	is(`the customer verifies it after another was sent`, func(s *Scenario) any { return s.theOlderOTPIsVerified }),
	is(`the customer asks for a credit limit at once`, func(s *Scenario) any { return s.theCustomerAsksAtOnce }),
	is(`its (first|second|third) item is cancelled again`, func(s *Scenario) any { return s.oneItemIsCancelledAgain }),
	is(`its (first|second|third) item is updated all the same`, func(s *Scenario) any { return s.oneItemIsUpdatedAllTheSame }),
	is(`an OTP is sent to the customer (\d+) times`, func(s *Scenario) any { return s.anOTPIsSentTimes }),
	is(whom+` verifies an OTP once for all checks`, func(s *Scenario) any { return sharing{s}.anOTPIsVerifiedOnce }),
	is(`the customer verifies the OTP`, func(s *Scenario) any { return s.theOTPIsVerified }),
	is(`the customer verifies the OTP for a cart of (.+)`, func(s *Scenario) any { return s.theOTPIsVerifiedFor }),
	is(`the customer verifies an OTP (.+)`, func(s *Scenario) any { return s.aWrongOTPIsVerified }),
	is(`the customer verifies "([^"]*)" in place of the OTP(?: for a cart of (\d+))?`, func(s *Scenario) any { return s.wrongOTPsAreVerifiedFor }),
	is(`somebody to whom no OTP was sent verifies (.+)`, func(s *Scenario) any { return s.aStrangerVerifies }),
	is(`the OTP is verified with the id number "([^"]*)" and the phone "([^"]*)"`, func(s *Scenario) any { return s.theOTPIsVerifiedMixed }),
	is(`an OTP is asked for with the customer's id number, the phone "([^"]*)" and (no more|a new customer's details)`, func(s *Scenario) any { return s.anOTPIsAskedFor }),
	is(`each of the two customers verifies the OTP of the other`, func(s *Scenario) any { return s.eachVerifiesTheOthersOTP }),
	is(`the customer asks for a credit limit`, func(s *Scenario) any { return s.theCustomerAsksForALimit }),
	is(`the customer asks for a credit limit again`, func(s *Scenario) any { return s.theCustomerAsksAgain }),
	is(`the customer's credit limit is fetched(?: (\d+) times)?`, func(s *Scenario) any { return s.theLimitIsFetched }),
	is(`the customer is looked up again`, func(s *Scenario) any { return s.theCustomerIsLookedUpAgain }),
	is(`the customer is looked up(?: (\d+) times)?`, func(s *Scenario) any { return sharing{s}.theCustomerIsLookedUp }),
	is(`the customer is looked up by "([^"]*)"`, func(s *Scenario) any { return s.theCustomerIsLookedUpBy }),
	is(`the customer buys (\d+|`+drawnCount+`) items`, func(s *Scenario) any { return sharing{s}.theCustomerBuys }),
	is(`the customer buys (\d+) items alike`, func(s *Scenario) any { return s.theCustomerBuysAlike }),
	is(`the customer buys the same cart (\d+) times at once`, func(s *Scenario) any { return s.theCustomerBuysAtOnce }),
	is(`the customer buys two items of different types`, func(s *Scenario) any { return s.theCustomerBuysTwoTypes }),
	is(`the customer buys the same cart (\d+) times`, func(s *Scenario) any { return s.theCustomerBuysAgain }),
	is(`the customer buys (\d+) items for pick-up at the store`, func(s *Scenario) any { return sharing{s}.theCustomerBuysForPickUp }),
	is(`the customer buys an item whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return sharing{s}.theCustomerBuysWhose }),
	is(`the customer buys an item by "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return sharing{s}.theCustomerBuysBy }),
	is(`the customer buys an item worth (.+)`, func(s *Scenario) any { return sharing{s}.theCustomerBuysWorth }),
	is(`the customer goes the whole way`, func(s *Scenario) any { return s.theCustomerGoesTheWholeWay }),
	is(`the customer places order (.+)`, func(s *Scenario) any { return sharing{s}.theCustomerPlacesOrder }),
	is(`the purchase is fetched(?: (\d+) times)?`, func(s *Scenario) any { return s.thePurchaseIsFetched }),
	is(`two customers create, get, update and cancel in an order drawn from the seed`, func(s *Scenario) any { return s.theyWalk }),
	is(`each of its items is fetched`, func(s *Scenario) any { return s.eachItemIsFetched }),
	is(`each item of both is fetched`, func(s *Scenario) any { return s.eachItemOfBothIsFetched }),
	is(`its other items are fetched`, func(s *Scenario) any { return s.otherItemsAreFetched }),
	is(`an item that was cancelled while it waited is looked at`, func(s *Scenario) any { return sharing{s}.aCancelledItemIsLookedAt }),
	is(`its (first|second|third) item is looked at`, func(s *Scenario) any { return s.oneItemIsLookedAt }),
	is(`all its items are updated to "([^"]*)"`, func(s *Scenario) any { return s.allItemsAreUpdated }),
	is(`its (first|second|third) item is updated to "([^"]*)"`, func(s *Scenario) any { return s.oneItemIsUpdated }),
	is(`its (first|second|third) item is cancelled`, func(s *Scenario) any { return s.oneItemIsCancelled }),
	is(`both orders are fetched`, func(s *Scenario) any { return s.bothOrdersAreFetched }),
	is(`the item of the later order is updated and then cancelled`, func(s *Scenario) any { return s.theSecondIsMoved }),
	is(`the customer buys two items whose item_code differ in case only`, func(s *Scenario) any { return s.anOrderOfTwoCases }),
	is(`items that nobody bought are fetched`, func(s *Scenario) any { return s.anUnknownItemIsFetched }),
	is(`limits that nobody has are fetched`, func(s *Scenario) any { return s.anUnknownLimitIsFetched }),
	is(`items that nobody bought are (updated|cancelled)`, func(s *Scenario) any { return s.anUnknownItemIsMoved }),
	is(`strangers are looked up`, func(s *Scenario) any { return s.strangersAreLookedUp }),
	is(`its (first|second|third) item is fetched(?: (\d+) times)?`, func(s *Scenario) any { return s.oneItemIsFetched }),
	is(`calls that are refused and calls that are valid take turns`, func(s *Scenario) any { return s.refusedAndServed }),
}

var thens = []sentence{
	is(`each call is answered with (\d+)`, func(s *Scenario) any { return s.eachIsAnsweredWith }),
	is(`each answer is JSON`, func(s *Scenario) any { return s.eachIsJSON }),
	is(`each answer matches "([^"]*)"`, func(s *Scenario) any { return s.eachMatches }),
	is(`each "status" repeats the HTTP status`, func(s *Scenario) any { return s.eachMirrorsItsStatus }),
	is(`each HTTP status is one that "([^"]*)" permits`, func(s *Scenario) any { return s.eachStatusIsPermitted }),
	is(`each call carried "([^"]*)"`, func(s *Scenario) any { return s.eachCarried }),
	is(`it is accepted`, func(s *Scenario) any { return s.itIsAccepted }),
	is(`the item is as it was`, func(s *Scenario) any { return s.theItemIsAsItWas }),
	is(`what was sent verifies for the customer by no phone`, func(s *Scenario) any { return s.itVerifiesForTheCustomerByNoPhone }),
	is(`nothing came of it`, func(s *Scenario) any { return s.nothingCameOfIt }),
	is(`no combination is refused`, func(s *Scenario) any { return s.noCombinationIsRefused }),
	is(`it is not served`, func(s *Scenario) any { return s.itIsNotServed }),
	is(`every one of them that must be taken is taken`, func(s *Scenario) any { return s.requiredReadingsAreTaken }),
	is(`each record shows the "([^"]*)" that was sent, or else "([^"]*)"`, func(s *Scenario) any { return s.recordsShowOrDefault }),
	is(`the sizes that "([^"]*)" takes are noted`, func(s *Scenario) any { return s.boundsAreNoted }),
	is(`"([^"]*)" refuses no "([^"]*)" that is smaller than one it takes`, func(s *Scenario) any { return s.noGaps }),
	is(`what it shows of a top-up is noted`, func(s *Scenario) any { return s.topupIsNoted }),
	is(`one of them is taken`, func(s *Scenario) any { return s.oneReadingIsTaken }),
	is(`no two answers share "([^"]*)"`, func(s *Scenario) any { return s.noTwoAnswersShare }),
	is(`no two customers share "([^"]*)"`, func(s *Scenario) any { return s.noTwoCustomersShare }),
	is(`no two records share "([^"]*)"`, func(s *Scenario) any { return s.noTwoRecordsShare }),
	is(`all records share "([^"]*)"`, func(s *Scenario) any { return s.allRecordsShare }),
	is(`"([^"]*)" is the customer's id`, func(s *Scenario) any { return s.isTheCustomersID }),
	is(`"data" agrees with the customer's limit in "([^"]*)"`, func(s *Scenario) any { return s.agreesWithTheLimit }),
	is(`"data" is the customer's limit in "([^"]*)"`, func(s *Scenario) any { return s.isTheLimit }),
	is(`(?:the|each) limit record repeats the customer's details`, func(s *Scenario) any { return s.repeatsTheDetails }),
	is(`the customer is found`, func(s *Scenario) any { return s.theCustomerIsFound }),
	is(`the customer is found, or the field is treated as "([^"]*)" is for somebody unknown`, func(s *Scenario) any { return s.foundOrTreatedAs }),
	is(`"data.baseInfo" repeats the customer's name, email, phone and id number`, func(s *Scenario) any { return s.theProfileIsTheCustomers }),
	is(`"data.creditLimitInfo" reports the customer's credit limit and what is available of it`, func(s *Scenario) any { return s.theReportedLimitIsTheCustomers }),
	is(`"([^"]*)" equals "([^"]*)"`, func(s *Scenario) any { return s.areEqual }),
	is(`"data" holds one record for each item`, func(s *Scenario) any { return s.oneRecordForEachItem }),
	is(`"data" holds the record of each updated item`, func(s *Scenario) any { return s.theRecordOfEachItem }),
	is(`each order_id repeats the request's`, func(s *Scenario) any { return s.orderIDIsRepeated }),
	is(`each order_id is that of the item's order`, func(s *Scenario) any { return s.orderIDIsTheItems }),
	is(`each record repeats "([^"]*)" of its item`, func(s *Scenario) any { return s.recordsRepeat }),
	is(`each record repeats the price of its item`, func(s *Scenario) any { return s.recordsRepeatThePrice }),
	is(`"data" is the record that (?:create|the update) gave`, func(s *Scenario) any { return s.isTheRecordOfBefore }),
	is(`each record is as before but for "([^"]*)"`, func(s *Scenario) any { return s.isAsBeforeBut }),
	is(`each "updated_at" is later than before the update`, func(s *Scenario) any { return s.updatedAtMoved }),
	is(`each "facility_status" is "([^"]*)"`, func(s *Scenario) any { return s.facilityStatusIs }),
	is(`it is gone, or its "facility_status" is not "([^"]*)"`, func(s *Scenario) any { return s.goneOrNot }),
	is(`every answer is one that the state table has`, func(s *Scenario) any { return s.theTableHolds }),
	is(`it is noted how that is answered`, func(s *Scenario) any { return s.isNoted }),
	is(`the values of "([^"]*)" are noted`, func(s *Scenario) any { return s.valuesAreNoted }),
	is(`it is noted how "([^"]*)" moved`, func(s *Scenario) any { return s.movementIsNoted }),
	is(`each message names the item's id`, func(s *Scenario) any { return s.theMessageNamesTheItem }),
	is(`each stamp of a new record is in UTC`, func(s *Scenario) any { return s.stampsAreUTC }),
	is(`each stamp of a new limit is in UTC`, func(s *Scenario) any { return s.limitStampsAreUTC }),
	is(`each "updated_at" is of the clock that wrote the one before`, func(s *Scenario) any { return s.updatesShareTheClock }),
	is(`each order is its own`, func(s *Scenario) any { return s.eachOrderIsItsOwn }),
	is(`the earlier one stays where it was`, func(s *Scenario) any { return s.theFirstStaysWhereItWas }),
	is(`each item is recorded under its own item_code`, func(s *Scenario) any { return s.eachCodeIsKept }),
	is(`nobody's data is given`, func(s *Scenario) any { return s.nobodysDataIsGiven }),
	is(`nobody's profile is given`, func(s *Scenario) any { return s.nobodysProfileIsGiven }),
	is(`the item that somebody bought is as it was`, func(s *Scenario) any { return s.theKnownItemIsAsItWas }),
	is(`each valid call is served as ever`, func(s *Scenario) any { return s.eachWasServedAsEver }),
	is(`it is noted what birthday holds`, func(s *Scenario) any { return s.birthdaysAreNoted }),
	is(`none shares "([^"]*)" with an answer to "([^"]*)"`, func(s *Scenario) any { return s.noAnswerShares }),
}

// Register gives godog the sentences that the scenario's steps may mean, bound
// to this scenario: every one that matches, so that ambiguity is seen. To give
// it the whole vocabulary costs more than many a scenario.
func (s *Scenario) Register(sc *godog.ScenarioContext) {
	for _, v := range givens {
		if v.meant(s.check.Steps) {
			sc.Given(v.pattern, v.bind(s))
		}
	}
	for _, v := range whens {
		if v.meant(s.check.Steps) {
			sc.When(v.pattern, v.bind(s))
		}
	}
	for _, v := range thens {
		if v.meant(s.check.Steps) {
			sc.Then(v.pattern, v.bind(s))
		}
	}
}

// meant tells whether one of the texts may mean the sentence.
func (v sentence) meant(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return strings.HasPrefix(text, v.opening) && v.pattern.MatchString(text)
	})
}

// Patterns lists the vocabulary, for the lint that every sentence is used and
// every step of the features has exactly one meaning.
func Patterns() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, list := range [][]sentence{givens, whens, thens} {
		for _, v := range list {
			all = append(all, v.pattern)
		}
	}
	return all
}
