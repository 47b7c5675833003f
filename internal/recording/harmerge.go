package recording

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Part is the recording of one part of a run.
type Part struct {
	Name    string
	Open    func() (io.ReadCloser, error)
	Renamed map[string]string // the id of each of its exchanges in the whole run
}

// MergeHAR writes one recording from the recordings of all parts, entry by entry. Only the ids of
// the exchanges change; secrets are already cut. It refuses a recording that does not have each
// exchange of its part exactly once.
func MergeHAR(w io.Writer, by Creator, parts []Part) error {
	creator, err := json.Marshal(by)
	if err != nil {
		return fmt.Errorf("write HAR: %w", err)
	}
	out := &harMerger{w: w}
	out.print(`{"log":{"version":"1.2","creator":` + string(creator) + `,"entries":[`)
	for _, r := range parts {
		if err := out.copy(r); err != nil {
			return fmt.Errorf("merge %s: %w", r.Name, err)
		}
	}
	out.print("\n]}}\n")
	if out.err != nil {
		return fmt.Errorf("write HAR: %w", out.err)
	}
	return nil
}

// harMerger writes the entries of a HAR and keeps the first error.
type harMerger struct {
	w       io.Writer
	written int
	err     error
}

func (e *harMerger) print(text string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.w, text)
	}
}

func (e *harMerger) copy(r Part) (err error) {
	file, err := r.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	seen := make(map[string]bool)
	err = newHARReader(context.Background(), file, maxEntry, func(d *json.Decoder) error {
		var entry map[string]json.RawMessage
		if err := d.Decode(&entry); err != nil {
			return err
		}
		return e.entry(entry, r.Renamed, seen)
	}).file()
	if err != nil {
		return err
	}
	if len(seen) != len(r.Renamed) {
		return fmt.Errorf("it holds %d of the %d exchanges of its part", len(seen), len(r.Renamed))
	}
	return e.err
}

func (e *harMerger) entry(entry map[string]json.RawMessage, renamed map[string]string, seen map[string]bool) error {
	ours := make(map[string]json.RawMessage)
	var id string
	if err := json.Unmarshal(entry["_assay"], &ours); err != nil {
		return fmt.Errorf("assay did not write an entry: %w", err)
	}
	if err := json.Unmarshal(ours["id"], &id); err != nil {
		return fmt.Errorf("an entry has no id: %w", err)
	}
	if renamed[id] == "" || seen[id] {
		return fmt.Errorf("it contains the exchange %q, which its part does not have, or contains it twice", id)
	}
	seen[id] = true
	var err error
	if ours["id"], err = json.Marshal(renamed[id]); err != nil {
		return err
	}
	if entry["_assay"], err = json.Marshal(ours); err != nil {
		return err
	}
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if e.written++; e.written > 1 {
		e.print(",")
	}
	e.print("\n" + string(text))
	return e.err
}
