package customers

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// shownBirthdayFaults show another day in a lookup than the customer was born (section 2.10).
func shownBirthdayFaults() []faults.Fault {
	fault := func(id, why string, other func(born time.Time) time.Time) faults.Fault {
		return faults.Fault{ID: "customer-lookup-birthday-" + id, Breaks: "LKP-08", Why: why, Mutator: faults.OnFound(func(_ *faults.Call, a *faults.Answer) {
			faults.Change(a.Touch().Body(), faults.LookupProfile+"birthday", func(was any) any {
				ms, err := strconv.ParseInt(faults.Text(was), 10, 64)
				if err != nil {
					return was
				}
				return json.Number(strconv.FormatInt(other(time.UnixMilli(ms).UTC()).UnixMilli(), 10))
			})
		})}
	}
	epoch := time.Unix(0, 0).UTC()
	return []faults.Fault{
		fault("month-late", "the months of birthday begin with zero", func(born time.Time) time.Time { return born.AddDate(0, 1, 0) }),
		fault("zero-before-1970", "a birthday before 1970, a negative number, becomes 0", func(born time.Time) time.Time {
			if born.Before(epoch) {
				return epoch
			}
			return born
		}),
		fault("no-sign", "a birthday before 1970 loses its sign", func(born time.Time) time.Time { return time.UnixMilli(max(born.UnixMilli(), -born.UnixMilli())).UTC() }),
		fault("two-digits", "of the year of birth the last two digits are kept: before 1970 it is read as one of this century", func(born time.Time) time.Time {
			if born.Before(epoch) {
				return born.AddDate(100, 0, 0)
			}
			return born
		}),
		fault("today", "birthday is the day of the lookup", func(time.Time) time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }),
		fault("first-of-month", "the day of the month is lost", func(born time.Time) time.Time { return born.AddDate(0, 0, 1-born.Day()) }),
	}
}
