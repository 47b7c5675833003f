package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": assay, "stuck": stuck, "careless": careless})
}

// assay is the program, as main has it.
func assay() { os.Exit(cli.Main(os.Interrupt)) }

// stuck is a program that says when it is interrupted, and never ends by itself.
func stuck() {
	ctx, stop := cli.Interruptible(context.Background(), os.Interrupt)
	defer stop()
	for _, name := range []string{"started", "interrupted"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			os.Exit(2)
		}
		<-ctx.Done()
	}
	select {}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("GOGC", "400") // collecting garbage is a tenth of what a run costs
			env.Setenv("NEXT_MONTH", time.Now().AddDate(0, 1, 0).Format(time.DateOnly))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "target": startTarget, "requests": waitForRequests, "envsubst": substitute, "flip": flip, "replace": replaceText, "gone": gone, "appears": appears, "mode": mode, "secure": startSecure,
		},
	})
}

// exits runs a command and holds its exit code: `exits 3 assay server …`.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("run %v: %v", args[1:], err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// counters hold how many requests the target of each script has seen.
var counters sync.Map

// renamed takes order_id out of what a create answers.
func renamed(body []byte, r *http.Request) []byte {
	if r.Method != http.MethodPost || r.URL.Path != "/api/v2/purchases" {
		return body
	}
	return bytes.Replace(body, []byte(`"order_id"`), []byte(`"order"`), 1)
}

// startTarget serves a target on a free port and puts its address into the
// environment: `target reference`, `target slow`, `target 500`.
func startTarget(ts *testscript.TestScript, _ bool, args []string) {
	seen := new(atomic.Int64)
	handlers := map[string]http.Handler{
		"reference": reference.New(reference.Options{}),
		"no-order":  noOrderID(reference.New(reference.Options{})),
		"chatty":    chatty(reference.New(reference.Options{})),
		"forgetful": forgetful(reference.New(reference.Options{})),
		"500": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
		}),
		"silent": http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // a server sees its client go only then
			<-r.Context().Done()
		}),
	}
	handler, ok := handlers[args[0]]
	if !ok {
		ts.Fatalf("there is no target %q", args[0])
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		handler.ServeHTTP(w, r)
	}))
	ts.Defer(server.Close)
	ts.Defer(server.CloseClientConnections) // the last deferred runs first
	ts.Setenv("URL", server.URL)
	ts.Setenv("TOKEN", reference.DefaultToken)
	counters.Store(ts, seen)
}

// chatty is a target that writes more than its answer onto the connection: what
// it was sent, the token included.
func chatty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return // the connection is gone
		}
		defer conn.Close()
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d Any\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%swe were sent %s",
			answer.Code, answer.Body.Len(), answer.Body.Bytes(), r.Header.Get("Authorization"))
	})
}

// forgetful is a target that forgets order_id in every 97th answer to a get.
func forgetful(next http.Handler) http.Handler {
	var gets atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		body := answer.Body.Bytes()
		if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/purchases/") && gets.Add(1)%97 == 0 {
			body = bytes.Replace(body, []byte(`"order_id"`), []byte(`"order"`), 1)
		}
		maps.Copy(w.Header(), answer.Header())
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		_, _ = w.Write(body)
	})
}

// noOrderID is a target with one fault: it forgets order_id.
func noOrderID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		_, _ = w.Write(renamed(answer.Body.Bytes(), r))
	})
}

// waitForRequests waits until the target has seen so many requests.
func waitForRequests(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.ParseInt(args[0], 10, 64)
	ts.Check(err)
	seen, _ := counters.Load(ts)
	deadline := time.NewTimer(30 * time.Second)
	defer deadline.Stop()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for seen.(*atomic.Int64).Load() < want {
		select {
		case <-tick.C:
		case <-deadline.C:
			ts.Fatalf("the target saw no %d requests", want)
		}
	}
}

// substitute puts the environment into a file of the script.
func substitute(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text := os.Expand(ts.ReadFile(args[0]), ts.Getenv)
	ts.Check(os.WriteFile(path, []byte(text), 0o600))
}

// replaceText puts another text in the place of the first: `replace FILE OLD NEW`.
func replaceText(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	content, err := os.ReadFile(path)
	ts.Check(err)
	if !strings.Contains(string(content), args[1]) {
		ts.Fatalf("%s holds no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, []byte(strings.Replace(string(content), args[1], args[2], 1)), 0o600))
}

// mode holds who may do what with files: `mode 644 FILE…`.
func mode(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args[1:] {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if got := strconv.FormatUint(uint64(info.Mode().Perm()), 8); got != args[0] {
			ts.Fatalf("%s has mode %s, want %s", name, got, args[0])
		}
	}
}

// appears waits for a file: `appears FILE`.
func appears(ts *testscript.TestScript, _ bool, args []string) {
	deadline := time.NewTimer(30 * time.Second)
	defer deadline.Stop()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			ts.Fatalf("%s never came", args[0])
		}
	}
}

// gone holds that the process whose id a file holds has ended: `gone FILE`.
func gone(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	process, err := os.FindProcess(pid)
	ts.Check(err)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range 5000 { // it was killed; how soon it is gone is the system's affair
		if process.Signal(syscall.Signal(0)) != nil || unreaped(pid) {
			return
		}
		<-tick.C
	}
	ts.Check(process.Kill())
	ts.Fatalf("process %d lives on", pid)
}

// unreaped tells whether a process has ended and waits for its parent to ask.
func unreaped(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(text), ") Z ")
}

// flip turns the lowest bit of one octet of a file: `flip FILE OFFSET`.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	content, err := os.ReadFile(path)
	ts.Check(err)
	content[at] ^= 1
	ts.Check(os.WriteFile(path, content, 0o600))
}
