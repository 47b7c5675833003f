package pairing_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/pairing"
)

// builds are so many servers and partners, of which some do not agree.
func builds(n int) *pair.Matrix {
	var servers, partners []pair.Build
	for i := range n {
		taken := []result.FormState{result.FormTaken, result.FormRefused}[i%2]
		var offered, sent []result.FormUse
		for _, entry := range []string{"order-id", "item-value", "employed", "loan-amount", "password", "otp-path", "phone-number", "update-path"} {
			for _, endpoint := range spec.Names() {
				offered = append(offered, result.FormUse{Entry: entry, Reading: "string", Endpoint: endpoint, State: taken})
				sent = append(sent, result.FormUse{Entry: entry, Reading: []string{"string", "integer"}[i%3%2], Endpoint: endpoint, State: result.FormSent})
			}
		}
		servers = append(servers, pair.Build{Name: fmt.Sprintf("payments </script><b>%d", i), Side: result.ServerSide, Verdict: result.Conformant, Dialect: &result.FullDialect{Forms: offered}})
		partners = append(partners, pair.Build{Name: fmt.Sprintf("checkout %d", i), Side: result.PartnerSide, Verdict: result.Conformant, Dialect: &result.FullDialect{Forms: sent}})
	}
	return pair.PredictAll(servers, partners)
}

func TestThePage(t *testing.T) {
	for _, n := range []int{1, 4} {
		m := builds(n)
		m.LeftOut = []string{"old: it is <i>non-conformant"}
		var page bytes.Buffer
		require.NoError(t, pairing.WritePage(&page, m))
		require.NotContains(t, page.String(), "<b>")
		require.NotContains(t, page.String(), "<i>")
		require.NotRegexp(t, `(?i)(src|href)="`, page.String(), "it needs no network")
		require.NotRegexp(t, `(?i)\son[a-z]+="`, page.String(), "no handler stands in the page")
		require.Contains(t, page.String(), "default-src &#39;none&#39;")
	}
}

// Every cell finds its reasons in what the script reads.
func TestACellOpensItsReasons(t *testing.T) {
	m := builds(4)
	var page bytes.Buffer
	require.NoError(t, pairing.WritePage(&page, m))
	found := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(page.String())
	require.Len(t, found, 2)
	var data struct {
		Reasons []pair.Reason `json:"reasons"`
		Cells   [][][]int     `json:"cells"`
	}
	require.NoError(t, json.Unmarshal([]byte(found[1]), &data))
	for i, row := range m.Cells {
		for j, f := range row {
			var shown []pair.Reason
			for _, n := range data.Cells[i][j] {
				shown = append(shown, data.Reasons[n])
			}
			require.ElementsMatch(t, append(f.Of(pair.No), f.Of(pair.Unknown)...), shown)
		}
	}
	require.Less(t, len(data.Reasons), 8*9*4, "a reason stands once")
}

func TestTheText(t *testing.T) {
	var one, several bytes.Buffer
	require.NoError(t, pairing.WriteText(&one, builds(1)))
	require.Contains(t, one.String(), "YES: checkout 0 and payments")
	require.NoError(t, pairing.WriteText(&several, builds(3)))
	require.Contains(t, several.String(), "3 servers by 3 partners: 4 yes, 2 no, 3 unknown")
	require.Equal(t, 4, strings.Count(several.String(), "checkout")+strings.Count(several.String(), "SERVER"))
}

func TestTheJSON(t *testing.T) {
	var written bytes.Buffer
	require.NoError(t, pairing.WriteJSON(&written, builds(2)))
	var read map[string]any
	require.NoError(t, json.Unmarshal(written.Bytes(), &read))
	require.Equal(t, "assay.pairs/v1", read["schema"])
	require.Equal(t, "no", read["answer"])
	require.Len(t, read["cells"], 2)
}

// BenchmarkMatrix foretells a hundred servers by a hundred partners, and writes the
// page of them.
func BenchmarkMatrix(b *testing.B) {
	for b.Loop() {
		require.NoError(b, pairing.WritePage(io.Discard, builds(100)))
	}
}
