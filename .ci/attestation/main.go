// Reads a DSSE envelope from standard input, parses its statement strictly with in-toto's own
// package, and validates the statement and its predicate. With --bare, the input is a statement
// without an envelope.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"

	provenance "github.com/in-toto/attestation/go/predicates/provenance/v1"
	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	vsa "github.com/in-toto/attestation/go/predicates/vsa/v1"
	v1 "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

func main() {
	if err := read(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read() error {
	payload, err := payload(len(os.Args) > 1 && os.Args[1] == "--bare")
	if err != nil {
		return err
	}
	statement := &v1.Statement{}
	if err := protojson.Unmarshal(payload, statement); err != nil {
		return err
	}
	if err := statement.Validate(); err != nil {
		return err
	}
	text, err := statement.Predicate.MarshalJSON()
	if err != nil {
		return err
	}
	var predicate proto.Message = &testresult.TestResult{}
	switch statement.PredicateType {
	case "https://slsa.dev/verification_summary/v1":
		predicate = &vsa.VerificationSummary{}
	case "https://slsa.dev/provenance/v1":
		predicate = &provenance.Provenance{}
	}
	if err := protojson.Unmarshal(text, predicate); err != nil {
		return err
	}
	if checked, ok := predicate.(interface{ Validate() error }); ok {
		if err := checked.Validate(); err != nil {
			return err
		}
	}
	fmt.Println(statement.PredicateType, statement.Subject[0].Name)
	return nil
}

// payload returns the text of the statement.
func payload(bare bool) ([]byte, error) {
	if bare {
		return io.ReadAll(os.Stdin)
	}
	var envelope struct{ Payload string }
	if err := json.NewDecoder(os.Stdin).Decode(&envelope); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(envelope.Payload)
}
