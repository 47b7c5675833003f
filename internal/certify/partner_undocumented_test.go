package certify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// TestWhatIsDocumentedNowhereIsNoted holds that what a partner sends beyond the
// specification is shown to who reads the report, and fails nothing.
func TestWhatIsDocumentedNowhereIsNoted(t *testing.T) {
	t.Parallel()
	log, err := aDay(t, func(q *samplepartner.Request) {
		switch q.Endpoint {
		case "send-otp":
			q.Body["till"] = map[string]any{"number": 3}
			q.Header.Set("X-Shop", "7")
		case "create-limit":
			q.Query = "channel=web"
		case "create-purchases":
			q.Body["order_id"] = 1001
			for _, item := range q.Body["items"].([]any) {
				item.(map[string]any)["colour"] = "black"
			}
		case "update-purchases":
			for _, item := range q.Body["items"].([]any) {
				item.(map[string]any)["facility_status"] = "on_its_way"
			}
		}
	})
	require.NoError(t, err)
	run := judge(t, closed(log))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	answers := observed(run)
	require.Equal(t, "POST /api/v2/otp/send: header X-Shop (4 times); POST /api/v2/otp/send: member till (4 times)", answers["POB-01"])
	require.Equal(t, "POST /api/v2/limits: parameter channel (3 times)", answers["POB-02"])
	require.Contains(t, answers["POB-03"], "POST /api/v2/purchases: member items.#.colour (4 times)")
	require.Contains(t, answers["POB-03"], `PUT /api/v2/purchases/{id}: facility_status "on_its_way" (3 times)`)
	require.Equal(t, "with the same items: never; with others, or for another customer: once", answers["POB-04"])
	require.Equal(t, "nothing", answers["POB-05"])
	require.False(t, strings.Contains(answers["POB-01"], "7,"), "values are not noted")
}

// TestWhatContradictsAnEarlierRequestIsNoted holds that what the specification does not
// forbid, and what is probably a mistake, is shown and fails nothing.
func TestWhatContradictsAnEarlierRequestIsNoted(t *testing.T) {
	t.Parallel()
	limits := 0
	log, err := aDay(t, func(q *samplepartner.Request) {
		switch q.Endpoint {
		case "customer-lookup":
			q.Header.Set("Sign", "always the same")
		case "create-limit":
			if limits++; limits == 1 { // of all customers it would be a mistake of the program
				q.Body["date_of_birth"] = "02/01/1990"
			}
		case "create-purchases":
			items := q.Body["items"].([]any)
			first, last := items[0].(map[string]any), items[len(items)-1].(map[string]any)
			last["item_value"] = 77
			for _, member := range []string{"item_code", "item_type", "item_brand"} { // one more of the same product
				last[member] = first[member]
			}
		case "update-purchases":
			items := q.Body["items"].([]any)
			q.Body["items"] = append(items, items[0])
		case "cancel-purchase":
			again := q.Copy()
			q.After = append(q.After, again)
		}
	})
	require.NoError(t, err)
	run := judge(t, closed(log))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	answers := observed(run)
	require.Contains(t, answers["POB-02"], "another date_of_birth than an earlier request gave for this id_number (once)")
	require.Contains(t, answers["POB-03"], "POST /api/v2/purchases: an item_code that another item of the order has (once)")
	require.Contains(t, answers["POB-03"], "POST /api/v2/purchases: items that do not add up to the item_value that was verified before (once)")
	require.Contains(t, answers["POB-03"], "PUT /api/v2/purchases/{id}: one item twice (2 times)")
	require.Contains(t, answers["POB-03"], "DELETE /api/v2/purchases/{id}: an item that was cancelled before (once)")
	require.Equal(t, "POST /open/op/customer/detail: the Sign of an earlier lookup with another Noncestr (3 times)", answers["POB-05"])
}

// observed are the answers to the questions of a run's observations, by id.
func observed(run *result.Run) map[string]string {
	answers := make(map[string]string)
	for _, o := range run.Observations {
		answers[o.ID] = o.Answer
	}
	return answers
}
