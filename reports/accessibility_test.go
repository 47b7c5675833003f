package reports

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports/html"
)

// states are the pages that must be accessible, and good to look at.
func states() map[string]*result.Run {
	all := map[string]*result.Run{
		"conformant": conformantRun(), "partial": partialRun(), "failing": failingRun("<b>not</b>", "quiet"), "set-up": setupRun(),
		"partner": partnerRun(), "hostile": failingRun(hostile, hostile), "accepted": acceptedRun(),
	}
	for _, run := range all {
		for i := range run.Requirements {
			q := &run.Requirements[i]
			q.Checks = q.Checks[:min(len(q.Checks), 4)] // more of the same show nothing else
		}
	}
	return all
}

// axeDeadline is a guard, not a measure: axe looks at every element for every rule.
const axeDeadline = 8 * time.Minute

// axeScript judges the page by the rules of WCAG 2.2 AA, with all that folds open,
// and gives each violation with the first places of it.
const axeScript = `(async () => {
  document.querySelectorAll('details').forEach(d => { d.open = true });
  const found = await axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
  return found.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target + ' ' + n.failureSummary).join(' | '));
})()`

// axe is the source of axe-core, by ASSAY_AXE. Without it the test is skipped, unless
// ASSAY_REQUIRE_AXE=1 says that here it must run.
func axe(t *testing.T) string {
	t.Helper()
	path := os.Getenv("ASSAY_AXE")
	if path == "" && os.Getenv("ASSAY_REQUIRE_AXE") != "1" {
		t.Skip("ASSAY_AXE does not name axe.min.js of axe-core (npm)")
	}
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(source)
}

// TestThePageIsAccessible holds every state of the page, light and dark, wide and
// narrow, against WCAG 2.2 AA. The folder that ASSAY_SCREENSHOTS names gets a
// picture of each. axe takes seconds, so it looks at each scheme once and at each width
// once. TestASchemeChangesColoursAlone holds that this is enough.
func TestThePageIsAccessible(t *testing.T) {
	testsize.SkipIfShort(t)
	source := axe(t)
	for state, of := range states() {
		t.Run(state, func(t *testing.T) {
			ctx := browserFor(t, axeDeadline)
			do(t, ctx, call(cdppage.SetBypassCSP, cdppage.SetBypassCSPParams{Enabled: true}), open(onDisk(t, of)))
			for _, scheme := range []string{"light", "dark"} {
				for _, width := range []int{390, 1440} {
					do(t, ctx, preferred(scheme), chromedp.EmulateViewport(int64(width), 900))
					screenshot(t, ctx, fmt.Sprintf("%s-%s-%d", state, scheme, width))
				}
			}
			do(t, ctx, run(source))
			for _, scheme := range []string{"light", "dark"} {
				for _, width := range []int{390, 1440} {
					where := fmt.Sprintf("%s, %d px", scheme, width)
					do(t, ctx, preferred(scheme), chromedp.EmulateViewport(int64(width), 900))
					if (scheme == "light") == (width == 390) {
						require.Empty(t, evaluate[[]string](t, ctx, axeScript), where)
					}
					require.Empty(t, evaluate[[]string](t, ctx, contrastScript), where)
					require.LessOrEqual(t, evaluate[int](t, ctx, `document.documentElement.scrollWidth`), width, "%s: the page is wider than the window", where)
					require.Empty(t, evaluate[[]string](t, ctx, brokenWords), "%s: words that are broken for want of width", where)
				}
			}
		})
	}
}

// TestASchemeChangesColoursAlone holds that the style of the dark scheme gives other
// colours and nothing else, and that the style of a narrow window gives no colours.
func TestASchemeChangesColoursAlone(t *testing.T) {
	var page bytes.Buffer
	require.NoError(t, html.Write(&page, conformantRun()))
	require.Equal(t, 1, strings.Count(page.String(), "prefers-color-scheme"))
	dark := mediaBlock(t, page.String(), "(prefers-color-scheme:dark)")
	colours := strings.TrimSuffix(strings.TrimPrefix(dark, ":root{"), "}")
	require.NotContains(t, colours, "{")
	for _, declared := range strings.Split(colours, ";") {
		require.Regexp(t, `^\s*--[a-z-]+:#[0-9a-f]{3,6}\s*$`, declared)
	}
	require.NotRegexp(t, `[;{\s](color|background|background-color|opacity):`, mediaBlock(t, page.String(), "screen and (max-width:52rem)"))
}

// mediaBlock gives the rules of a media query of the page.
func mediaBlock(t *testing.T, page, query string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "@media "+query+"{")
	require.True(t, found, query)
	open := 1
	for i, c := range rest {
		switch c {
		case '{':
			open++
		case '}':
			open--
		}
		if open == 0 {
			return rest[:i]
		}
	}
	require.Fail(t, "the media query has no end", query)
	return ""
}

// brokenWords lists plain words in cells of tables that stand on two lines: their
// column is narrower than its words.
const brokenWords = `[...document.querySelectorAll('td, th, dd, dt')].flatMap(cell => {
  const broken = [], texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest('code, pre, .path, .link, .unseen, [data-hostile]') || !text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[A-Za-z][a-z-]{2,18}/g)) {
      const range = document.createRange();
      range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
      const around = text.data[word.index - 1] + text.data[word.index + word[0].length];
      if (tops.size > 1 && !word[0].includes('-') && /^[\s,.;:undefi()]*$/.test(around)) broken.push(word[0] + ' in ' + cell.textContent.trim().slice(0, 40));
    }
  }
  return broken;
})`

func screenshot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("ASSAY_SCREENSHOTS")
	if folder == "" {
		return
	}
	require.NoError(t, os.MkdirAll(folder, 0o755))
	shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(85))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".jpg"), shot, 0o644))
}
