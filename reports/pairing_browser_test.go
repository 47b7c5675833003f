package reports

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/pairing"
)

// TestACellOfThePairsOpensItsReasons works the page of pairs as a reader does: a cell
// opens its reasons, and the search leaves the builds that it names.
func TestACellOfThePairsOpensItsReasons(t *testing.T) {
	ctx := browser(t)
	seen := watch(t, ctx)
	build := func(side result.Side, name string, state result.FormState) pair.Build {
		return pair.Build{Name: name, Side: side, Dialect: &result.FullDialect{Forms: []result.FormUse{{Entry: "order-id", Reading: "string", Endpoint: "create-purchases", State: state}}}}
	}
	m := pair.PredictAll(
		[]pair.Build{build(result.ServerSide, "payments one", result.FormTaken), build(result.ServerSide, "payments two", result.FormRefused)},
		[]pair.Build{build(result.PartnerSide, "checkout <b>", result.FormSent)})
	var page bytes.Buffer
	require.NoError(t, pairing.WritePage(&page, m))
	path := filepath.Join(t.TempDir(), "index.html")
	require.NoError(t, os.WriteFile(path, page.Bytes(), 0o600))
	do(t, ctx, open((&url.URL{Scheme: "file", Path: path}).String()))

	require.True(t, evaluate[bool](t, ctx, `document.getElementById("why").hidden`))
	evaluate[bool](t, ctx, `document.querySelector("td.no button").click(), true`)
	why := evaluate[string](t, ctx, `document.getElementById("why").textContent`)
	require.Contains(t, why, "checkout <b> with payments two")
	require.Contains(t, why, "refuses a string of digits")
	evaluate[bool](t, ctx, `document.querySelector("td.yes button").click(), true`)
	require.Contains(t, evaluate[string](t, ctx, `document.getElementById("why").textContent`), "All entries agree")

	shown := `[...document.querySelectorAll("#matrix tbody tr")].filter((row) => !row.hidden).length`
	require.Equal(t, 2, evaluate[int](t, ctx, shown))
	evaluate[bool](t, ctx, `((f) => { f.value = "two"; f.dispatchEvent(new Event("input")); return true })(document.getElementById("find"))`)
	require.Equal(t, 1, evaluate[int](t, ctx, shown))
	require.Empty(t, seen.list())
}
