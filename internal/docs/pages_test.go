package docs

import (
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	partnerfaults "github.com/credit-partner/assay/internal/faults/partner"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/schemas"
)

func allOf(t *testing.T) []Page {
	t.Helper()
	server, partner := ledger(t, result.ServerSide), ledger(t, result.PartnerSide)
	pages, err := allPages()
	require.NoError(t, err)
	require.Greater(t, len(pages), len(server.Requirements)+len(partner.Requirements)+len(schemas.Register()))
	return pages
}

// allPages are made once for the tests that read them.
var allPages = sync.OnceValues(func() ([]Page, error) {
	server, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	partner, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(serverfaults.Catalogue(), partnerfaults.Catalogue())
	return Pages(Sources{Server: server, Partner: partner, Faults: all})
})

// TestEveryLinkOfEveryPageLeadsToAPage follows every link as a browser would.
func TestEveryLinkOfEveryPageLeadsToAPage(t *testing.T) {
	testsize.SkipIfShort(t)
	pages := allOf(t)
	handler, err := Handler(pages)
	require.NoError(t, err)
	href := regexp.MustCompile(`href="([^"#]*)(?:#([^"]*))?"`)
	bodies := make(map[string]string)
	for _, p := range pages {
		bodies[address(p.Path)] = get(t, handler, address(p.Path))
	}
	bodies["/style.css"] = get(t, handler, "/style.css")
	for from, body := range bodies {
		for _, m := range href.FindAllStringSubmatch(body, -1) {
			to := m[1]
			if strings.HasPrefix(to, "https://") {
				continue
			}
			if !strings.HasPrefix(to, "/") {
				to = path.Join(path.Dir(from), to)
			}
			if m[1] == "" {
				to = from
			}
			require.Contains(t, bodies, to, "%s leads to %s", from, m[1])
			if m[2] != "" {
				require.Contains(t, bodies[to], `id="`+m[2]+`"`, "%s leads to %s#%s", from, m[1], m[2])
			}
		}
	}
}

func get(t *testing.T, handler http.Handler, to string) string {
	t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, to, nil))
	require.Equal(t, http.StatusOK, w.Code, to)
	return w.Body.String()
}

func TestAPageSaysWhatItsRequirementAsksAndFinds(t *testing.T) {
	testsize.SkipIfShort(t)
	pages := allOf(t)
	at := slices.IndexFunc(pages, func(p Page) bool { return p.Path == "requirements/CAN-07.md" })
	page := pages[at].Markdown
	require.Contains(t, page, "The message must name the cancelled item by its id")
	require.Contains(t, page, "cancel-purchase-message-short-id")
	require.Contains(t, page, "Then each message contains the id of the item")
	require.Contains(t, page, "assay server --base-url URL --only CAN-07")
	require.NotContains(t, page, "CAN-08", "the source ends where the next rule begins")
}

func TestSearchFindsPagesWithAllWords(t *testing.T) {
	testsize.SkipIfShort(t)
	handler, err := Handler(allOf(t))
	require.NoError(t, err)
	require.Contains(t, get(t, handler, "/search?q=can-07"), "/requirements/CAN-07.html")
	require.Contains(t, get(t, handler, "/search?q=Country+length"), "/tolerances/country-code.html")
	require.Contains(t, get(t, handler, "/search?q=no-such-word-anywhere"), "No page contains")
	require.NotContains(t, get(t, handler, "/search?q=%3Cscript%3E"), "<script>")
}

func TestThereIsNoOtherPage(t *testing.T) {
	handler, err := Handler(nil)
	require.NoError(t, err)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/etc/passwd", nil))
	require.Equal(t, http.StatusNotFound, w.Code)
}

func TestOnlyFaultsOfTheRequirementAreListed(t *testing.T) {
	all := []faults.Fault{{ID: "a", Breaks: "PUR-01"}, {ID: "b", Breaks: "PUR-02"}}
	require.Len(t, findBy(all, "PUR-02"), 1)
	require.Len(t, all, 2, "and none is lost")
}
