package reports

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports/html"
	"github.com/credit-partner/assay/reports/wording"
)

// browserDeadline is a guard against a browser that hangs, not a measure.
const browserDeadline = 2 * time.Minute

// shared is the one browser of all tests; each test has a tab of its own.
var shared struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.stop != nil {
		shared.stop()
	}
	os.Exit(code)
}

// browser opens a tab. Without Chromium the test is skipped, unless
// ASSAY_REQUIRE_CHROMIUM=1 says that here it must run.
func browser(t *testing.T) context.Context { return browserFor(t, browserDeadline) }

// browserFor opens a tab for so long at most.
func browserFor(t *testing.T, deadline time.Duration) context.Context {
	t.Helper()
	testsize.SkipIfShort(t) // a browser
	path, err := chromium()
	if err != nil && os.Getenv("ASSAY_REQUIRE_CHROMIUM") == "1" {
		require.NoError(t, err)
	}
	if err != nil {
		t.Skipf("no browser to look at the page with: %v", err)
	}
	shared.once.Do(func() { start(path) })
	require.NoError(t, shared.err, "Chromium did not start")
	tab, closeTab := chromedp.NewContext(shared.ctx)
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(tab))
	ctx, stop := context.WithTimeout(tab, deadline)
	t.Cleanup(stop)
	return ctx
}

func start(path string) {
	profile, err := os.MkdirTemp("", "assay-browser-*")
	if err != nil {
		shared.err = err
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(profile),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(ctx)
	shared.ctx = ctx
	shared.stop = func() {
		stopBrowser()
		stopAllocator()
		_ = os.RemoveAll(profile)
	}
	shared.err = chromedp.Do(ctx)
}

func chromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("neither chromium nor google-chrome: %w", exec.ErrNotFound)
}

// onDisk writes a page to a file and gives its address: reports are opened so.
func onDisk(t *testing.T, run *result.Run) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, html.Write(&b, run))
	path := filepath.Join(t.TempDir(), "index.html")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// trouble gathers what must not happen in a page: errors, refusals of its own
// policy, dialogs, and requests to anywhere but itself.
type trouble struct {
	mutex sync.Mutex
	seen  []string
}

func watch(t *testing.T, ctx context.Context) *trouble {
	t.Helper()
	seen := &trouble{}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			seen.add("exception: " + e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			seen.add("console: " + string(e.Type))
		case *log.EventEntryAdded:
			seen.add("log: " + e.Entry.Text)
		case *cdppage.EventJavascriptDialogOpening:
			seen.add("dialog: " + e.Message)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file:") {
				seen.add("request: " + e.Request.URL)
			}
		}
	}))
	do(t, ctx, call(network.Enable, network.EnableParams{}), call(runtime.Enable, cdp.Empty{}), call(log.Enable, cdp.Empty{}))
	return seen
}

func (t *trouble) add(s string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.seen = append(t.seen, s)
}

func (t *trouble) list() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return append([]string(nil), t.seen...)
}

// call makes an action of a command of the browser's protocol.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, command, params)
		return err
	})
}

// evaluate runs a script in the page and gives its value.
func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(t, err, script)
	return v
}

func run(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script)
}

// until waits for a condition of the page.
func until(condition string) chromedp.Action[chromedp.Void] {
	script := `new Promise((done, give) => { let looks = 0; const look = () => (` + condition + `) ? done(true) : ++looks > 2000 ? give(new Error('never came true')) : setTimeout(look, 5); look() })`
	return chromedp.Evaluate[chromedp.Void](script, chromedp.EvalAwaitPromise)
}

// open loads a page anew, even where only the part behind # differs.
func open(address string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, actions...))
}

const shownRequirements = `[...document.querySelectorAll('details.req')].filter(e => !e.hidden).map(e => e.id).join(' ')`

func TestHostileTextStaysText(t *testing.T) {
	ctx := browser(t)
	seen := watch(t, ctx)
	do(t, ctx, chromedp.Navigate(onDisk(t, failingRun(hostile, hostile))))

	require.False(t, evaluate[bool](t, ctx, `'pwned' in window`), "a script of the target ran")
	require.Equal(t, 1, evaluate[int](t, ctx, `document.scripts.length`))
	require.Zero(t, evaluate[int](t, ctx, `document.images.length`))
	require.Zero(t, evaluate[int](t, ctx, `[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => /^on/.test(a.name) || a.name === 'style')).length`))
	require.True(t, evaluate[bool](t, ctx, `document.body.innerText.includes('</script><script>window.pwned=1</script>')`), "the text is not shown")
	require.True(t, evaluate[bool](t, ctx, `document.body.innerText.includes('⟨U+202E⟩evil')`), "the direction mark is not shown")
	require.True(t, evaluate[bool](t, ctx, `document.body.innerText.includes('⟨0xFF⟩')`), "the stray octet is not shown")
	require.Empty(t, seen.list())
}

// The policy is the second line of defence: even markup that got past the
// escaping could neither run, nor call anywhere, nor dress the page up.
func TestThePolicyStopsWhatEscapingWouldLetThrough(t *testing.T) {
	const markup = `<main><script>window.pwned = 1</script><img id="image" src="x" onerror="window.pwned = 1"><p id="dressed" style="color: rgb(1, 2, 3)">x</p><iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>`
	var b bytes.Buffer
	require.NoError(t, html.Write(&b, conformantRun()))
	path := filepath.Join(t.TempDir(), "index.html")
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(b.String(), "<main>", markup, 1)), 0o600))

	ctx := browser(t)
	do(t, ctx, open((&url.URL{Scheme: "file", Path: path}).String()))
	require.NotNil(t, evaluate[*string](t, ctx, `document.getElementById('image').id`), "the markup is not in the page")
	require.False(t, evaluate[bool](t, ctx, `'pwned' in window`))
	require.NotEqual(t, "rgb(1, 2, 3)", evaluate[string](t, ctx, `getComputedStyle(document.getElementById('dressed')).color`))
	require.True(t, evaluate[bool](t, ctx, `(() => { try { document.body.innerHTML = '<b>x</b>'; return false } catch (e) { return true } })()`), "trusted types are not required")
}

func TestThePageWorksByItsOwnScriptAndStyle(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, conformantRun())))
	require.False(t, evaluate[bool](t, ctx, `document.getElementById('filters').hidden`), "the script did not run: its digest is wrong")
	require.Equal(t, "sticky", evaluate[string](t, ctx, `getComputedStyle(document.querySelector('nav')).position`), "the style was not applied: its digest is wrong")
}

func TestFiltersNarrowTheListAndStayInTheAddress(t *testing.T) {
	ctx := browser(t)
	address := onDisk(t, failingRun("x", "x"))
	do(t, ctx, chromedp.Navigate(address), chromedp.Click(`input[value=failed]`))
	require.Equal(t, "LIM-02 PUR-07", evaluate[string](t, ctx, shownRequirements))
	require.Equal(t, "Showing 2 of 19 requirements", evaluate[string](t, ctx, `document.getElementById('shown-count').textContent`))
	require.Equal(t, "polite", evaluate[string](t, ctx, `document.getElementById('shown-count').ariaLive`))

	do(t, ctx, chromedp.SendKeys(`input[name=q]`, "record OWN"))
	require.Equal(t, "PUR-07", evaluate[string](t, ctx, shownRequirements))
	require.Equal(t, "#?outcome=failed&q=record+OWN", evaluate[string](t, ctx, `location.hash`))

	do(t, ctx, open(address+"#?outcome=failed&q=record+OWN"))
	require.Equal(t, "PUR-07", evaluate[string](t, ctx, shownRequirements), "the address did not bring the filters back")

	do(t, ctx, chromedp.SendKeys(`input[name=q]`, " nowhere"))
	require.Empty(t, evaluate[string](t, ctx, shownRequirements))
	require.False(t, evaluate[bool](t, ctx, `document.getElementById('nothing').hidden`))
	do(t, ctx, chromedp.Click(`button[type=reset]`), until(`document.getElementById('nothing').hidden`))
	require.Len(t, strings.Fields(evaluate[string](t, ctx, shownRequirements)), 19)
}

func TestFiltersByGradeScopeAndEndpoint(t *testing.T) {
	ctx := browser(t)
	address := onDisk(t, failingRun("x", "x"))
	for hash, want := range map[string]string{
		"grade=implied": "LIM-07 OTP-06 GEN-02 AUT-01",
		"scope=lookup":  "LKP-01 LKP-04",
		"endpoint=PUT+/api/v2/purchases/:purchases_id": "STA-02",
		"endpoint=-":               "GEN-01 GEN-02 AUT-01",
		"outcome=blocked,untested": "STA-02 STA-08 LKP-01",
	} {
		do(t, ctx, open(address+"#?"+hash))
		require.Equal(t, want, evaluate[string](t, ctx, shownRequirements), hash)
	}
}

func TestDeepLinksOpenWhatTheyName(t *testing.T) {
	ctx := browser(t)
	address := onDisk(t, conformantRun())
	do(t, ctx, chromedp.Navigate(address+"#PUR-12"))
	do(t, ctx, until(`document.getElementById('PUR-12').open`))
	require.True(t, evaluate[bool](t, ctx, `document.getElementById('PUR-12').open`))
	require.False(t, evaluate[bool](t, ctx, `document.getElementById('PUR-07').open`))
	require.True(t, evaluate[bool](t, ctx, `document.activeElement.parentElement.id === 'PUR-12'`), "the focus did not follow")
	require.True(t, evaluate[bool](t, ctx, `(() => { const b = document.getElementById('PUR-12').getBoundingClientRect(); return b.top >= 0 && b.top < innerHeight })()`))

	do(t, ctx, run(`location.hash = '#x0003'`), until(`document.getElementById('GEN-02').open`))
	require.True(t, evaluate[bool](t, ctx, `document.getElementById('x0003').checkVisibility()`), "an exchange inside two closed folds")
}

func TestADeepLinkBeatsTheFilters(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, failingRun("x", "x"))+"#?outcome=failed"),
		run(`location.hash = '#OTP-01'`), until(`!document.getElementById('OTP-01').hidden`))
	require.True(t, evaluate[bool](t, ctx, `document.getElementById('OTP-01').open`))
}

func TestTheCopyButtonCopiesTheCommand(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, failingRun("x", "x"))),
		run(`Object.defineProperty(navigator, 'clipboard', { value: { writeText: t => { window.copied = t; return Promise.resolve() } } })`),
		chromedp.Click(`#PUR-07 button.copy`), until(`document.getElementById('said').textContent !== ''`))
	require.Equal(t, requirement(failingRun("x", "x"), "PUR-07").Checks[0].Failures[0].Curl, evaluate[string](t, ctx, `window.copied`))
	require.Equal(t, "The command was copied.", evaluate[string](t, ctx, `document.getElementById('said').textContent`))
}

func TestTheKeyboardIsEnough(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, conformantRun())), chromedp.KeyEvent(kb.Tab))
	require.Equal(t, "skip", evaluate[string](t, ctx, `document.activeElement.className`), "the first stop is the way past the head")
	require.True(t, evaluate[bool](t, ctx, `document.activeElement.getBoundingClientRect().left >= 0`), "the skip link stays out of sight")

	do(t, ctx, call(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Text: "/"}))
	require.Equal(t, "q", evaluate[string](t, ctx, `document.activeElement.name`))
	do(t, ctx, chromedp.KeyEvent("collected"))
	require.Equal(t, "STA-02 STA-08", evaluate[string](t, ctx, shownRequirements))
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	require.Len(t, strings.Fields(evaluate[string](t, ctx, shownRequirements)), 19)

	do(t, ctx, chromedp.Focus(`#OTP-01 > summary`), chromedp.KeyEvent(kb.Enter))
	require.True(t, evaluate[bool](t, ctx, `document.getElementById('OTP-01').open`))
	require.NotEqual(t, "none", evaluate[string](t, ctx, `getComputedStyle(document.activeElement).outlineStyle`), "the focus cannot be seen")
}

// The matrix is one, with a switch; what a square stands for is said in words.
func TestTheMatrixIsSwitchedByKeyboardToo(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, conformantRun())))
	const shown = `[...document.querySelectorAll('table.matrix')].filter(e => e.checkVisibility()).map(e => e.id).join(' ')`
	require.Equal(t, "by-endpoint", evaluate[string](t, ctx, shown))
	do(t, ctx, chromedp.Focus(`input[value=by-endpoint]`), chromedp.KeyEvent(kb.ArrowRight))
	require.Equal(t, "by-section", evaluate[string](t, ctx, shown))
	do(t, ctx, chromedp.Focus(`#by-section a[href="#PUR-07"]`))
	require.Equal(t, "PUR-07 tolerated: Every item of the request is answered by one record of its own", evaluate[string](t, ctx, `document.getElementById('cell-says').textContent`))
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(`document.getElementById('PUR-07').open`))
}

// A wrong set-up is told by a page of its own, which has no list to filter.
func TestThePageOfAWrongSetupSaysOnlyThat(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		ctx := browser(t)
		seen := watch(t, ctx)
		do(t, ctx, preferred(scheme), chromedp.EmulateViewport(390, 844), chromedp.Navigate(onDisk(t, setupRun())))
		text := evaluate[string](t, ctx, `document.body.innerText`)
		require.Contains(t, text, "The set-up is wrong: every endpoint refuses the access token.")
		require.Contains(t, text, wording.AsSentence(setupRun().Setup.Remedy))
		require.NotContains(t, text, "asked for", "nothing was judged")
		require.Empty(t, evaluate[[]string](t, ctx, contrastScript))
		require.Equal(t, 1, evaluate[int](t, ctx, `[...document.querySelectorAll('h1')].filter(e => e.checkVisibility()).length`))
		require.Equal(t, 1, evaluate[int](t, ctx, `document.querySelectorAll('main').length`))
		require.LessOrEqual(t, evaluate[int](t, ctx, `document.documentElement.scrollWidth`), 390)
		require.Empty(t, seen.list())
	}
}

func TestTheReaderOfAScreenFindsItsWay(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, failingRun("x", "x"))))
	require.Equal(t, 1, evaluate[int](t, ctx, `[...document.querySelectorAll('h1')].filter(e => e.checkVisibility()).length`))
	require.Equal(t, 1, evaluate[int](t, ctx, `document.querySelectorAll('main').length`))
	require.Zero(t, evaluate[int](t, ctx, `[...document.querySelectorAll('th')].filter(e => !e.scope).length`), "table heads without a scope")
	require.Zero(t, evaluate[int](t, ctx, `[...document.querySelectorAll('section')].filter(e => !document.getElementById(e.getAttribute('aria-labelledby'))).length`), "sections without a name")
	require.Zero(t, evaluate[int](t, ctx, `[...document.querySelectorAll('select, input')].filter(e => !e.labels.length).length`), "fields without a label")
	require.Empty(t, evaluate[[]string](t, ctx, `(() => { const seen = new Set(), twice = []; document.querySelectorAll('[id]').forEach(e => { if (seen.has(e.id)) twice.push(e.id); seen.add(e.id) }); return twice })()`), "ids that stand twice")
	require.Empty(t, evaluate[[]string](t, ctx, `[...document.querySelectorAll('main a[href^="#"]')].map(a => a.getAttribute('href').slice(1)).filter(id => id[0] !== '?' && !document.getElementById(id))`), "links that lead nowhere")
}

// Contrast is measured for all text, in both schemes, against WCAG AA.
func TestTextStandsOutFromItsGround(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			ctx := browser(t)
			do(t, ctx, preferred(scheme), chromedp.Navigate(onDisk(t, failingRun("x", "x"))))
			require.Empty(t, evaluate[[]string](t, ctx, contrastScript))
		})
	}
}

func TestNothingIsWiderThanAPhone(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(onDisk(t, failingRun(hostile, hostile))+"#PUR-07"))
	require.LessOrEqual(t, evaluate[int](t, ctx, `document.documentElement.scrollWidth`), 390)
}

// TestTheLinesOfAStatementBeginAtOnePlace holds the lists of requirements, and their
// headings, in a narrow window: every line of a statement begins where the first does,
// and every id where the others do.
func TestTheLinesOfAStatementBeginAtOnePlace(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(onDisk(t, failingRun("a", "b"))))
	const lines = `[...document.querySelectorAll('.named li')].filter(e => e.checkVisibility()).map(e => {
		const text = document.createRange();
		text.selectNodeContents(e.lastChild);
		text.setStart(e.lastChild, 1); // behind the space
		return [...text.getClientRects()].filter(r => r.width > 1).map(r => Math.round(r.left));
	}).filter(l => l.length > 1)`
	found := evaluate[[][]int](t, ctx, lines)
	require.NotEmpty(t, found, "no statement has two lines")
	for _, lefts := range found {
		require.Len(t, slices.Compact(lefts), 1, "%v", lefts)
	}
	ids := evaluate[[]int](t, ctx, `[...document.querySelectorAll('.req.failed>summary .id')].map(e => Math.round(e.getBoundingClientRect().left))`)
	require.Greater(t, len(ids), 1)
	require.Len(t, slices.Compact(ids), 1, "%v", ids)
}

func TestWithoutScriptAllIsReadable(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, withoutScript(), chromedp.Navigate(onDisk(t, failingRun("x", "x"))))
	text, err := chromedp.Run(ctx, chromedp.Text(`#PUR-07`))
	require.NoError(t, err)
	require.Contains(t, text, "The second record has no id.")
	require.Contains(t, text, "data.1.id is absent")
	require.True(t, evaluate[bool](t, ctx, `document.getElementById('filters').hidden`), "filters that cannot work are shown")
}

func TestABigRunIsLaidOutAndFiltered(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, chromedp.Navigate(onDisk(t, bigRun())))
	t.Logf("interactive after %.0f ms, loaded after %.0f ms",
		evaluate[float64](t, ctx, `performance.getEntriesByType('navigation')[0].domInteractive`),
		evaluate[float64](t, ctx, `performance.getEntriesByType('navigation')[0].loadEventEnd`))
	do(t, ctx, chromedp.SendKeys(`input[name=q]`, "BIG-499"))
	require.Equal(t, "BIG-499", evaluate[string](t, ctx, shownRequirements))
}
