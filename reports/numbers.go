package reports

import (
	"fmt"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/credit-partner/assay/internal/result"
)

// grouped writes n with a comma between thousands.
func grouped[N int | int64](n N) string { return humanize.Comma(int64(n)) }

// plural counts a noun: "1 request", "2 requests".
func plural(n int, noun string) string { return result.Counted(n, noun) }

// millis writes a duration given in milliseconds with the unit that reads best.
func millis(ms float64) string {
	switch {
	case ms < 0:
		return "0 ms"
	case ms < 10:
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	case ms < 1000:
		return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
	case ms < 60_000:
		return strconv.FormatFloat(ms/1000, 'f', 2, 64) + " s"
	default:
		return time.Duration(ms * float64(time.Millisecond)).Round(time.Second).String()
	}
}

// octets writes a size in octets with the unit that reads best.
func octets(n int64) string {
	switch {
	case n < 1024:
		return plural(int(n), "octet")
	case n < 1024*1024:
		return fmt.Sprintf("%.1f KiB", float64(n)/1024)
	default:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1024*1024))
	}
}

// moment writes a time in UTC to the second; the zero time is a dash.
func moment(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// took is how long the run lasted, never negative.
func took(started, finished time.Time) time.Duration {
	if started.IsZero() || finished.Before(started) {
		return 0
	}
	return finished.Sub(started)
}
