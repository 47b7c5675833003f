package cause_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
)

// TestACallThatReachesOtherItemsIsOneCause holds that a cause says what a call does to items that
// it does not name, however the later calls about these items deviate.
func TestACallThatReachesOtherItemsIsOneCause(t *testing.T) {
	message := result.OfOtherItems("an update", result.ChangesOthers)
	run := &result.Run{Side: result.ServerSide, Requirements: []result.Requirement{
		{ID: "STA-04", Outcome: result.Failed, Checks: []result.Check{{Name: "an item", Failures: []result.Failure{
			{Path: "data.facility_status", Kind: result.WrongValue, Want: result.ExpectEqual, Message: message, Endpoint: "GET /api/v2/purchases/{id}"},
			{Path: "data.updated_at", Kind: result.WrongTime, Want: result.ExpectEqual, Message: message, Endpoint: "GET /api/v2/purchases/{id}"},
			{Path: "status", Kind: result.NotServed, Want: result.ExpectStatus, Message: message, Endpoint: "PUT /api/v2/purchases/{id}"},
		}}}},
		{ID: "UPD-09", Outcome: result.Failed, Checks: []result.Check{{Name: "a list", Failures: []result.Failure{
			{Path: "data", Kind: result.WrongCount, Want: result.ExpectCount, Wanted: "1", Actual: "3 records", Message: "the response does not contain one record for each item", Endpoint: "PUT /api/v2/purchases/{id}"},
		}}}},
	}}
	causes := cause.Of(run)
	require.Len(t, causes, 1)
	require.Equal(t, "An update of one item also changes other items of its order, which the request does not name", causes[0].Title)
	require.Equal(t, []string{"STA-04", "UPD-09"}, causes[0].Requirements)
	require.Equal(t, result.State, causes[0].Severity)
}
