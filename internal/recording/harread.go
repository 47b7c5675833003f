package recording

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	maxEntry   = 32 << 20 // octets of one entry, or of anything else in the file
	maxSkipped = 256      // the most levels in a member that is skipped
)

// ReadHAR reads a HAR, gzipped or not, and passes its exchanges to each, one at a time, because a
// file may be larger than memory. It stops at the first error, also at an error of each. Its
// errors name the entry, counted from 0, and the octet (of the unpacked file).
func ReadHAR(ctx context.Context, r io.Reader, each func(*Exchange) error) error {
	return readHAR(ctx, r, maxEntry, each)
}

func readHAR(ctx context.Context, r io.Reader, most int64, each func(*Exchange) error) error {
	plain, err := unpacked(r)
	if err != nil {
		return fmt.Errorf("read HAR: %w", err)
	}
	h := newHARReader(ctx, plain, most, func(d *json.Decoder) error {
		var entry harEntry
		if err := d.Decode(&entry); err != nil {
			return whole(err)
		}
		e, err := entry.exchange()
		if err != nil {
			return err
		}
		return each(e)
	})
	if err := h.file(); err != nil {
		return fmt.Errorf("read HAR, %s: %w", h.place(), h.inWords(err))
	}
	return nil
}

// inWords says what an error of the decoder means for the file.
func (h *harReader) inWords(err error) error {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && h.in.read == 0:
		return fmt.Errorf("the file is empty: record or export it again (%w)", err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the file ends in the middle: record or export it again (%w)", err)
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: export the recording as a HAR file (%w)", err)
	case errors.As(err, &typed):
		return fmt.Errorf("%q must be of the type %s, and is of the type %s: it is not a HAR file", typed.Field, typed.Type.Kind(), typed.Value)
	}
	return err
}

// unpacked unpacks gzip and removes the byte order mark that some browsers write.
func unpacked(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("unpack gzip: %w", err)
		}
		in = bufio.NewReaderSize(unzipped, 64<<10)
	}
	mark, err := in.Peek(3)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case bytes.Equal(mark, []byte("\xef\xbb\xbf")):
		_, err = in.Discard(3)
		return in, err
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return nil, errors.New("it is UTF-16; save it as UTF-8")
	}
	return in, nil
}

// allowance limits how much is read for one entry or member, so that none of them can fill the
// memory. It stops reading when the context ends.
type allowance struct {
	ctx  context.Context
	r    io.Reader
	most int64
	left int64
	read int64 // octets in total
}

func (a *allowance) Read(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	if a.left <= 0 {
		return 0, fmt.Errorf("one entry or member is larger than %d MiB", a.most>>20)
	}
	n, err := fill(a.r, p[:min(int64(len(p)), a.left)])
	a.left -= int64(n)
	a.read += int64(n)
	return n, err
}

// fill reads until p is full. After every read the decoder scans white space again, so with small
// reads, a file full of white space would take quadratic time.
func fill(r io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = r.Read(p[n:])
		n += more
	}
	return n, err
}

// harReader reads a HAR. each decodes one of its entries.
type harReader struct {
	in      *allowance
	d       *json.Decoder
	each    func(*json.Decoder) error
	entries int
	within  bool // it is inside an entry
	seen    bool // it has seen log.entries
}

func newHARReader(ctx context.Context, r io.Reader, most int64, each func(*json.Decoder) error) *harReader {
	in := &allowance{ctx: ctx, r: r, most: most, left: most}
	h := &harReader{in: in, d: json.NewDecoder(in), each: each}
	h.d.UseNumber() // a skipped number may be of any size
	return h
}

func (h *harReader) place() string {
	if h.within {
		return fmt.Sprintf("entry %d, before byte %d", h.entries, h.d.InputOffset())
	}
	return fmt.Sprintf("after %d entries, before byte %d", h.entries, h.d.InputOffset())
}

func (h *harReader) file() error {
	err := h.members(func(name string) error {
		if name != "log" {
			return h.skip()
		}
		return h.members(h.logMember)
	})
	if err != nil {
		return err
	}
	if !h.seen {
		return errors.New(`it is not a HAR file: "log.entries" is missing`)
	}
	return h.end()
}

func (h *harReader) end() error {
	h.in.left = h.in.most
	switch _, err := h.d.Token(); {
	case err == nil:
		return errors.New("something follows the end")
	case err != io.EOF:
		return err
	}
	return nil
}

func (h *harReader) logMember(name string) error {
	if name != "entries" {
		return h.skip()
	}
	h.seen = true
	if err := h.expect('['); err != nil {
		return err
	}
	for h.d.More() {
		h.within = true
		if err := h.entry(); err != nil {
			return err
		}
		h.within = false
		h.entries++
	}
	return h.expect(']')
}

func (h *harReader) entry() error {
	h.in.left = h.in.most
	return h.each(h.d)
}

// members reads an object and calls member for each name. member reads the value.
func (h *harReader) members(member func(name string) error) error {
	if err := h.expect('{'); err != nil {
		return err
	}
	for h.d.More() {
		name, err := h.token()
		if err != nil {
			return err
		}
		if err := member(fmt.Sprint(name)); err != nil {
			return err
		}
	}
	return h.expect('}')
}

func (h *harReader) skip() error {
	for depth := 0; ; {
		token, err := h.token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxSkipped {
			return fmt.Errorf("it is nested deeper than %d levels", maxSkipped)
		}
		if depth == 0 {
			return nil
		}
	}
}

func (h *harReader) token() (json.Token, error) {
	h.in.left = h.in.most
	token, err := h.d.Token()
	return token, whole(err)
}

func (h *harReader) expect(delim json.Delim) error {
	token, err := h.token()
	if err != nil {
		return err
	}
	if token != delim {
		return fmt.Errorf("it is not a HAR file: %q was expected", delim.String())
	}
	return nil
}

// whole turns an unexpected end of the file into io.ErrUnexpectedEOF.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
