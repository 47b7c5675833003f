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

// SummaryType is the predicate of the summary: a SLSA Verification Summary
// Attestation, which admission gates know. It tells who verified what, by which
// policy and with which result, and leaves the tests out.
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

// summaryVerifier has an id only: in-toto's own reader knows no version of it.
type summaryVerifier struct {
	ID string `json:"id"`
}

type summaryInput struct {
	URI    string `json:"uri"`
	Digest Digest `json:"digest"`
}

// Summarize makes the summary of a certificate that was just made, signed with the
// same key. It belongs into a file named SummaryName.
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

// statementOf is what an envelope of ours holds.
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

// CheckSummary finds out whether a summary is signed by a trusted key, and is the
// one of the certificate that was verified.
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

// ReadClaims reads what a certificate claims. It checks no signature: Verify does.
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
