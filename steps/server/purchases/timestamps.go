package purchases

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Timestamps contains the sentences that judge created_at and updated_at.
type Timestamps struct{ *scenario.Scenario }

// A stamp is in UTC (sections 2.3, 2.8). It is compared with the target's own Date header or with
// our clock. One of these may be wrong, which is no deviation. Two clocks of a target may be ten
// minutes apart, and the time zone nearest to UTC differs by half an hour. So a stamp that is off
// by more than twenty minutes is local time.
const (
	quarter    = 15 * time.Minute
	zoneSkew   = time.Minute // how close to a time zone a difference must be to count as that zone
	oneClock   = scenario.OneClock
	farthest   = 26 * time.Hour   // more than any time zone: not from a clock
	smallest   = 30 * time.Minute // the time zone nearest to UTC
	timeLayout = time.RFC3339Nano
)

// stamp is a time that the target has just written into an answer.
type stamp struct {
	call *driver.Call
	path string
	at   time.Time
}

// stampsIn reads the fresh stamps in an answer. A value that is no time is left to the rule about
// its form.
func (s Timestamps) stampsIn(c *driver.Call, paths ...string) []stamp {
	var all []stamp
	for _, path := range paths {
		v := c.Body.Get(path)
		t, ok := call.Time(v)
		if !ok || c.Malformed(path) {
			s.BlockBy(c, c.FormAspect(path), result.Failure{
				Path: path, Section: spec.Of(c.Endpoint).Section, Expected: "a timestamp", Want: result.ExpectNow, Actual: judgement.Show(v),
				Message: "the stamp cannot be read",
			})
			continue
		}
		all = append(all, stamp{c, path, t})
	}
	return all
}

// StampsAreUTC judges the stamps of new records. It compares each stamp with the Date of its
// answer, and all stamps with each other, for which no Date is needed.
func (s Timestamps) StampsAreUTC() error {
	var first *stamp
	var created []stamp
	err := s.Each(func(c *driver.Call) {
		var paths []string
		for n := range c.Records() {
			paths = append(paths, c.RecordPath(n)+".created_at", c.RecordPath(n)+".updated_at")
		}
		for _, now := range s.stampsIn(c, paths...) {
			if first == nil {
				first = &now
			}
			s.judgeStamp(now, first)
			if strings.HasSuffix(now.path, ".created_at") {
				created = append(created, now)
			}
		}
	})
	s.judgeStuckClock(firstOfEachRecord(created))
	return err
}

func (s Timestamps) judgeStamp(now stamp, first *stamp) {
	date, dated := dateOf(now.call)
	off := now.off()
	member := now.path[strings.LastIndex(now.path, ".")+1:]
	switch apart := now.drift() - first.drift(); {
	case dated && off.Abs() > farthest:
		s.failStamp(now, "a time near "+date.Format(timeLayout)+", the answer's Date", member+" is not the time at which the record was made")
	case dated && isLocal(off):
		s.failStamp(now, "a time in UTC near "+date.Format(timeLayout)+", the answer's Date",
			fmt.Sprintf("%s differs from the target's own clock by %s: %s", member, inHours(off), whyOff(off)))
	case !dated && apart.Abs() > oneClock:
		s.failStamp(now, "a time with the same distance to that of exchange "+first.call.ID+" as between the two calls",
			fmt.Sprintf("%s is off by %s from the other new records of this run", member, apart.Round(time.Second)))
	}
}

// end is the time of the answer by our clock.
func (t stamp) end() time.Time { return t.call.Started.Add(t.call.Duration) }

// drift is the difference between a stamp and the time of the answer by our clock.
func (t stamp) drift() time.Duration { return t.at.Sub(t.end()) }

// off is the difference between a stamp and the Date of its answer, or our clock if that is nearer.
// Without a Date, it is the difference from our clock.
func (t stamp) off() time.Duration {
	drift := t.drift()
	if date, dated := dateOf(t.call); dated && t.at.Sub(date).Abs() < drift.Abs() {
		return t.at.Sub(date)
	}
	return drift
}

// isLocal reports whether a difference is too large for two clocks that show UTC.
func isLocal(off time.Duration) bool { return off.Abs() > smallest-oneClock }

// isZone reports whether a difference is the offset of a time zone.
func isZone(off time.Duration) bool {
	zone := off.Round(quarter)
	return zone.Abs() >= smallest && zone.Abs() <= farthest && (off-zone).Abs() <= zoneSkew
}

// inHours formats a difference, for example "3:00 hours". A difference close to the offset of a
// time zone is rounded to it.
func inHours(off time.Duration) string {
	sign, zone := "", off.Round(time.Minute)
	if isZone(off) {
		zone = off.Round(quarter)
	}
	if zone < 0 {
		sign, zone = "-", -zone
	}
	return fmt.Sprintf("%s%d:%02d hours", sign, int(zone.Hours()), int(zone.Minutes())%60)
}

// whyOff says what such an offset usually comes from. Time zones differ by quarters of an hour.
func whyOff(off time.Duration) string {
	const halfDay = 12 * time.Hour
	switch {
	case !isZone(off):
		return "it is not the time of the call in UTC"
	case off.Round(quarter).Abs() == halfDay:
		return "a clock of 12 hours, or local time, is written as though it were UTC"
	}
	return "local time is written as though it were UTC"
}

// dateOf returns the target's time when it answered. A Date that is days away from our own clock
// does not count, because it does not come from a clock.
func dateOf(c *driver.Call) (time.Time, bool) {
	date, err := http.ParseTime(c.Response.Header.Get("Date"))
	return date, err == nil && date.Sub(c.Started).Abs() < farthest
}

func (s Timestamps) failStamp(now stamp, expected, message string) {
	s.Fail(now.call, result.Failure{
		Path: now.path, Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNow, Expected: expected, Actual: now.at.Format(timeLayout), Message: message,
	})
}

// LimitStampsAreUTC judges updated of new limits. The specification does not say what event updated
// is the time of, so a single stamp shows nothing. The stamps are local time in two cases: all of
// them, though they differ, are off by the same amount; or they form groups that differ by the
// offset of a time zone.
func (s Timestamps) LimitStampsAreUTC() error {
	var all []stamp
	err := s.Each(func(c *driver.Call) {
		if c.Variant != call.AgainVariant && (c.Customer == nil || !c.Customer.Existing) {
			all = append(all, s.stampsIn(c, "data.updated")...)
		}
	})
	if err != nil || len(all) == 0 {
		return err
	}
	s.judgeLimitStamps(all)
	return nil
}

func (s Timestamps) judgeLimitStamps(all []stamp) {
	moves := false
	for _, each := range all {
		s.judgeNoTime(each)
		moves = moves || !each.at.Equal(all[0].at)
	}
	if !moves {
		return // a time that is the same in all limits does not come from the clock
	}
	offs := offsets(all)
	for n, each := range all {
		off := offs[n]
		same := alike(offs, off)
		everyStamp := same == len(offs) && isLocal(off) && off.Abs() <= farthest
		if same > 1 && (everyStamp || isZone(off)) {
			s.Fail(each.call, result.Failure{
				Path: each.path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time in UTC near " + each.at.Add(-off).UTC().Format(timeLayout), Actual: each.at.Format(timeLayout),
				Message: fmt.Sprintf("updated of a new limit differs from the target's own clock by %s: %s", inHours(off), whyOff(off)),
			})
		}
	}
}

// judgeNoTime judges a stamp that is the zero of a clock: programs write it where there is no time.
func (s Timestamps) judgeNoTime(t stamp) {
	if t.at.Unix() == 0 || t.at.Year() <= 1 {
		s.Fail(t.call, result.Failure{
			Path: t.path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time", Actual: t.at.Format(timeLayout),
			Message: "updated is the zero of a clock, and no time at which a limit was updated",
		})
	}
}

// FetchedLimitsShareTheClock compares updated of fetched limits with its value when the limit was
// new. It may have moved since then by as much as the calls are apart, but not by the offset of a
// time zone.
func (s Timestamps) FetchedLimitsShareTheClock() error {
	return s.Each(func(c *driver.Call) {
		if c.Customer == nil || !c.Customer.Opened() {
			return
		}
		first := c.Customer.Created()
		then, known := call.Time(first.Body.Get("data.updated"))
		if !known || first.Malformed("data.updated") {
			return // create is at fault
		}
		for _, now := range s.stampsIn(c, "data.updated") {
			if then.Unix() != 0 {
				s.judgeNoTime(now) // if create shows no time either, create is wrong
			}
			if _, dated := dateOf(c); dated && !isLocal(now.off()) {
				continue // if the two differ, create is wrong
			}
			apart := now.at.Sub(then)
			if isZone(apart) && isZone(apart-c.Started.Add(c.Duration).Sub(first.Started)) {
				s.Fail(c, result.Failure{
					Path: now.path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time near " + then.Format(timeLayout) + ", or after it by what has passed since", Actual: now.at.Format(timeLayout),
					Message: fmt.Sprintf("updated of a fetched limit is %s from what it was when the limit was new: one of the two is local time", inHours(apart)),
				})
			}
		}
	})
}

// offsets returns the difference of each stamp from the Date of its answer or, without a Date, from
// the first stamp.
func offsets(all []stamp) []time.Duration {
	offs := make([]time.Duration, len(all))
	for n, each := range all {
		if _, dated := dateOf(each.call); dated {
			offs[n] = each.off()
		} else {
			offs[n] = each.drift() - all[0].drift()
		}
	}
	return offs
}

// alike counts the stamps that are off by the same amount.
func alike(offs []time.Duration, off time.Duration) int {
	count := 0
	for _, its := range offs {
		if (its - off).Abs() <= 2*zoneSkew {
			count++
		}
	}
	return count
}

// UpdatesShareTheClock compares updated_at of an update with the stamp that the record had before.
// Both must come from one clock, so they are as far apart as the calls that wrote them.
func (s Timestamps) UpdatesShareTheClock() error {
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore) {
		was, now := gjson.Get(before.Raw, "updated_at"), record.Get("updated_at")
		then, known := call.Time(was)
		moved, read := call.Time(now)
		if i == nil || before.By == nil {
			return
		}
		f := result.Failure{Path: path + ".updated_at", Section: "2.3", Want: result.ExpectNow, Expected: "a timestamp", Actual: judgement.Show(now), Message: "the stamp cannot be read"}
		switch {
		case !known || before.Malformed("updated_at"):
			s.BlockBy(c, before.By.Aspect(judgement.DataAspect), f)
			return
		case !read || c.Malformed(f.Path):
			s.BlockBy(c, c.FormAspect(f.Path), f)
			return
		}
		apart := scenario.SinceEarlier(moved, then, c, before.By)
		if apart.Abs() > oneClock {
			s.Fail(c, result.Failure{
				Path: path + ".updated_at", Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNow,
				Expected: "a time after " + was.String() + " by as much as the calls were apart", Actual: judgement.Show(now),
				Message: fmt.Sprintf("updated_at is off by %s from the stamp before: two clocks, or two time zones, write it", apart.Round(time.Second)),
			})
		}
	})
}
