package cli_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// TestTheDocumentationIsServedToThisMachine holds that the pages are there, and
// that a name which somebody else made to lead here is refused.
func TestTheDocumentationIsServedToThisMachine(t *testing.T) {
	testsize.SkipIfShort(t)
	address := anAddress.FindString(listening(t, "in a browser", "docs"))
	res, err := http.Get(address + "/requirements/PUR-07.html")
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Contains(t, string(body), "How to fix a failure")
	require.Equal(t, http.StatusMisdirectedRequest, called(t, address, "evil.example", ""))
	require.Equal(t, http.StatusForbidden, called(t, address, "", "https://evil.example"))
}
