package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// beFloor sends the requests on the tape, with the given concurrency, and checks the responses.
// This is the least work that any suite could do.
func beFloor(ctx context.Context, r role, out io.Writer) error {
	tape, err := readTape(r.Tape)
	if err != nil {
		return err
	}
	begun := time.Now()
	set, err := schemas.Compile(nil)
	if err != nil {
		return err
	}
	f := &floor{role: r, set: set, client: &http.Client{Transport: client.NewTransport()}}
	if err := f.sendAll(ctx, tape); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(workResult{Requests: len(tape), Checks: int(f.checked.Load()), Wall: time.Since(begun)})
}

type floor struct {
	role
	set     *schemas.Set
	client  *http.Client
	checked atomic.Int64
}

func (f *floor) sendAll(ctx context.Context, tape []entry) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range f.Concurrency {
		workers.Go(func() {
			for n := range queue {
				if err := f.send(ctx, n, &tape[n]); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range tape {
		queue <- i
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

func (f *floor) send(ctx context.Context, n int, e *entry) error {
	request, err := http.NewRequestWithContext(ctx, e.Method, f.BaseURL+e.Path, bytes.NewReader(e.Body))
	if err != nil {
		return err
	}
	request.Header = e.Header
	request.Header.Set(numberHeader, strconv.Itoa(n))
	answer, err := f.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != e.Status || !bytes.Equal(body, e.Answer) {
		return fmt.Errorf("%s %s was answered with %s, and not as recorded", e.Method, e.Path, answer.Status)
	}
	if answer.StatusCode > 299 || e.Free {
		return nil
	}
	document, _ := f.set.Parse(body)
	if document == nil {
		return nil
	}
	for _, name := range spec.Of(e.Endpoint).Answer {
		if !f.set.Has(name) {
			return fmt.Errorf("there is no schema %q", name)
		}
		document.Validate(name)
		f.checked.Add(1)
	}
	return nil
}
