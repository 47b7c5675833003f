// Package stamps compares the timestamps in answers with the clocks of the target and of the run.
package stamps

import (
	"fmt"
	"net/http"
	"time"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// A stamp is in UTC (sections 2.3, 2.8). It is compared with the target's own Date header or with
// our clock. One of these may be wrong, which is no deviation. Two clocks of a target may be ten
// minutes apart, and the time zone nearest to UTC differs by half an hour. So a stamp that is off
// by more than twenty minutes is local time.
const (
	quarter  = 15 * time.Minute
	zoneSkew = time.Minute // how close to a time zone a difference must be to count as that zone
	oneClock = scenario.OneClock
	Farthest = 26 * time.Hour   // more than any time zone: not from a clock
	smallest = 30 * time.Minute // the time zone nearest to UTC
	Layout   = time.RFC3339Nano
)

// Stamp is a time that the target has just written into an answer.
type Stamp struct {
	Call *driver.Call
	Path string
	At   time.Time
}

// End is the time of the answer by our clock.
func (t Stamp) End() time.Time { return t.Call.Started.Add(t.Call.Duration) }

// Drift is the difference between a stamp and the time of the answer by our clock.
func (t Stamp) Drift() time.Duration { return t.At.Sub(t.End()) }

// Off is the difference between a stamp and the Date of its answer, or our clock if that is nearer.
// Without a Date, it is the difference from our clock.
func (t Stamp) Off() time.Duration {
	drift := t.Drift()
	if date, dated := DateOf(t.Call); dated && t.At.Sub(date).Abs() < drift.Abs() {
		return t.At.Sub(date)
	}
	return drift
}

// IsLocal reports whether a difference is too large for two clocks that show UTC.
func IsLocal(off time.Duration) bool { return off.Abs() > smallest-oneClock }

// IsZone reports whether a difference is the offset of a time zone.
func IsZone(off time.Duration) bool {
	zone := off.Round(quarter)
	return zone.Abs() >= smallest && zone.Abs() <= Farthest && (off-zone).Abs() <= zoneSkew
}

// InHours formats a difference, for example "3:00 hours". A difference close to the offset of a
// time zone is rounded to it.
func InHours(off time.Duration) string {
	sign, zone := "", off.Round(time.Minute)
	if IsZone(off) {
		zone = off.Round(quarter)
	}
	if zone < 0 {
		sign, zone = "-", -zone
	}
	return fmt.Sprintf("%s%d:%02d hours", sign, int(zone.Hours()), int(zone.Minutes())%60)
}

// WhyOff says what such an offset usually comes from. Time zones differ by quarters of an hour.
func WhyOff(off time.Duration) string {
	const halfDay = 12 * time.Hour
	switch {
	case !IsZone(off):
		return "it is not the time of the call in UTC"
	case off.Round(quarter).Abs() == halfDay:
		return "a clock of 12 hours, or local time, is written as though it were UTC"
	}
	return "local time is written as though it were UTC"
}

// DateOf returns the target's time when it answered. A Date that is days away from our own clock
// does not count, because it does not come from a clock.
func DateOf(c *driver.Call) (time.Time, bool) {
	date, err := http.ParseTime(c.Response.Header.Get("Date"))
	return date, err == nil && date.Sub(c.Started).Abs() < Farthest
}

// Offsets returns the difference of each stamp from the Date of its answer or, without a Date, from
// the first stamp.
func Offsets(all []Stamp) []time.Duration {
	offs := make([]time.Duration, len(all))
	for n, each := range all {
		if _, dated := DateOf(each.Call); dated {
			offs[n] = each.Off()
		} else {
			offs[n] = each.Drift() - all[0].Drift()
		}
	}
	return offs
}

// Alike counts the stamps that are off by the same amount.
func Alike(offs []time.Duration, off time.Duration) int {
	count := 0
	for _, its := range offs {
		if (its - off).Abs() <= 2*zoneSkew {
			count++
		}
	}
	return count
}
