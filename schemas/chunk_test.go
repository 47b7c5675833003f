package schemas

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// many is a body of n good elements, with one put at the end.
func many(member, element string, n int, last string) string {
	return `{"customer_id":` + anID + `,"order_id":1,"` + member + `":[` + strings.Repeat(element+",", n) + last + `]}`
}

func TestLongArraysAreJudgedToTheEnd(t *testing.T) {
	testsize.SkipIfShort(t)
	set := compileForTest(t, nil)
	for _, n := range []int{199, 200, 201, 400, 1000} {
		report := set.Validate("create-purchases-data", []byte(many("data", aRecord, n, aRecord)))
		require.True(t, report.OK())
		report = set.Validate("create-purchases-data", []byte(many("data", aRecord, n, strings.Replace(aRecord, `"item_topup":0`, `"item_topup":"0"`, 1))))
		require.Len(t, report.Violations, 1)
		path := "data." + string(number(n)) + ".item_topup"
		require.Equal(t, path, report.Violations[0].Path)
		require.Equal(t, path+` is the string "0", expected a number`, report.Violations[0].Message)

		report = set.Validate("create-purchases-request", []byte(many("items", anItem, n, aLooseItem)))
		require.True(t, report.OK())
		require.Contains(t, report.Readings, Seen{Tolerance: "item-value", Reading: "string", Path: "items." + string(number(n)) + ".item_value"})
		order := slices.DeleteFunc(report.Readings, func(s Seen) bool { return s.Tolerance != "order-id" })
		require.Len(t, order, 1, "what stands beside the array is told once")
	}
}

// A hostile body must not cost gigabytes, whichever schema it meets.
func TestEndlessFaultsCostLittle(t *testing.T) {
	testsize.SkipIfShort(t)
	set := compileForTest(t, nil)
	for _, member := range []string{"data", "items"} {
		document, report := set.Parse([]byte(many(member, "{}", 50_000, "{}")))
		require.True(t, report.OK())
		for _, name := range set.Names() {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			document.Validate(name)
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20), name)
		}
	}
	report := set.Validate("order-id", []byte(`{"order_id":"1"`+strings.Repeat(`,"a":1`, 100_000)+`}`))
	require.Len(t, report.Violations, 100)
}
