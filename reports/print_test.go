package reports

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// onPaper is a page as paper: what the dialog of the browser makes of it.
func onPaper(t *testing.T, ctx context.Context, name string) []byte {
	t.Helper()
	pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground(), chromedp.PDFOutlineAndTagged()))
	require.NoError(t, err)
	if folder := os.Getenv("ASSAY_SCREENSHOTS"); folder != "" {
		require.NoError(t, os.MkdirAll(folder, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".pdf"), pdf, 0o644))
	}
	return pdf
}

var sheet = regexp.MustCompile(`/Type ?/Page\b`)

func sheets(pdf []byte) int { return len(sheet.FindAll(pdf, -1)) }

// wholeRun is a conformant run with as many requirements as the ledger has.
func wholeRun() *result.Run {
	run := frame()
	run.Verdict, run.Reason = result.Conformant, "all 141 requirements in scope (otp, limits, purchases, lookup) passed"
	for i := range 141 {
		r := rules[i%len(rules)]
		r.id = fmt.Sprintf("%s%02d", r.id[:4], i)
		run.Requirements = append(run.Requirements, passing(run, i, r))
	}
	return run
}

func TestAConformantReportIsShortOnPaper(t *testing.T) {
	testsize.SkipIfShort(t)
	ctx := browser(t)
	do(t, ctx, open(onDisk(t, wholeRun())))
	pdf := onPaper(t, ctx, "conformant")
	t.Logf("%d pages", sheets(pdf))
	require.Less(t, sheets(pdf), 10)
	require.Greater(t, sheets(pdf), 1, "pages are not counted")
	require.Contains(t, string(pdf), "/StructTreeRoot", "it is not tagged")
	require.Contains(t, string(pdf), "/Lang (en)", "its language is not said")
}

// TestPageOneIsOneSheet prints page one of every state alone: it is to be signed.
func TestPageOneIsOneSheet(t *testing.T) {
	testsize.SkipIfShort(t)
	for state, of := range states() {
		t.Run(state, func(t *testing.T) {
			ctx := browser(t)
			do(t, ctx, open(onDisk(t, of)))
			if os.Getenv("ASSAY_SCREENSHOTS") != "" {
				t.Logf("%d pages in all", sheets(onPaper(t, ctx, state)))
			}
			do(t, ctx, run(`document.querySelectorAll('main, footer').forEach(e => e.remove()); document.querySelector('.signed').style.breakAfter = 'auto'`))
			require.Equal(t, 1, sheets(onPaper(t, ctx, state+"-page-one")))
		})
	}
}

// What is printed is page one, causes, requirements and the evidence of failures.
func TestOnlyFailuresArePrintedWithEvidence(t *testing.T) {
	ctx := browser(t)
	do(t, ctx, media("print"), open(onDisk(t, failingRun("x", "x"))))
	require.Equal(t, []string{"signed-title", "causes-title", "listed-title", "requirements-title"},
		evaluate[[]string](t, ctx, `[...document.querySelectorAll('h1, h2')].filter(e => e.checkVisibility()).map(e => e.id)`))
	require.Equal(t, "LIM-02 PUR-07", evaluate[string](t, ctx, `[...document.querySelectorAll('.req')].filter(e => e.checkVisibility()).map(e => e.id).sort().join(' ')`))
	require.Equal(t, "End of report AR-20260304-K7Q2M4XA", evaluate[string](t, ctx, `document.querySelector('.end').textContent`))
}

// The number stands on every sheet, by the style of the sheet.
func TestTheNumberIsPrintedOnEverySheet(t *testing.T) {
	for number, want := range map[string]string{
		"AR-20260304-K7Q2M4XA":         `content:"Report AR-20260304-K7Q2M4XA"`,
		`"}</style><script>alert(1)//`: `content:"Report stylescriptalert1"`,
	} {
		run := conformantRun()
		run.Report.Number = number
		var page bytes.Buffer
		require.NoError(t, writers()["index.html"](&page, run))
		require.Contains(t, page.String(), want)
	}
}
