package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
)

// careless is a store that sends personal details and secrets wrongly.
func careless() {
	if err := send(os.Getenv("ASSAY_BASE_URL"), carelessCalls(os.Getenv("ASSAY_TOKEN"))); err != nil {
		os.Exit(1)
	}
}

// TestNothingOfACarelessStoreIsWritten searches all that is written and printed
// about a store, wherever its traffic comes from.
func TestNothingOfACarelessStoreIsWritten(t *testing.T) {
	testsize.SkipIfShort(t)
	const token = "canary-partner-token"
	t.Setenv("ASSAY_TOKEN", token)
	traces := maps.Clone(carelessTraces)
	traces["the token"] = token
	recorded := filepath.Join(t.TempDir(), "traffic.har")
	require.NoError(t, os.WriteFile(recorded, harOf(carelessCalls(token)), 0o600))
	service := httptest.NewServer(echoingAll(reference.New(reference.Options{Token: token})))
	t.Cleanup(service.Close)
	store := func(base string) error { return send(base, carelessCalls(token)) }
	server := filepath.Join(t.TempDir(), "server")
	printed, code := assayPrints("demo", "--only", "PUR-07", "--out", server)
	require.Equal(t, cli.ExitConformant, code, printed)
	for name, run := range map[string]func(t *testing.T, folder string) (string, int){
		"-- CMD": func(_ *testing.T, folder string) (string, int) {
			return assayPrints("partner", "--out", folder, "--", "careless")
		},
		"--response-forms all -- CMD": func(_ *testing.T, folder string) (string, int) {
			return assayPrints("partner", "--out", folder, "--response-forms", "all", "--", "careless")
		},
		"--har": func(_ *testing.T, folder string) (string, int) {
			return assayPrints("partner", "--out", folder, "--har", recorded)
		},
		"--har, for GitHub": func(_ *testing.T, folder string) (string, int) {
			return assayPrints("partner", "--out", folder, "--har", recorded, "--format", "github")
		},
		"--listen": func(t *testing.T, folder string) (string, int) { return listens(t, store, "--out", folder) },
		"pair --live": func(_ *testing.T, folder string) (string, int) {
			return assayPrints("pair", "--live", service.URL, "--out", folder, "--", "careless")
		},
		"--upstream": func(t *testing.T, folder string) (string, int) {
			return listens(t, store, "--out", folder, "--upstream", service.URL, "--judge-answers")
		},
	} {
		if name == "--response-forms all -- CMD" && !testsize.IsFull() {
			continue // ten seconds, and each run of the command is like that of "-- CMD"
		}
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "report")
			printed, code := run(t, folder)
			require.Equal(t, cli.ExitNonConformant, code, printed)
			searchFor(t, traces, folder, printed)
			pairs := filepath.Join(t.TempDir(), "pairs")
			printed, code = assayPrints("pair", folder, folder, "--anyway")
			require.Equal(t, cli.ExitUsage, code, "it is no report on a server: %s", printed)
			printed, _ = assayPrints("pair", server, folder, "--anyway", "--out", pairs)
			searchFor(t, traces, pairs, printed)
		})
	}
}

// TestNoCredentialOfAStoreIsWritten searches what is written of a store that has
// credentials of its own for the service, which gives them back.
func TestNoCredentialOfAStoreIsWritten(t *testing.T) {
	service := httptest.NewServer(echoingAll(reference.New(reference.Options{})))
	t.Cleanup(service.Close)
	folder := filepath.Join(t.TempDir(), "report")
	printed, code := listens(t, func(base string) error { return send(base, credentialCalls()) }, "--out", folder, "--upstream", service.URL, "--judge-answers")
	require.NotEqual(t, cli.ExitUsage, code, printed)
	searchFor(t, storeSecrets, folder, printed)
	require.Contains(t, readAll(t, folder)["exchanges.har"], "grant_type=password", "what is no secret stays")
	recorded := filepath.Join(t.TempDir(), "traffic.har")
	require.NoError(t, os.WriteFile(recorded, harOf(credentialCalls()), 0o600))
	folder = filepath.Join(t.TempDir(), "report")
	printed, code = assayPrints("partner", "--out", folder, "--har", recorded)
	require.NotEqual(t, cli.ExitUsage, code, printed)
	searchFor(t, storeSecrets, folder, printed)
}

// strangers are people of whom a target tells although nobody asked, and codes
// that are none, each in a form that it should not have.
var strangers = map[string]string{
	"a stranger's mobile number": "254799000111222", "a stranger's id number": "66778899001", "a stranger's email": "stranger.at.elsewhere.example",
	"a stranger's passport": "AB9988776655", "an OTP that is none": "77x889", "a stranger's phone": "254711777666",
}

// anyID finds a UUID in a JSON text.
var anyID = regexp.MustCompile(`"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"`)

// meddling is a target that tells of strangers, gives back its token, and calls
// members so whose values are ids that later requests carry.
func meddling(next http.Handler) http.Handler {
	edit := strings.NewReplacer(
		`"mobile_number":"`, `"mobile_number":254799000111222,"was":"`, `"id_number":"`, `"id_number":66778899001,"had":"`,
		`"email":"`, `"email":["stranger.at.elsewhere.example"],"wrote":"`, `"passportNo":null`, `"passportNo":{"no":"AB9988776655"}`,
		`"credit_limit_status":"`, `"otp":"77x889","credit_limit_status":"`, `"mobile":"`, `"mobile":{"call":"254711777666"},"rang":"`,
	)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		var body any
		text := answer.Body.Bytes()
		if json.Unmarshal(text, &body) == nil {
			text, _ = json.Marshal(body) // without any space
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		w.WriteHeader(answer.Code)
		_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		named := "{"
		if id := anyID.FindString(string(text)); id != "" && token != "" {
			named = fmt.Sprintf(`{"%s":%s,"254799000111222":{"http_proxy":%s},`, token, id, id)
		}
		_, _ = io.WriteString(w, strings.Replace(edit.Replace(string(text)), "{", named, 1))
	})
}

// TestNothingOfAServerRunIsWritten searches what is written and printed of runs
// against a target that tells of strangers.
func TestNothingOfAServerRunIsWritten(t *testing.T) {
	testsize.SkipIfShort(t)
	const token = "canary-server-token"
	t.Setenv("ASSAY_TOKEN", token)
	service := httptest.NewServer(meddling(reference.New(reference.Options{Token: token})))
	t.Cleanup(service.Close)
	traces := maps.Clone(strangers)
	traces["the token"] = token
	of := []string{"--base-url", service.URL, "--only", "LIM-0*,FLM-0*,LKP-0*,VER-0*,GET-0*"}
	server := func(more ...string) (string, int) {
		return assayPrints(append(append([]string{"server"}, of...), more...)...)
	}
	merged := func(folder string) (string, int) {
		var printed string
		for n := range 2 {
			text, _ := server("--out", fmt.Sprint(folder, "-", n), "--shard", fmt.Sprintf("%d/2", n+1), "--run-id", "canary-run-1", "--seed", "7")
			printed += text
		}
		text, code := assayPrints("report", "merge", folder+"-0", folder+"-1", "--out", folder)
		return printed + text, code
	}
	again := func(folder string) (string, int) {
		printed, _ := server("--out", folder)
		text, code := assayPrints("again", folder, "--out", folder+"-again")
		return printed + text, code
	}
	for name, run := range map[string]func(folder string) (string, int){
		"server": func(folder string) (string, int) { return server("--out", folder) },
		"packs":  func(folder string) (string, int) { return server("--out", folder, "--packs") },
		"again":  again,
		"github": func(folder string) (string, int) { return server("--out", folder, "--format", "github") },
		"json":   func(folder string) (string, int) { return server("--out", folder, "--format", "json") },
		"soak":   func(folder string) (string, int) { return server("--out", folder, "--repeat", "2") },
		"merge":  merged,
		"doctor": func(string) (string, int) { return assayPrints("doctor", "--base-url", service.URL) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "report")
			printed, code := run(folder)
			require.Contains(t, []int{cli.ExitConformant, cli.ExitNonConformant}, code, printed)
			searchFor(t, traces, filepath.Dir(folder), printed)
			holdsNoNameOfTheTarget(t, filepath.Dir(folder))
		})
	}
}

// holdsNoNameOfTheTarget holds that no script of a pack sets a variable that a target
// has named: PATH, http_proxy or one that the script uses itself.
func holdsNoNameOfTheTarget(t *testing.T, folder string) {
	t.Helper()
	scripts := 0
	for name, content := range readAll(t, folder) {
		if filepath.Base(name) != "run.sh" {
			continue
		}
		scripts++
		for _, capture := range regexp.MustCompile(`(?m)^capture (\S+)`).FindAllStringSubmatch(content, -1) {
			require.Regexp(t, `^(value|customer_id|limit_id|item_id|otp|wrong_otp|earlier_[a-z_]+|request_id|status|created_at)(_[0-9]+)?$`, capture[1], name)
		}
	}
	if t.Name() != "TestNothingOfAServerRunIsWritten/doctor" && !strings.HasSuffix(t.Name(), "/merge") {
		require.NotZero(t, scripts, "the target fails, so there are packs")
	}
}

// TestNoListedPersonIsPrintedByADryRun searches what a dry run prints for those
// whom the config lists.
func TestNoListedPersonIsPrintedByADryRun(t *testing.T) {
	const token = "canary-dry-token"
	t.Setenv("ASSAY_TOKEN", token)
	var people strings.Builder
	for n := range 40 {
		fmt.Fprintf(&people, "    - {first_name: Amina, last_name: Otieno, id_number: \"66600%03d99\", phone_number: \"+254755400%03d\", email: dry%03d@people.example, date_of_birth: 1987-10-23, country_code: KEN}\n", n, n, n)
	}
	conf := filepath.Join(t.TempDir(), "assay.yaml")
	require.NoError(t, os.WriteFile(conf, []byte("identities:\n  new:\n"+people.String()), 0o600))
	printed, code := assayPrints("server", "--dry-run", "--config", conf, "--base-url", "https://service.example", "--only", "LIM-01,OTP-*,LKP-*")
	require.Equal(t, cli.ExitConformant, code, printed)
	require.Contains(t, printed, "assay sent none of them")
	searchFor(t, map[string]string{
		"the token": token, "an id number": "6660000", "a phone number": "254755400", "an email address": "dry0", "a birth date": "10/23/1987", "a birth date, day first": "23/10/1987",
	}, t.TempDir(), printed)
}

// TestAnUpstreamWithACredentialIsRefused holds that it is neither taken nor
// printed, as a base address of a server is not.
func TestAnUpstreamWithACredentialIsRefused(t *testing.T) {
	for _, upstream := range []string{
		"http://user:hunter-canary-9@service.example/", "https://service.example/?key=hunter-canary-9", "http://service.example/#hunter-canary-9",
		"http://hunter-canary-9@service.example", "http://user:hunter-canary-9%zz@service.example/", "hunter-canary-9://x", ":hunter-canary-9",
	} {
		folder := filepath.Join(t.TempDir(), "report")
		printed, code := assayPrints("partner", "--out", folder, "--listen", "127.0.0.1:0", "--upstream", upstream)
		require.Equal(t, cli.ExitUsage, code, printed)
		require.NotContains(t, printed, "canary")
		require.Contains(t, printed, "--upstream")
		require.NoDirExists(t, folder, "nothing is written")
	}
}

// echoingAll is a service that gives back, in its body and in headers, whatever
// a request carried.
func echoingAll(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		var given map[string]any
		_ = json.Unmarshal(answer.Body.Bytes(), &given)
		if given == nil {
			given = map[string]any{}
		}
		given["echo"] = string(body)
		given["asked"] = r.URL.String()
		for name, values := range r.Header {
			w.Header().Set("X-Echo-"+name, strings.Join(values, ", "))
			given["saw "+name] = strings.Join(values, ", ")
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.Code)
		_ = json.NewEncoder(w).Encode(given)
	})
}

// assayPrints runs a command, and gives all that it prints and its exit code.
func assayPrints(args ...string) (printed string, code int) {
	var both bytes.Buffer
	code = cli.Run(context.Background(), args, nil, &both, &both)
	return both.String(), code
}

// listens has a store call whatever `assay partner --listen` serves, and ends it
// by a line.
func listens(t *testing.T, store func(base string) error, args ...string) (printed string, code int) {
	t.Helper()
	reader, writer := io.Pipe()
	in, typed := io.Pipe()
	var out, errs bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := cli.Run(context.Background(), append([]string{"partner", "--listen", "127.0.0.1:0"}, args...), in, &out, writer)
		_ = writer.Close()
		done <- code
	}()
	lines := bufio.NewScanner(io.TeeReader(reader, &errs))
	require.True(t, lines.Scan(), "it says where it listens")
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text())
	require.NotEmpty(t, address, lines.Text())
	go func() {
		if err := store(address); err != nil {
			t.Error(err)
		}
		_, _ = typed.Write([]byte("\n"))
	}()
	for lines.Scan() {
	}
	code = <-done
	return errs.String() + out.String(), code
}

// readAll reads every file below a folder.
func readAll(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	require.NoError(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, name))
		files[name] = string(content)
		return err
	}))
	return files
}

// searchFor looks for traces in every file below a folder, and in what was printed.
func searchFor(t *testing.T, traces map[string]string, folder, printed string) {
	t.Helper()
	files := readAll(t, folder)
	files["what was printed"] = printed
	for name, content := range files {
		for what, trace := range traces {
			at := strings.Index(content, trace)
			if at >= 0 {
				t.Errorf("%s holds %s: …%s…", name, what, content[max(at-120, 0):min(at+120, len(content))])
			}
		}
	}
}
