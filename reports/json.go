package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports/wording"
)

// WriteJSON writes results.json: the run as it is, in the published format. Empty lists are
// written as [], never as null. A byte that is not valid UTF-8 is written as ⟨0xFF⟩.
func WriteJSON(w io.Writer, run *result.Run) error {
	if run.Schema != "" && run.Schema != result.Schema {
		return fmt.Errorf("write results: the run carries schema %q, this version writes %q", run.Schema, result.Schema)
	}
	whole := wording.Rewritten(run, visible.Valid)
	whole.Schema = result.Schema
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(whole); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}

// ReadJSON reads a file that WriteJSON wrote, in this version or in a later one that still writes
// assay.results/v1. It ignores members that it does not know. It returns an error for another
// schema, for trailing data, for an unknown verdict, and for a verdict that is better than the
// requirements in the file.
func ReadJSON(r io.Reader) (*result.Run, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	if err := checkSchema(raw); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	run := new(result.Run)
	if err := json.Unmarshal(raw, run); err != nil {
		return nil, fmt.Errorf("read results: %w", withLine(raw, err))
	}
	if err := checkVerdict(run); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return run, nil
}

// checkSchema checks the version before anything else is read, because this version cannot know
// what the file of another version means.
func checkSchema(raw []byte) error {
	var head struct {
		Schema *string `json:"schema"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return withLine(raw, err)
	}
	if head.Schema == nil {
		return errors.New(`there is no "schema" member: this is not a results.json`)
	}
	if *head.Schema != result.Schema {
		return fmt.Errorf("the schema is %q, this version reads %q: use the version that wrote it", visible.Text(*head.Schema), result.Schema)
	}
	return nil
}

func checkVerdict(run *result.Run) error {
	if run.Verdict != wording.KnownVerdict(run.Verdict) {
		return fmt.Errorf("the verdict %q is unknown", visible.Text(string(run.Verdict)))
	}
	judged := result.Judge(run)
	if run.Coverage == nil && run.Verdict == result.Conformant && (judged == result.Partial || run.Interrupted != "") {
		run.Verdict, run.Reason = judged, "less than the whole was judged: "+run.Reason // an older version, without the verdict "partial", wrote this
	}
	if run.Verdict.Good() && slices.Index(result.Verdicts, judged) > slices.Index(result.Verdicts, run.Verdict) {
		return fmt.Errorf("the file says %s but its requirements say %s: it was altered, or merged wrongly", run.Verdict, judged)
	}
	return nil
}

// withLine adds the line number to an error of the JSON decoder, which only knows the offset.
func withLine(raw []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(raw)) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(raw[:offset], []byte("\n")), err)
}
