package purchases

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
	"github.com/credit-partner/assay/steps/server/stamps"
)

// Timestamps contains the sentences that judge created_at and updated_at.
type Timestamps struct{ *scenario.Scenario }

// stampsIn reads the fresh stamps in an answer. A value that is no time is left to the rule about
// its form.
func (s Timestamps) stampsIn(c *driver.Call, paths ...string) []stamps.Stamp {
	var all []stamps.Stamp
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
		all = append(all, stamps.Stamp{Call: c, Path: path, At: t})
	}
	return all
}

// StampsAreUTC judges the stamps of new records. It compares each stamp with the Date of its
// answer, and all stamps with each other, for which no Date is needed.
func (s Timestamps) StampsAreUTC() error {
	var first *stamps.Stamp
	var created []stamps.Stamp
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
			if strings.HasSuffix(now.Path, ".created_at") {
				created = append(created, now)
			}
		}
	})
	s.judgeStuckClock(stamps.FirstOfEachRecord(created))
	return err
}

func (s Timestamps) judgeStamp(now stamps.Stamp, first *stamps.Stamp) {
	date, dated := stamps.DateOf(now.Call)
	off := now.Off()
	member := now.Path[strings.LastIndex(now.Path, ".")+1:]
	switch apart := now.Drift() - first.Drift(); {
	case dated && off.Abs() > stamps.Farthest:
		s.failStamp(now, "a time near "+date.Format(stamps.Layout)+", the answer's Date", member+" is not the time at which the record was made")
	case dated && stamps.IsLocal(off):
		s.failStamp(now, "a time in UTC near "+date.Format(stamps.Layout)+", the answer's Date",
			fmt.Sprintf("%s differs from the target's own clock by %s: %s", member, stamps.InHours(off), stamps.WhyOff(off)))
	case !dated && apart.Abs() > scenario.OneClock:
		s.failStamp(now, "a time with the same distance to that of exchange "+first.Call.ID+" as between the two calls",
			fmt.Sprintf("%s is off by %s from the other new records of this run", member, apart.Round(time.Second)))
	}
}

func (s Timestamps) failStamp(now stamps.Stamp, expected, message string) {
	s.Fail(now.Call, result.Failure{
		Path: now.Path, Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNow, Expected: expected, Actual: now.At.Format(stamps.Layout), Message: message,
	})
}

// LimitStampsAreUTC judges updated of new limits. The specification does not say what event updated
// is the time of, so a single stamp shows nothing. The stamps are local time in two cases: all of
// them, though they differ, are off by the same amount; or they form groups that differ by the
// offset of a time zone.
func (s Timestamps) LimitStampsAreUTC() error {
	var all []stamps.Stamp
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

func (s Timestamps) judgeLimitStamps(all []stamps.Stamp) {
	moves := false
	for _, each := range all {
		s.judgeNoTime(each)
		moves = moves || !each.At.Equal(all[0].At)
	}
	if !moves {
		return // a time that is the same in all limits does not come from the clock
	}
	offs := stamps.Offsets(all)
	for n, each := range all {
		off := offs[n]
		same := stamps.Alike(offs, off)
		everyStamp := same == len(offs) && stamps.IsLocal(off) // however far: it moves with the clock
		if same > 1 && (everyStamp || stamps.IsZone(off)) {
			s.Fail(each.Call, result.Failure{
				Path: each.Path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time in UTC near " + each.At.Add(-off).UTC().Format(stamps.Layout), Actual: each.At.Format(stamps.Layout),
				Message: fmt.Sprintf("updated of a new limit differs from the target's own clock by %s: %s", stamps.InHours(off), stamps.WhyOff(off)),
			})
		}
	}
}

// judgeNoTime judges a stamp that is the zero of a clock: programs write it where there is no time.
func (s Timestamps) judgeNoTime(t stamps.Stamp) {
	if t.At.Unix() == 0 || t.At.Year() <= 1 {
		s.Fail(t.Call, result.Failure{
			Path: t.Path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time", Actual: t.At.Format(stamps.Layout),
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
			s.blockLocal(c, first.FormAspect("data.updated"))
			return
		}
		for _, now := range s.stampsIn(c, "data.updated") {
			if then.Unix() != 0 {
				s.judgeNoTime(now) // if create shows no time either, create is wrong
			}
			if _, dated := stamps.DateOf(c); dated && !stamps.IsLocal(now.Off()) {
				continue // if the two differ, create is wrong
			}
			apart := now.At.Sub(then)
			if stamps.IsZone(apart) && stamps.IsZone(apart-c.Started.Add(c.Duration).Sub(first.Started)) {
				s.Fail(c, result.Failure{
					Path: now.Path, Section: "2.8", Kind: result.WrongTime, Want: result.ExpectNow, Expected: "a time near " + then.Format(stamps.Layout) + ", or after it by what has passed since", Actual: now.At.Format(stamps.Layout),
					Message: fmt.Sprintf("updated of a fetched limit is %s from what it was when the limit was new: one of the two is local time", stamps.InHours(apart)),
				})
			}
		}
	})
}

// blockLocal blocks a fetched limit that cannot be compared with the new one, unless the Date header
// shows that its updated is no local time.
func (s Timestamps) blockLocal(c *driver.Call, by judgement.Aspect) {
	for _, now := range s.stampsIn(c, "data.updated") {
		if _, dated := stamps.DateOf(c); dated && !stamps.IsLocal(now.Off()) {
			continue
		}
		s.BlockBy(c, by, result.Failure{
			Path: now.Path, Section: "2.8", Want: result.ExpectNow, Expected: "a time near that of the new limit", Actual: now.At.Format(stamps.Layout),
			Message: "updated of the new limit cannot be read",
		})
	}
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
		if apart.Abs() > scenario.OneClock {
			s.Fail(c, result.Failure{
				Path: path + ".updated_at", Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNow,
				Expected: "a time after " + was.String() + " by as much as the calls were apart", Actual: judgement.Show(now),
				Message: fmt.Sprintf("updated_at is off by %s from the stamp before: two clocks, or two time zones, write it", apart.Round(time.Second)),
			})
		}
	})
}

// A service may write the time of something else into its records: its start, or the customer's
// first limit. Such a time is near the Date of the answers for a while, so it is compared with the
// times of other orders.

// judgeStuckClock fails for records that have the same created_at although their orders were placed
// one after the other: two records if much time was between them, or if the clock moved between them,
// or all records of the run.
func (s Timestamps) judgeStuckClock(created []stamps.Stamp) {
	if len(created) == 0 {
		return
	}
	slices.SortStableFunc(created, func(a, b stamps.Stamp) int { return a.Call.Started.Compare(b.Call.Started) })
	first := created[0]
	stuck := first.At.Nanosecond() != 0 && !slices.ContainsFunc(created, func(t stamps.Stamp) bool { return !t.At.Equal(first.At) })
	earliest := make(map[time.Time]stamps.Stamp)
	for _, now := range created {
		before, known := earliest[now.At]
		if !known {
			earliest[now.At] = now
			continue
		}
		apart := now.Call.Started.Sub(before.End())
		if apart >= stamps.LongApart || apart >= stamps.ShortApart && (stuck || stamps.MovedBetween(created, before, now)) {
			s.Fail(now.Call, result.Failure{
				Path: now.Path, Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNot, Wanted: now.Call.Body.Get(now.Path).Raw,
				Expected: "a time of its own", Actual: now.At.Format(stamps.Layout), Other: before.Call.ID,
				Message: "created_at is that of a record which was made " + apart.Round(10*time.Millisecond).String() + " earlier, in exchange " + before.Call.ID,
			})
			return
		}
	}
}
