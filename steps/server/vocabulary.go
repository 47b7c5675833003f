package server

import (
	"regexp"
	"slices"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/vocabulary"
)

// sentence is one line of the vocabulary.
type sentence = vocabulary.Sentence[*Scenario]

func is(pattern string, bind func(*Scenario) any, terms ...vocabulary.Term) sentence {
	return vocabulary.Is(pattern, bind, terms...)
}

// given is a sentence that makes the calls which it takes; a check of the whole
// run may gather them.
func given(pattern string, bind func(*Scenario) any, terms ...vocabulary.Term) sentence {
	return is(pattern, bind, append(terms, vocabulary.Gives(theCalls))...)
}

// whom is how a sentence speaks of a customer by kind.
const whom = `(?:a|an) (customer|employed customer|government employee|self-employed customer)`

var givens = []sentence{
	given(whom+` with a credit limit`, func(s *Scenario) any { return customerGivens{s}.aCustomerWithALimit }, vocabulary.Gives(theCustomer)),
	given(whom+` with a credit limit for this check only`, func(s *Scenario) any { return customerGivens{s}.aCustomerOfTheirOwn }, vocabulary.Gives(theCustomer)),
	given(whom+` with a credit limit who bought nothing`, func(s *Scenario) any { return sharedOrders{s}.aCustomerWhoBoughtNothing }, vocabulary.Gives(theCustomer)),
	given(`another customer with a credit limit`, func(s *Scenario) any { return customerGivens{s}.anotherCustomer }, vocabulary.Gives(theOther)),
	given(`a customer without a credit limit`, func(s *Scenario) any { return customerGivens{s}.aCustomerWithoutALimit }, vocabulary.Gives(theCustomer)),
	given(`a new `+newcomer+` whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return customerGivens{s}.aNewcomer }, vocabulary.Gives(theCustomer)),
	given(`a new customer with the names "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return customerGivens{s}.aNewcomerNamed }, vocabulary.Gives(theCustomer)),
	given(`a new customer to whom an OTP was sent`, func(s *Scenario) any { return undocumentedCalls{s}.aNewCustomerWithAnOTP }, vocabulary.Gives(theCustomer, theOTP)),
	given(`a new customer without an OTP`, func(s *Scenario) any { return undocumentedCalls{s}.aNewCustomerWithoutAnOTP }, vocabulary.Gives(theCustomer)),
	given(`the customer bought something`, func(s *Scenario) any { return undocumentedCalls{s}.theCustomerBoughtSomething }, vocabulary.Needs(theCustomer)),
	given(`an OTP was sent to the customer`, func(s *Scenario) any { return customerGivens{s}.anOTPWasSent }, vocabulary.Needs(theCustomer), vocabulary.Gives(theOTP)),
	given(`an OTP was sent to the customer (\d+) times`, func(s *Scenario) any { return otpOwnership{s}.anOTPWasSentTimes }, vocabulary.Needs(theCustomer), vocabulary.Gives(theOTP)),
	given(`a person new to the service to whom an OTP was sent`, func(s *Scenario) any { return otpOwnership{s}.somebodyNewWithAnOTP }, vocabulary.Gives(theCustomer, theOTP)),
	given(`the customer has verified the OTP`, func(s *Scenario) any { return otpOwnership{s}.theOTPWasVerified }, vocabulary.Needs(theCustomer, theOTP)),
	given(`another customer's OTP was verified`, func(s *Scenario) any { return customerGivens{s}.anothersOTPWasVerified }, vocabulary.Gives(theOther)),
	given(`an OTP was sent to another customer`, func(s *Scenario) any { return customerGivens{s}.anOTPWasSentToAnother }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theOther)),
	given(`an OTP was sent to a customer with a credit limit`, func(s *Scenario) any { return customerGivens{s}.anOTPWasSentToACustomer }),
	given(`an OTP was sent to a new customer`, func(s *Scenario) any { return customerGivens{s}.anOTPWasSentToSomebodyNew }),
	given(`an OTP of a customer with a credit limit was verified`, func(s *Scenario) any { return customerGivens{s}.anOTPWasVerified }),
	given(`the credit limit of a customer was fetched`, func(s *Scenario) any { return customerGivens{s}.aLimitWasFetched }),
	given(`the credit limits of (\d+) customers who bought nothing were fetched`, func(s *Scenario) any { return customerGivens{s}.limitsWereFetched }),
	given(`a customer was looked up`, func(s *Scenario) any { return customerGivens{s}.aCustomerWasLookedUp }),
	given(`a customer without a credit limit was looked up`, func(s *Scenario) any { return customerGivens{s}.somebodyWithoutALimitWasLookedUp }),
	given(`another customer was looked up`, func(s *Scenario) any { return customerGivens{s}.anotherWasLookedUp }),
	given(`a purchase`, func(s *Scenario) any { return purchaseGivens{s}.aPurchase }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase of (one|\d+) items?`, func(s *Scenario) any { return purchaseGivens{s}.aPurchaseOf }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of (\d+) items that nothing changes`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseToLookAt }, vocabulary.GivesBy(aPurchaseOf)),
	given(`a purchase of (\d+) items? to be collected`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseToCollect }, vocabulary.GivesBy(aPurchaseOf)),
	given(`another customer's purchase of (\d+) items`, func(s *Scenario) any { return sharedOrders{s}.anotherPurchaseOf }, vocabulary.Gives(theOtherPurchase)),
	given(`a purchase whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseWhose }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase by "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseBy }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase by "([^"]*)" and "([^"]*)" for this check only`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseOfItsOwnBy }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase by "([^"]*)" and "([^"]*)" to be collected`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseToCollectBy }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`it is "([^"]*)": of another status nothing is documented`, func(s *Scenario) any { return purchaseGivens{s}.orNothingIsDocumented }, vocabulary.Needs(thePurchase)),
	given(`a purchase under an order number of (.+)`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseUnder }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase for this check only, worth (.+)`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseOfItsOwnWorth }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase worth (.+)`, func(s *Scenario) any { return sharedOrders{s}.aPurchaseWorth }, vocabulary.Gives(thePurchase, theFirstItem)),
	given(`a purchase was (fetched|updated|cancelled)`, func(s *Scenario) any { return purchaseGivens{s}.aPurchaseWas }),
	given(`all its items were updated to "([^"]*)"`, func(s *Scenario) any { return purchaseGivens{s}.allItemsWereUpdated }, vocabulary.Needs(thePurchase)),
	given(`all items of the other purchase were updated to "([^"]*)"`, func(s *Scenario) any { return purchaseGivens{s}.allOtherItemsWereUpdated }, vocabulary.Needs(theOtherPurchase)),
	given(`its (first|second|third) item was updated to "([^"]*)"`, func(s *Scenario) any { return purchaseGivens{s}.oneItemWasUpdated }, vocabulary.NeedsBy(anItem)),
	given(`its (first|second|third) item was cancelled`, func(s *Scenario) any { return purchaseGivens{s}.oneItemWasCancelled }, vocabulary.NeedsBy(anItem)),
	given(`a purchase, and an order with the same (order_id|item_code|details) by (the same customer|another customer)`, func(s *Scenario) any { return namesakeOrders{s}.twoOrders }, vocabulary.Gives(theTwoOrders, thePurchase, theFirstItem, theOtherPurchase)),
	given(`its (first|second|third) item was fetched`, func(s *Scenario) any { return sequences{s}.oneItemWasFetched }, vocabulary.NeedsBy(anItem)),
	given(`its items were updated to "([^"]*)" at once`, func(s *Scenario) any { return sequences{s}.itsItemsWereUpdatedAtOnce }, vocabulary.Needs(thePurchase)),
	given(`two purchases of one customer at once`, func(s *Scenario) any { return sequences{s}.twoOrdersAtOnce }, vocabulary.Gives(thePurchase, theFirstItem, theOtherPurchase)),
	given(`a customer with a credit limit who was looked up before they had one`, func(s *Scenario) any { return sequences{s}.aStrangerWasLookedUpFirst }, vocabulary.Gives(theCustomer)),
}

const newcomer = `(customer|employed customer|government employee|self-employed customer)`

var whens = []sentence{
	is(`every answer to "([^"]*)" is gathered`, func(s *Scenario) any { return namedCalls{s}.everyAnswerIsGathered }, vocabulary.Needs(theCalls), givesAnswersOf(), vocabulary.OfTheWholeRun()),
	is(`every answer to "([^"]*)" for "([^"]*)" is gathered`, func(s *Scenario) any { return namedCalls{s}.everyAnswerForIsGathered }, vocabulary.Needs(theCalls), givesAnswersOf(), vocabulary.OfTheWholeRun()),
	is(`the readings of "([^"]*)" are tried on "([^"]*)"`, func(s *Scenario) any { return readingTrials{s}.theReadingsAreTried }, vocabulary.GivesBy(answersOfTheSecond)),
	is(`every combination of the documented values of a "([^"]*)" is sent`, func(s *Scenario) any { return combinations{s}.everyCombinationIsSent }, vocabulary.Gives(theAnswers, theCombinations)),
	is(`"([^"]*)" is called with (.+)`, func(s *Scenario) any { return credentialCalls{s}.isCalledWith }, givesAnswersOf()),
	is(`"([^"]*)" is called at its other path with (.+)`, func(s *Scenario) any { return credentialCalls{s}.isCalledElsewhereWith }, givesAnswersOf()),
	is(`"([^"]*)" is called twice with (.+)`, func(s *Scenario) any { return credentialCalls{s}.isCalledTwiceWith }, givesAnswersOf()),
	is(`"([^"]*)" is called once with (.+)`, func(s *Scenario) any { return effects{s}.isCalledOnceWith }, givesAnswersOf(theTraces)),
	is(`"([^"]*)" is asked for in the other reading of Content-Type`, func(s *Scenario) any { return undocumentedCalls{s}.isTriedInTheOtherContentType }, givesAnswersOf()),
	is(`"([^"]*)" is tried (.+)`, func(s *Scenario) any { return undocumentedCalls{s}.isTried }, givesAnswersOf()),
	is(`the customer still verifies the OTP`, func(s *Scenario) any { return undocumentedCalls{s}.theOTPIsVerifiedAllTheSame }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP twice`, func(s *Scenario) any { return undocumentedCalls{s}.theOTPIsVerifiedTwice }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies it after another was sent`, func(s *Scenario) any { return undocumentedCalls{s}.theOlderOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit at once`, func(s *Scenario) any { return undocumentedCalls{s}.theCustomerAsksAtOnce }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`its (first|second|third) item is cancelled again`, func(s *Scenario) any { return undocumentedCalls{s}.oneItemIsCancelledAgain }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`its (first|second|third) item is still updated`, func(s *Scenario) any { return undocumentedCalls{s}.oneItemIsUpdatedAllTheSame }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an OTP is sent to the customer (\d+) times`, func(s *Scenario) any { return otpCalls{s}.anOTPIsSentTimes }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(whom+` verifies an OTP once for all checks`, func(s *Scenario) any { return sharedOrders{s}.anOTPIsVerifiedOnce }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP`, func(s *Scenario) any { return otpCalls{s}.theOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies the OTP for a cart of (.+)`, func(s *Scenario) any { return otpCalls{s}.theOTPIsVerifiedFor }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies an OTP (.+)`, func(s *Scenario) any { return otpCalls{s}.aWrongOTPIsVerified }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer verifies "([^"]*)" in place of the OTP(?: for a cart of (\d+))?`, func(s *Scenario) any { return otpOwnership{s}.wrongOTPsAreVerifiedFor }, vocabulary.Needs(theCustomer, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`a person to whom no OTP was sent verifies (.+)`, func(s *Scenario) any { return otpOwnership{s}.aStrangerVerifies }, vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the OTP is verified with the id number "([^"]*)" and the phone "([^"]*)"`, func(s *Scenario) any { return otpOwnership{s}.theOTPIsVerifiedMixed }, vocabulary.Needs(theCustomer, theOther, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`an OTP is asked for with the customer's id number, the phone "([^"]*)" and (no more|a new customer's details)`, func(s *Scenario) any { return otpOwnership{s}.anOTPIsAskedFor }, vocabulary.Needs(theCustomer, theOther), vocabulary.Gives(theAnswers, theHolder, aboutCustomers)),
	is(`each of the two customers verifies the OTP of the other`, func(s *Scenario) any { return otpCalls{s}.eachVerifiesTheOthersOTP }, vocabulary.Needs(theCustomer, theOther, theOTP), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit`, func(s *Scenario) any { return limitCalls{s}.theCustomerAsksForALimit }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer asks for a credit limit again`, func(s *Scenario) any { return limitCalls{s}.theCustomerAsksAgain }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer's credit limit is fetched(?: (\d+) times)?`, func(s *Scenario) any { return limitCalls{s}.theLimitIsFetched }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer is looked up again`, func(s *Scenario) any { return limitCalls{s}.theCustomerIsLookedUpAgain }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer is looked up(?: (\d+) times)?`, func(s *Scenario) any { return sharedOrders{s}.theCustomerIsLookedUp }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer is looked up by "([^"]*)"`, func(s *Scenario) any { return limitCalls{s}.theCustomerIsLookedUpBy }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`the customer buys (\d+|`+drawnCount+`) items`, func(s *Scenario) any { return sharedOrders{s}.theCustomerBuys }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys (\d+) identical items`, func(s *Scenario) any { return purchaseCalls{s}.theCustomerBuysAlike }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys the same cart (\d+) times at once`, func(s *Scenario) any { return purchaseCalls{s}.theCustomerBuysAtOnce }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys two items of different types`, func(s *Scenario) any { return purchaseCalls{s}.theCustomerBuysTwoTypes }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys the same cart (\d+) times`, func(s *Scenario) any { return purchaseCalls{s}.theCustomerBuysAgain }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys (\d+) items for pick-up at the store`, func(s *Scenario) any { return sharedOrders{s}.theCustomerBuysForPickUp }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item whose "([^"]*)" is "(.*)"`, func(s *Scenario) any { return sharedOrders{s}.theCustomerBuysWhose }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item by "([^"]*)" and "([^"]*)"`, func(s *Scenario) any { return sharedOrders{s}.theCustomerBuysBy }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys an item worth (.+)`, func(s *Scenario) any { return sharedOrders{s}.theCustomerBuysWorth }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer completes the journey`, func(s *Scenario) any { return journeys{s}.theCustomerGoesTheWholeWay }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
	is(`the customer places order (.+)`, func(s *Scenario) any { return sharedOrders{s}.theCustomerPlacesOrder }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`the purchase is fetched(?: (\d+) times)?`, func(s *Scenario) any { return purchaseCalls{s}.thePurchaseIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`two customers create, get, update and cancel in an order drawn from the seed`, func(s *Scenario) any { return stateWalk{s}.theyWalk }, vocabulary.Gives(theAnswers, theWalk, aboutItems)),
	is(`each of its items is fetched`, func(s *Scenario) any { return purchaseCalls{s}.eachItemIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`each item of both is fetched`, func(s *Scenario) any { return purchaseCalls{s}.eachItemOfBothIsFetched }, vocabulary.Needs(thePurchase, theOtherPurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`its other items are fetched`, func(s *Scenario) any { return purchaseCalls{s}.otherItemsAreFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`an item that was cancelled before it was collected is looked at`, func(s *Scenario) any { return sharedOrders{s}.aCancelledItemIsLookedAt }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`its (first|second|third) item is looked at`, func(s *Scenario) any { return purchaseCalls{s}.oneItemIsLookedAt }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`all its items are updated to "([^"]*)"`, func(s *Scenario) any { return purchaseCalls{s}.allItemsAreUpdated }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`its (first|second|third) item is updated to "([^"]*)"`, func(s *Scenario) any { return purchaseCalls{s}.oneItemIsUpdated }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`its (first|second|third) item is cancelled`, func(s *Scenario) any { return purchaseCalls{s}.oneItemIsCancelled }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`both orders are fetched`, func(s *Scenario) any { return namesakeOrders{s}.bothOrdersAreFetched }, vocabulary.Needs(theTwoOrders), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the item of the later order is updated and then cancelled`, func(s *Scenario) any { return namesakeOrders{s}.theSecondIsMoved }, vocabulary.Needs(theTwoOrders), vocabulary.Gives(theAnswers, aboutItems)),
	is(`the customer buys two items whose item_code differ in case only`, func(s *Scenario) any { return namesakeOrders{s}.anOrderOfTwoCases }, vocabulary.Gives(theAnswers, aboutItems)),
	is(`unknown items are fetched`, func(s *Scenario) any { return unknownIDs{s}.anUnknownItemIsFetched }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, aboutItems)),
	is(`unknown limits are fetched`, func(s *Scenario) any { return unknownIDs{s}.anUnknownLimitIsFetched }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`unknown items are (updated|cancelled)`, func(s *Scenario) any { return unknownIDs{s}.anUnknownItemIsMoved }, vocabulary.Needs(thePurchase), vocabulary.Gives(theAnswers, theKnownItem, aboutItems)),
	is(`unknown people are looked up`, func(s *Scenario) any { return unknownIDs{s}.strangersAreLookedUp }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutCustomers)),
	is(`its (first|second|third) item is fetched(?: (\d+) times)?`, func(s *Scenario) any { return sequences{s}.oneItemIsFetched }, vocabulary.NeedsBy(anItem), vocabulary.Gives(theAnswers, aboutItems)),
	is(`refused calls and valid calls alternate`, func(s *Scenario) any { return sequences{s}.refusedAndServed }, vocabulary.Needs(theCustomer), vocabulary.Gives(theAnswers, aboutItems, aboutCustomers)),
}

var thens = []sentence{
	is(`each call is answered with (\d+)`, func(s *Scenario) any { return envelopes{s}.eachIsAnsweredWith }, vocabulary.Needs(theAnswers), vocabulary.ByTheOwnerOf(judgement.StatusAspect)),
	is(`each answer is JSON`, func(s *Scenario) any { return envelopes{s}.eachIsJSON }, vocabulary.Needs(theAnswers)),
	is(`each answer matches "([^"]*)"`, func(s *Scenario) any { return envelopes{s}.eachMatches }, vocabulary.Needs(theAnswers), vocabulary.ByTheOwner(ofTheSchema)),
	is(`each "status" repeats the HTTP status`, func(s *Scenario) any { return envelopes{s}.eachMirrorsItsStatus }, vocabulary.Needs(theAnswers)),
	is(`each HTTP status is one that "([^"]*)" permits`, func(s *Scenario) any { return envelopes{s}.eachStatusIsPermitted }, vocabulary.Needs(theAnswers)),
	is(`each call carried "([^"]*)"`, func(s *Scenario) any { return envelopes{s}.eachCarried }, vocabulary.Needs(theAnswers)),
	is(`it is accepted`, func(s *Scenario) any { return envelopes{s}.itIsAccepted }, vocabulary.Needs(theAnswers)),
	is(`the item is unchanged`, func(s *Scenario) any { return purchaseRecords{s}.theItemIsAsItWas }, vocabulary.Needs(aboutItems)),
	is(`what was sent does not verify for the customer with any phone`, func(s *Scenario) any { return otpOwnership{s}.itVerifiesForTheCustomerByNoPhone }, vocabulary.Needs(theHolder, aboutCustomers)),
	is(`the call had no effect`, func(s *Scenario) any { return effects{s}.nothingCameOfIt }, vocabulary.Needs(theTraces)),
	is(`no combination is refused`, func(s *Scenario) any { return combinations{s}.noCombinationIsRefused }, vocabulary.Needs(theCombinations, theAnswers)),
	is(`it is not served`, func(s *Scenario) any { return refusals{s}.itIsNotServed }, vocabulary.Needs(theAnswers)),
	is(`each of them that must be accepted is accepted`, func(s *Scenario) any { return readingTrials{s}.requiredReadingsAreTaken }, vocabulary.Needs(theAnswers, theReadings)),
	is(`each record shows the "([^"]*)" that was sent, or else "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.recordsShowOrDefault }, vocabulary.Needs(aboutItems)),
	is(`the sizes that "([^"]*)" accepts are noted`, func(s *Scenario) any { return valueSizes{s}.boundsAreNoted }),
	is(`"([^"]*)" refuses no "([^"]*)" that is smaller than one it accepts`, func(s *Scenario) any { return valueSizes{s}.noGaps }, vocabulary.Needs(theAnswers)),
	is(`what the record shows of a top-up is noted`, func(s *Scenario) any { return valueSizes{s}.topupIsNoted }, vocabulary.Needs(aboutItems)),
	is(`one of them is accepted`, func(s *Scenario) any { return readingTrials{s}.oneReadingIsTaken }, vocabulary.Needs(theAnswers, theReadings)),
	is(`no two answers share "([^"]*)"`, func(s *Scenario) any { return envelopes{s}.noTwoAnswersShare }, vocabulary.Needs(theAnswers)),
	is(`no two customers share "([^"]*)"`, func(s *Scenario) any { return limitRecords{s}.noTwoCustomersShare }, vocabulary.Needs(aboutCustomers)),
	is(`no two records share "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.noTwoRecordsShare }, vocabulary.Needs(aboutItems)),
	is(`all records share "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.allRecordsShare }, vocabulary.Needs(aboutItems)),
	is(`"([^"]*)" is the customer's id`, func(s *Scenario) any { return limitRecords{s}.isTheCustomersID }, vocabulary.Needs(aboutCustomers)),
	is(`"data" agrees with the customer's limit in "([^"]*)"`, func(s *Scenario) any { return limitRecords{s}.agreesWithTheLimit }, vocabulary.Needs(aboutCustomers)),
	is(`"data" is the customer's limit in "([^"]*)"`, func(s *Scenario) any { return limitRecords{s}.isTheLimit }, vocabulary.Needs(aboutCustomers)),
	is(`(?:the|each) limit record repeats the customer's details`, func(s *Scenario) any { return limitRecords{s}.repeatsTheDetails }, vocabulary.Needs(aboutCustomers)),
	is(`the customer is found`, func(s *Scenario) any { return limitRecords{s}.theCustomerIsFound }, vocabulary.Needs(aboutCustomers)),
	is(`the customer is found, or the field is treated as "([^"]*)" is for an unknown person`, func(s *Scenario) any { return limitRecords{s}.foundOrTreatedAs }, vocabulary.Needs(aboutCustomers)),
	is(`"data.baseInfo" repeats the customer's name, email, phone and id number`, func(s *Scenario) any { return limitRecords{s}.theProfileIsTheCustomers }, vocabulary.Needs(aboutCustomers)),
	is(`"data.creditLimitInfo" reports the customer's credit limit and what is available of it`, func(s *Scenario) any { return limitRecords{s}.theReportedLimitIsTheCustomers }, vocabulary.Needs(aboutCustomers)),
	is(`"([^"]*)" equals "([^"]*)"`, func(s *Scenario) any { return limitRecords{s}.areEqual }, vocabulary.Needs(theAnswers)),
	is(`"data" holds one record for each item`, func(s *Scenario) any { return purchaseRecords{s}.oneRecordForEachItem }, vocabulary.Needs(aboutItems)),
	is(`"data" holds the record of each updated item`, func(s *Scenario) any { return purchaseRecords{s}.theRecordOfEachItem }, vocabulary.Needs(aboutItems)),
	is(`each order_id repeats the request's`, func(s *Scenario) any { return purchaseRecords{s}.orderIDIsRepeated }, vocabulary.Needs(aboutItems)),
	is(`each order_id is that of the item's order`, func(s *Scenario) any { return purchaseRecords{s}.orderIDIsTheItems }, vocabulary.Needs(aboutItems)),
	is(`each record repeats "([^"]*)" of its item`, func(s *Scenario) any { return purchaseRecords{s}.recordsRepeat }, vocabulary.Needs(aboutItems)),
	is(`each record repeats the price of its item`, func(s *Scenario) any { return purchaseRecords{s}.recordsRepeatThePrice }, vocabulary.Needs(aboutItems)),
	is(`"data" is the record that (?:create|the update) returned`, func(s *Scenario) any { return purchaseRecords{s}.isTheRecordOfBefore }, vocabulary.Needs(aboutItems)),
	is(`each record is unchanged except for "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.isAsBeforeBut }, vocabulary.Needs(aboutItems)),
	is(`each "updated_at" is later than before the update`, func(s *Scenario) any { return purchaseRecords{s}.updatedAtMoved }, vocabulary.Needs(aboutItems)),
	is(`each "facility_status" is "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.facilityStatusIs }, vocabulary.Needs(aboutItems)),
	is(`it is gone, or its "facility_status" is not "([^"]*)"`, func(s *Scenario) any { return purchaseRecords{s}.goneOrNot }, vocabulary.Needs(aboutItems)),
	is(`every answer agrees with the state table`, func(s *Scenario) any { return stateWalk{s}.theTableHolds }, vocabulary.Needs(theAnswers, theWalk)),
	is(`the answer is noted`, func(s *Scenario) any { return observations{s}.isNoted }, vocabulary.Needs(theAnswers)),
	is(`the values of "([^"]*)" are noted`, func(s *Scenario) any { return observations{s}.valuesAreNoted }, vocabulary.Needs(theAnswers)),
	is(`it is noted how "([^"]*)" moved`, func(s *Scenario) any { return observations{s}.movementIsNoted }, vocabulary.Needs(aboutCustomers)),
	is(`each message names the item's id`, func(s *Scenario) any { return purchaseRecords{s}.theMessageNamesTheItem }, vocabulary.Needs(aboutItems)),
	is(`each timestamp of a new record is in UTC`, func(s *Scenario) any { return timestamps{s}.stampsAreUTC }, vocabulary.Needs(aboutItems)),
	is(`each timestamp of a new limit is in UTC`, func(s *Scenario) any { return timestamps{s}.limitStampsAreUTC }, vocabulary.Needs(aboutCustomers)),
	is(`each "updated_at" comes from the clock that wrote the one before`, func(s *Scenario) any { return timestamps{s}.updatesShareTheClock }, vocabulary.Needs(aboutItems)),
	is(`each order has its own records`, func(s *Scenario) any { return namesakeOrders{s}.eachOrderIsItsOwn }, vocabulary.Needs(theTwoOrders, aboutItems)),
	is(`the earlier order is unchanged`, func(s *Scenario) any { return namesakeOrders{s}.theFirstStaysWhereItWas }, vocabulary.Needs(theTwoOrders, theAnswers)),
	is(`each item is recorded under its own item_code`, func(s *Scenario) any { return namesakeOrders{s}.eachCodeIsKept }, vocabulary.Needs(aboutItems)),
	is(`no data of another is returned`, func(s *Scenario) any { return unknownIDs{s}.nobodysDataIsGiven }, vocabulary.Needs(theAnswers)),
	is(`no profile of another is returned`, func(s *Scenario) any { return unknownIDs{s}.nobodysProfileIsGiven }, vocabulary.Needs(theAnswers)),
	is(`the item that a customer bought is unchanged`, func(s *Scenario) any { return unknownIDs{s}.theKnownItemIsAsItWas }, vocabulary.Needs(theKnownItem, theAnswers)),
	is(`each valid call is served as before`, func(s *Scenario) any { return sequences{s}.eachWasServedAsEver }, vocabulary.Needs(theAnswers)),
	is(`it is noted what birthday holds`, func(s *Scenario) any { return sequences{s}.birthdaysAreNoted }, vocabulary.Needs(aboutCustomers)),
	is(`none shares "([^"]*)" with an answer to "([^"]*)"`, func(s *Scenario) any { return sequences{s}.noAnswerShares }, vocabulary.Needs(theAnswers)),
}

// Register gives godog the sentences that the scenario's steps may mean, bound
// to this scenario: every one that matches, so that ambiguity is seen. To give
// it the whole vocabulary costs more than many a scenario. A scenario whose
// sentences lack something says so, and is not run.
func (s *Scenario) Register(sc *godog.ScenarioContext) {
	script := vocabulary.Read(sentences, s.check)
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
		register(sentences[n].Pattern(), sentences[n].Bind(s))
	}
}

var sentences = slices.Concat(givens, whens, thens)

// Patterns lists the vocabulary, for the lint that every sentence is used and
// every step of the features has exactly one meaning.
func Patterns() []*regexp.Regexp { return vocabulary.Patterns(sentences) }
