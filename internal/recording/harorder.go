package recording

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// mostSorted is how long an unpacked file is at most whose entries are brought into
// order: they are all in memory then.
const mostSorted = 256 << 20

// ReadHARInOrder is ReadHAR, with the entries in the order in which they started: HAR 1.2
// leaves their order in the file to the writer. Where one has no time, where the file
// cannot be read twice or is very large, it is the order of the file.
func ReadHARInOrder(ctx context.Context, r io.Reader, each func(*Exchange) error) error {
	file, ok := r.(io.ReadSeeker)
	if !ok {
		return ReadHAR(ctx, r, each)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil { // a pipe
		return ReadHAR(ctx, r, each)
	}
	mixed := isMixed(ctx, file)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read HAR again: %w", err)
	}
	if !mixed {
		return ReadHAR(ctx, file, each)
	}
	var all []*Exchange
	if err := ReadHAR(ctx, file, func(e *Exchange) error { all = append(all, e); return nil }); err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b *Exchange) int { return a.Started.Compare(b.Started) })
	for _, e := range all {
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// isMixed tells whether an entry of a file started before one that is above it. What is
// wrong with the file shows when it is read.
func isMixed(ctx context.Context, r io.Reader) bool {
	plain, err := unpacked(r)
	if err != nil {
		return false
	}
	var last time.Time
	mixed, timed := false, true
	h := newHARReader(ctx, plain, maxEntry, func(d *json.Decoder) error {
		var entry struct {
			Started string `json:"startedDateTime"`
		}
		if err := d.Decode(&entry); err != nil {
			return whole(err)
		}
		started, err := parseStarted(entry.Started)
		if err != nil {
			return err
		}
		mixed, timed = mixed || started.Before(last), timed && !started.IsZero()
		last = started
		return nil
	})
	err = h.file()
	return err == nil && mixed && timed && h.d.InputOffset() <= mostSorted
}
