package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/serve"
)

// arrivalPath is the path that returns the time of the first request, in nanoseconds since 1970.
// It is not part of the service.
const arrivalPath = "/_bench/arrival"

// beTarget serves the reference, or a tape, until the process is killed.
func beTarget(ctx context.Context, r role, out io.Writer) error {
	behind := http.Handler(reference.New(reference.Options{}))
	if r.Tape != "" {
		tape, err := readTape(r.Tape)
		if err != nil {
			return err
		}
		behind = replaying(tape)
	}
	served, err := serve.On(ctx, serve.Anywhere, noting(delayed(behind, r.Delay)))
	if err != nil {
		return err
	}
	defer served.Close()
	if _, err := fmt.Fprintln(out, served.Address); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-served.Failed:
		return err
	}
}

// noting keeps the time of the first request.
func noting(next http.Handler) http.Handler {
	var first atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == arrivalPath {
			fmt.Fprint(w, first.Load())
			return
		}
		first.CompareAndSwap(0, time.Now().UnixNano())
		next.ServeHTTP(w, r)
	})
}

func delayed(next http.Handler, delay time.Duration) http.Handler {
	if delay == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(delay)
		next.ServeHTTP(w, r)
	})
}

func replaying(tape []entry) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return // the client went away
		}
		e := answerTo(tape, r)
		if e == nil {
			http.Error(w, "not on the tape", http.StatusTeapot)
			return
		}
		maps.Copy(w.Header(), e.Given)
		w.WriteHeader(e.Status)
		_, _ = w.Write(e.Answer) // a client that is gone gets no error
	})
}

// target is a target in a separate process.
type target struct {
	url  string
	cmd  *exec.Cmd
	stop context.CancelFunc
}

func startTarget(ctx context.Context, r role) (*target, error) {
	ctx, cancel := context.WithCancel(ctx)
	r.Name = "target"
	cmd, err := command(ctx, r)
	if err != nil {
		cancel()
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start the target: %w", err)
	}
	t := &target{cmd: cmd, stop: cancel}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.close()
		return nil, fmt.Errorf("the target did not start: %w", err)
	}
	t.url = "http://" + strings.TrimSpace(address)
	return t, nil
}

func (t *target) close() {
	t.stop()
	_ = t.cmd.Wait() // it was killed, so the error is expected
}

// arrival returns the time of the first request.
func (t *target) arrival(ctx context.Context) (time.Time, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url+arrivalPath, nil)
	if err != nil {
		return time.Time{}, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return time.Time{}, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return time.Time{}, err
	}
	at, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || at == 0 {
		return time.Time{}, fmt.Errorf("no request has reached the target (%q)", text)
	}
	return time.Unix(0, at), nil
}
