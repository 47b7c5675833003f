package main

import (
	"encoding/gob"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"

	"github.com/credit-partner/assay/internal/recording"
)

// entry is one exchange of a recorded run.
type entry struct {
	Endpoint string
	Method   string
	Path     string
	Header   http.Header
	Body     []byte
	Status   int
	Given    http.Header
	Answer   []byte
	Free     bool // the target was allowed to refuse it: the suite checks no schema for it
}

// recorded makes a tape of the requests and responses of a run.
func recorded(log *recording.Log) ([]entry, error) {
	var tape []entry
	for x := range log.Each() {
		if x.Response == nil {
			return nil, fmt.Errorf("%s %s has no answer: there is nothing to replay", x.Request.Method, x.Request.URL)
		}
		u, err := url.Parse(x.Request.URL)
		if err != nil {
			return nil, fmt.Errorf("the address of %s: %w", x.ID, err)
		}
		tape = append(tape, entry{
			Endpoint: x.Endpoint, Method: x.Request.Method, Path: u.RequestURI(), Header: x.Request.Header, Body: x.Request.Body,
			Status: x.Response.Status, Given: x.Response.Header, Answer: x.Response.Body,
			Free: x.Negative,
		})
	}
	return tape, nil
}

func writeTape(path string, tape []entry) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("keep the tape: %w", err)
	}
	if err := gob.NewEncoder(file).Encode(tape); err != nil {
		return fmt.Errorf("keep the tape: %w", err)
	}
	return file.Close()
}

func readTape(path string) ([]entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the tape: %w", err)
	}
	defer file.Close()
	var tape []entry
	if err := gob.NewDecoder(file).Decode(&tape); err != nil {
		return nil, fmt.Errorf("read the tape: %w", err)
	}
	return tape, nil
}

// numberHeader is the header with the index of the entry on the tape. The index is needed because
// the same request may have had two different responses.
const numberHeader = "Assay-Bench-Entry"

// answerTo returns the entry with the response to a request. It returns nil if the request is not
// on the tape.
func answerTo(tape []entry, r *http.Request) *entry {
	n, err := strconv.Atoi(r.Header.Get(numberHeader))
	if err != nil || n < 0 || n >= len(tape) || tape[n].Method != r.Method || tape[n].Path != r.URL.RequestURI() {
		return nil
	}
	return &tape[n]
}
