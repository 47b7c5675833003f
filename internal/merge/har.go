package merge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Recording is the exchanges.har of one part.
type Recording struct {
	Name    string
	Open    func() (io.ReadCloser, error)
	Renamed map[string]string // as in Merged, of this part
}

// WriteHAR writes one recording of those of all parts, an entry at a time. An
// entry stays as it is, secrets already cut, but for the id of its exchange.
// A recording that does not hold each exchange of its part just once is refused.
func WriteHAR(w io.Writer, creator, version string, recordings []Recording) error {
	by, err := json.Marshal(map[string]string{"name": creator, "version": version})
	if err != nil {
		return fmt.Errorf("write HAR: %w", err)
	}
	out := &entries{w: w}
	out.print(`{"log":{"version":"1.2","creator":` + string(by) + `,"entries":[`)
	for _, r := range recordings {
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

// entries writes the entries of a HAR, and keeps the first error.
type entries struct {
	w       io.Writer
	written int
	err     error
}

func (e *entries) print(text string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.w, text)
	}
}

func (e *entries) copy(r Recording) (err error) {
	file, err := r.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	seen := make(map[string]bool)
	err = eachEntry(json.NewDecoder(file), func(entry map[string]json.RawMessage) error {
		return e.entry(entry, r.Renamed, seen)
	})
	if err != nil {
		return err
	}
	if len(seen) != len(r.Renamed) {
		return fmt.Errorf("it holds %d of the %d exchanges of its part", len(seen), len(r.Renamed))
	}
	return e.err
}

func (e *entries) entry(entry map[string]json.RawMessage, renamed map[string]string, seen map[string]bool) error {
	ours := make(map[string]json.RawMessage)
	var id string
	if err := json.Unmarshal(entry["_assay"], &ours); err != nil {
		return fmt.Errorf("an entry is not one of ours: %w", err)
	}
	if err := json.Unmarshal(ours["id"], &id); err != nil {
		return fmt.Errorf("an entry has no id: %w", err)
	}
	if renamed[id] == "" || seen[id] {
		return fmt.Errorf("it holds the exchange %q, which its part has not, or holds it twice", id)
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

// eachEntry reads the entries of a HAR one at a time: a recording may be larger
// than memory.
func eachEntry(d *json.Decoder, each func(map[string]json.RawMessage) error) error {
	found := false
	err := members(d, func(name string) error {
		if name != "log" {
			return skip(d)
		}
		return members(d, func(name string) error {
			if name != "entries" {
				return skip(d)
			}
			found = true
			return elements(d, each)
		})
	})
	switch {
	case err != nil:
		return err
	case !found:
		return errors.New("it is no HAR: log.entries is missing")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the end")
	}
	return nil
}

func elements(d *json.Decoder, each func(map[string]json.RawMessage) error) error {
	if err := expect(d, '['); err != nil {
		return err
	}
	for d.More() {
		var entry map[string]json.RawMessage
		if err := d.Decode(&entry); err != nil {
			return err
		}
		if err := each(entry); err != nil {
			return err
		}
	}
	return expect(d, ']')
}

func members(d *json.Decoder, member func(name string) error) error {
	if err := expect(d, '{'); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if err := member(fmt.Sprint(name)); err != nil {
			return err
		}
	}
	return expect(d, '}')
}

func expect(d *json.Decoder, delim json.Delim) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token != delim {
		return fmt.Errorf("it is no HAR: %q was expected", delim.String())
	}
	return nil
}

func skip(d *json.Decoder) error {
	var passed json.RawMessage
	return d.Decode(&passed)
}
