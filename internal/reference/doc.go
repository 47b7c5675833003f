// Package reference is the credit service itself, in memory, as an http.Handler. It is the
// embedded default target, the service behind a partner's sandbox, and the base on which faults
// are planted. It is written only from the specification, never from the schemas that judge it.
//
// # Where the specification is silent
//
// A build must decide what the specification leaves open. These are the decisions of this build.
// No other build may be judged by them.
//
// Errors (section 7 shows one body only). The main endpoints answer with an envelope of
// apiVersion, status and message. The OTP and limits endpoints add a request_id. The lookup
// answers with code, msg, data null and success false.
//
//	400  the body is not one JSON object in UTF-8; an id in the path is not a
//	     UUID; the lookup lacks Noncestr, Sign or Timestamp
//	401  there is no bearer token, or a wrong one (on the lookup with the body
//	     of section 7; Options.InvalidTokenStatus sets its status)
//	404  the path, customer, credit limit or purchase does not exist
//	405  the path has other methods; Allow names them
//	409  the state does not permit the call: an OTP must be verified first, the
//	     customer has no credit limit yet, or an update moves a cancelled item
//	413  the body is larger than Options.MaxBody
//	415  the body is not application/json, is compressed, or is not in UTF-8
//	422  a member is missing or has a value that its table does not permit; the
//	     OTP, the phone number or the signature is wrong; the purchase is worth
//	     more than the available limit
//
// The service checks the path first, then the method, then the token, and then the body. So a
// caller without a token learns nothing about members. OPTIONS is answered with 204 and Allow.
// HEAD is GET without the body. Members that no table names are ignored. null is never a
// permitted value.
//
// OTP (4.1, 4.2). Each phone number has at most one valid OTP. It belongs to the phone number and
// the id number for which it was sent, and a successful verify uses it up. A known id number must
// come with the phone number of its account. An unknown id number needs all six members. A verify
// makes an unknown person a customer without a limit. The id of this customer is the id that a
// later limit carries. Its credit_limit and available_limit are 0, and the status is
// limit_pending. Neither limits nor purchases need a verify, unless an option says so.
//
// Limits (4.3, 2.8). A person is identified by the id number. The credit limit is six times what
// remains of the monthly income, or three times loan_amount if that is more. It is at least
// 250,000 and at most 1,000,000,000,000. A purchase lowers available_limit and a cancel raises it
// again; updated changes with it. If two customers share a phone number or email, a lookup finds
// the later one.
//
// Purchases (4.6 to 4.9). An update accepts every status that the specification names, for any
// number of items. It changes all items or none. An update to the cancelled status has the same
// effect as a cancel. A cancelled item stays readable and may be cancelled again, but cannot get
// another status. An id in the path of an update must be the id of one of the items. Amounts in
// requests are whole numbers of at most 15 digits. All amounts are exact.
//
// Lookup (4.5). memberId is the id of the customer, unless Options.OwnMemberIDs gives the
// customer another one. creditLimitNo is the id of the limit. countryId is the ISO 3166-1 number
// of the country. gender is 1 for male and 2 for female, and maritalStatus is 1 for single and 2
// for married. Timestamps are in milliseconds since 1970. PASSPORT finds a customer by
// passportNo. The published test customers have one. For customers whose country is not Kenya,
// the id number is used as the passport number. An unknown person is answered as a person without
// a limit. Sign is checked only if Options.Verify is set.
//
// An update sets a later updated_at, even within one millisecond. Records of different purchases
// may have the same timestamps.
package reference
