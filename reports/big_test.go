package reports

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports/html"
)

// bigRun is 500 requirements with 10,000 exchanges, from a fixed seed: two
// bodies of some 2 KB each, now and then a huge one, one requirement in ten
// failed with long texts.
func bigRun() *result.Run {
	random := rand.New(rand.NewPCG(1, 2))
	run := frame()
	run.Verdict, run.Reason = result.NonConformant, "50 of 500 requirements failed."
	for i := range 500 {
		r := rules[i%len(rules)]
		r.id = fmt.Sprintf("BIG-%03d", i)
		q := passing(run, i, r)
		run.Exchanges = run.Exchanges[:i*20]
		q.Checks = nil
		for n := range 10 {
			q.Checks = append(q.Checks, bigCheck(run, random, r, i, n))
		}
		if i%10 == 0 {
			q.Outcome = result.Failed
		}
		run.Requirements = append(run.Requirements, q)
	}
	run.Tolerances, run.Observations = fixtureTolerances(), fixtureObservations()
	run.Traffic.Requests = len(run.Exchanges)
	return run
}

func bigCheck(run *result.Run, random *rand.Rand, r rule, i, n int) result.Check {
	c := result.Check{
		Name: fmt.Sprintf("example %d of requirement %d", n, i), Location: fmt.Sprintf("server/big.feature:%d", 12*i+n), Outcome: result.Passed,
		StartedMS: int64(50*i + 3*n), DurationMS: int64(random.IntN(400)),
	}
	for s := range 6 {
		c.Steps = append(c.Steps, result.Step{Keyword: "And ", Text: fmt.Sprintf("sentence %d says what a step of middling length would say", s)})
	}
	for range 2 {
		x := exchange(fmt.Sprintf("x%05d", len(run.Exchanges)), r, n)
		x.Response.Body = bigBody(random)
		x.Response.BodySize = int64(len(x.Response.Body))
		run.Exchanges = append(run.Exchanges, x)
		c.Exchanges = append(c.Exchanges, x.ID)
	}
	if i%10 == 0 {
		c.Outcome = result.Failed
		c.Failures = []result.Failure{{Path: "data.3.item_value", Expected: "a number", Actual: strings.Repeat(`"<&'`, 2000), Message: "item_value is not a number.",
			Section: "2.3", Exchange: c.Exchanges[1], Curl: "curl -sS " + strings.Repeat("-H 'X: \"y\"' ", 100)}}
	}
	return c
}

func bigBody(random *rand.Rand) string {
	records := 8
	if random.IntN(100) == 0 {
		records = 800
	}
	items := make([]string, records)
	for i := range items {
		items[i] = fmt.Sprintf(`{"id":"%08x-0000-4000-8000-%012x","facility_status":"pending_collection_customer","item_value":%d,"item_description":"a \"fine\" & <new> phone","created_at":"2026-03-04T12:00:00.123Z"}`,
			random.Uint32(), random.Uint32(), random.IntN(90000))
	}
	return `{"apiVersion":"2.0","status":201,"data":[` + strings.Join(items, ",") + `]}`
}

func TestABigRunStaysBelowTenMegabytes(t *testing.T) {
	testsize.SkipIfShort(t)
	run := bigRun()
	require.Len(t, run.Requirements, 500)
	require.Len(t, run.Exchanges, 10_000)
	var page bytes.Buffer
	require.NoError(t, html.Write(&page, run))
	t.Logf("%.1f MB", float64(page.Len())/1e6)
	require.Less(t, page.Len(), 10_000_000)
}

// The worst that a target can do: everything fails, many times over, in texts
// that grow when they are escaped.
func TestARunOfFailuresStaysBelowTenMegabytesToo(t *testing.T) {
	testsize.SkipIfShort(t)
	run := bigRun()
	wrong := result.Failure{Path: "data.0.id", Expected: strings.Repeat(`"`, 5000), Actual: strings.Repeat("<", 5000),
		Message: "It is wrong.", Section: "2.3", Curl: strings.Repeat("'", 20_000)}
	for i := range run.Requirements {
		q := &run.Requirements[i]
		q.Outcome = result.Failed
		q.Checks = append(q.Checks, q.Checks...)
		for n := range q.Checks {
			c := &q.Checks[n]
			c.Outcome, c.Failures = result.Failed, nil
			for range 15 {
				wrong.Exchange = c.Exchanges[0]
				c.Failures = append(c.Failures, wrong)
			}
		}
	}
	var page bytes.Buffer
	require.NoError(t, html.Write(&page, run))
	t.Logf("%.1f MB", float64(page.Len())/1e6)
	require.Less(t, page.Len(), 10_000_000)
}

func TestASummaryFitsIntoAComment(t *testing.T) {
	run := bigRun()
	for i := range run.Requirements {
		run.Requirements[i].Outcome = []result.Outcome{result.Failed, result.Untested}[i%2]
		run.Requirements[i].Reason = strings.Repeat("@|<`#", 3000) + fmt.Sprint(i)
	}
	var summary bytes.Buffer
	require.NoError(t, WriteMarkdown(&summary, run))
	require.Less(t, summary.Len(), 65_536)
}

func BenchmarkRender(b *testing.B) {
	run := bigRun()
	for file, write := range writers() {
		b.Run(file, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := write(io.Discard, run); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
