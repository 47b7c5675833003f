package certificate

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// SummaryType is the predicate type of the summary: a SLSA Verification Summary Attestation, which
// admission gates know. It says who verified what, by which policy and with which result. It does
// not list the tests.
const SummaryType = "https://slsa.dev/verification_summary/v1"

const project = "https://github.com/credit-partner/assay"

// summary is a statement with that predicate.
type summary struct {
	Type          string           `json:"_type"`
	Subject       []Descriptor     `json:"subject"`
	PredicateType string           `json:"predicateType"`
	Predicate     summaryPredicate `json:"predicate"`
}

type summaryPredicate struct {
	Verifier           summaryVerifier `json:"verifier"`
	TimeVerified       string          `json:"timeVerified"`
	ResourceURI        string          `json:"resourceUri"`
	Policy             summaryInput    `json:"policy"`
	InputAttestations  []summaryInput  `json:"inputAttestations"`
	VerificationResult string          `json:"verificationResult"`
	VerifiedLevels     []string        `json:"verifiedLevels"`
}

// summaryVerifier has only an id, because in-toto's own reader accepts no version of it.
type summaryVerifier struct {
	ID string `json:"id"`
}

type summaryInput struct {
	URI    string `json:"uri"`
	Digest Digest `json:"digest"`
}

// Summarize returns the summary of a new certificate, signed with the same key. The caller must
// write it to a file named SummaryName.
func Summarize(envelope []byte, key ed25519.PrivateKey) ([]byte, error) {
	by, err := newSigner(key)
	if err != nil {
		return nil, err
	}
	statement, err := statementOf(envelope)
	if err != nil {
		return nil, err
	}
	payload, err := compact(summaryOf(statement, digestOf(envelope)))
	if err != nil {
		return nil, fmt.Errorf("encode the summary: %w", err)
	}
	return seal(context.Background(), payload, by)
}

func summaryOf(s *Statement, certificate string) summary {
	claims := s.Claims()
	out := summary{Type: StatementType, Subject: s.Subject, PredicateType: SummaryType}
	p := &out.Predicate
	p.Verifier.ID = project
	p.TimeVerified = stamp(claims.Issued)
	p.ResourceURI = claims.Target.BaseURL
	if claims.Side == result.PartnerSide || p.ResourceURI == "" {
		p.ResourceURI = "urn:assay:build:" + strings.ReplaceAll(claims.Target.Build, " ", "-")
	}
	p.Policy = summaryInput{URI: project + "/tree/main/features", Digest: ofSHA256(claims.Suite.Digest)}
	p.InputAttestations = []summaryInput{{URI: FileName, Digest: ofSHA256(certificate)}}
	p.VerificationResult = resultPassed
	for _, scope := range claims.Scope {
		p.VerifiedLevels = append(p.VerifiedLevels, strings.ToUpper("assay_"+string(claims.Side)+"_"+scope))
	}
	return out
}

// statementOf returns the statement in one of our envelopes. It checks no signature.
func statementOf(envelope []byte) (*Statement, error) {
	outer, err := parseEnvelope(envelope)
	if err != nil {
		return nil, err
	}
	payload, err := outer.DecodeB64Payload()
	if err != nil {
		return nil, err
	}
	s := &Statement{}
	if err := json.Unmarshal(payload, s); err != nil {
		return nil, err
	}
	if s.Claims() == nil {
		return nil, errors.New("it makes no claims")
	}
	return s, nil
}

// CheckSummary checks that a trusted key signed the summary, and that it is the summary of the
// verified certificate. It adds its findings to the report.
func (r *Report) CheckSummary(text, envelope []byte, keys []ed25519.PublicKey) {
	if r.Statement == nil {
		return
	}
	of := &Report{}
	payload := of.openEnvelope(text, keys)
	for _, f := range of.Findings {
		r.find(f.Problem, SummaryName, "%s", f.Detail)
	}
	if payload == nil {
		return
	}
	want, err := compact(summaryOf(r.Statement, digestOf(envelope)))
	if err != nil || string(want) != string(payload) {
		r.find(Contradicted, SummaryName, "it is not the summary of this certificate")
	}
}

// ReadClaims returns the claims of a certificate. It checks no signature; Verify does.
func ReadClaims(envelope []byte) (*Claims, error) {
	s, err := statementOf(envelope)
	if err != nil {
		return nil, err
	}
	claims := s.Claims()
	if claims == nil {
		return nil, errors.New("the certificate has no claims")
	}
	return claims, nil
}
