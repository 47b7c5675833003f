// Package reference is the credit service itself, in memory, as an
// http.Handler: the embedded default target, the sandbox of a partner and the
// base over which faults are planted. It is written from the specification
// alone, never from the schemas that judge it.
//
// # Where the specification is silent
//
// A build has to decide what the specification leaves open. These are the
// decisions of this one; nobody may be judged by them.
//
// Errors (section 7 shows one body only). The main endpoints answer an
// envelope of apiVersion, status and message, with a request_id on the OTP and
// limits endpoints; the lookup answers code, msg, data null and success false.
//
//	400  the body is not one JSON object in UTF-8; an id in the path is no UUID;
//	     the lookup lacks Noncestr, Sign or Timestamp
//	401  no bearer token, or another than the accepted one (on the lookup the
//	     body of section 7; Options.InvalidTokenStatus chooses its status)
//	404  no such route, customer, credit limit or purchase
//	405  the route has other methods; Allow names them
//	409  the state forbids it: an OTP must be verified first, the customer has
//	     no credit limit yet, a cancelled item is to be moved
//	413  the body is larger than Options.MaxBody
//	415  the body is not application/json, is compressed, or not in UTF-8
//	422  a member is missing or holds what its table does not permit; the OTP,
//	     the phone number or the signature is not the right one; the purchase
//	     is worth more than the available limit
//
// A known path is looked up first, then its method, then the token, then the
// body: whoever has no token learns nothing about members. OPTIONS answers 204
// with Allow, HEAD is GET without the body. Members that no table names are
// ignored; null is never a permitted value.
//
// OTP (4.1, 4.2). One OTP is alive per phone number; it belongs to the phone
// and the id number of its sending, and is used up by the verify that it
// passes. A known id number must come with the phone number of its account; an
// unknown one needs all six members. A verify makes an unknown person a
// customer without a limit, whose id is the one that a limit will carry later;
// its credit_limit and available_limit are 0 and the status is limit_pending.
// Neither limits nor purchases need a verify, unless an option says so.
//
// Limits (4.3, 2.8). A person is known by the id number. The credit limit
// follows from income and expenses, lies between 250,000 and 5,000,000, and is
// at least three times loan_amount up to that ceiling. available_limit falls by
// what is bought and rises again when it is cancelled; updated moves with it.
// A phone number or email that two customers share finds the later one.
//
// Purchases (4.6 to 4.9). Updates take any status that the specification
// names, for any number of items, all or none; to become cancelled that way is
// the same as a cancel. A cancelled item stays readable, may be cancelled
// again, and goes nowhere else. An id in the path of an update must be one of
// the items. Amounts are whole numbers of at most 15 digits in requests and
// exact everywhere.
//
// Lookup (4.5). memberId is the id of the customer, unless Options.OwnMemberIDs
// gives it another, creditLimitNo the id of the limit, countryId the ISO 3166-1 number of the country; gender is 1 for male
// and 2 for female, maritalStatus 1 for single and 2 for married, timestamps
// are milliseconds since 1970. PASSPORT finds passportNo, which the published
// test customers have, and customers whose country is not Kenya: for those the
// id number is taken to be the passport's. Who is not known is answered as a
// person without a limit. Sign is not checked unless Options.Verify does.
//
// An update gives its record a later updated_at, even within one millisecond.
// Records of different purchases may have the same timestamps.
package reference
