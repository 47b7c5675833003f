package recording

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// mostSorted is the largest size, in octets, of an unpacked file whose entries are sorted.
// Sorting holds all of them in memory.
const mostSorted = 256 << 20

// ReadHARInOrder reads a HAR as ReadHAR does, but with the entries in the order of their start
// times: HAR 1.2 does not define their order in the file. It keeps the order of the file if an
// entry has no time, if the file cannot be read twice, or if it is very large.
func ReadHARInOrder(ctx context.Context, r io.Reader, each func(*Exchange) error) error {
	file, ok := r.(io.ReadSeeker)
	if !ok {
		return ReadHAR(ctx, r, each)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil { // for example a pipe
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

// isMixed reports whether the entries of a file are not in the order of their start times, and
// can be sorted. It ignores errors in the file, because reading it again returns them.
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
