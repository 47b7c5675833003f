// Package certificate signs the report of a conformant run, and verifies such
// a signature later, without a network.
//
// # What a certificate proves
//
// That the holder of a private key asserted, at a time, that one run of the
// suite found one target conformant in a scope; and that the report folder at
// hand is, octet for octet, the one that was meant. It binds the verdict and
// the scope, the target's build and base address, the suite's version and the
// digest of its questions, the settings and tolerances, when the run was and
// how long the certificate holds, and every file of the report by SHA-256.
//
// # What it does not prove
//
// That the tests were run, that they were run against that target, or that the
// target still behaves so: a signature says who asserted something, never that
// it is true. A signer who invents a report can sign it. Nor does it speak of
// what the specification leaves open, of speed, or of security. Trust in it is
// trust in whoever keeps the key. There is no revocation: a certificate ends
// with its validity, and a key ends when verifiers stop giving it.
//
// # Witnessed and asserted
//
// Witness signs in the process that ran the suite, from memory. Sign signs a
// folder, later, and judges it again first: see Suite.Recheck and Suite.Rendered.
// Which of the two it was stands in the claims.
//
// # The form
//
// A certificate is a DSSE envelope (payload type application/vnd.in-toto+json)
// around an in-toto Statement v1 whose predicate is a test result v0.1,
// signed with ed25519 over DSSE's pre-authentication encoding. The subject is the
// build; the files of the report stand in the configuration, beside the digest of
// the suite. (In v1 they were the subjects; such certificates verify still.)
// passedTests and warnedTests hold the ids of the
// requirements that passed and that were tolerated; result is WARNED as soon as
// one was tolerated, which is no less conformant. All that is ours stands in
// the annotations of the descriptor of results.json (see Claims), where strict
// in-toto readers allow any member.
//
// What is signed is a sequence of octets, so nobody needs to canonicalise
// anything to verify it. Still there is one form only, so that equal runs,
// keys and clocks give equal certificates:
//
//   - the statement is compact JSON, members in the order of the structs here,
//     no escaping of <, > and &, no final line feed; files are sorted by
//     name; times are UTC; the seed is a string of digits, since many readers
//     would round a number of that size;
//   - the envelope is compact JSON of payloadType, payload and signatures (keyid,
//     sig), in that order, standard base64 with padding, and one final line feed.
//
// Verify takes no other form of the envelope, even though its signature may
// hold: a certificate is kept as it was made, or it is reported as altered.
// That is stricter than DSSE asks, and lets no changed octet go unseen. Members
// of the statement that it does not know are ignored, as in-toto demands.
//
// # Keys
//
// Keys are PEM files, PKCS#8 for the private half and PKIX for the public one,
// as openssl and most others read and write them. The key id in an envelope is
// the SHA-256, in hex, of the DER form of the public key. It is a hint and
// decides nothing: only keys that the verifier was given are trusted, and one
// good signature by any of them is enough.
//
// # Verifying without assay
//
// Any DSSE implementation will do. By hand, the signature covers
//
//	"DSSEv1" SP LEN(payloadType) SP payloadType SP LEN(payload) SP payload
//
// with the decoded payload and lengths in decimal. Written to a file, and the
// decoded signature to another, openssl (3.0 or later) verifies it:
//
//	openssl pkeyutl -verify -pubin -inkey key.pub -rawin -in pae.bin -sigfile sig.bin
//
// and sha256sum compares the files with the statement's configuration.
package certificate
