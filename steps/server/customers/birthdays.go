package customers

import (
	"fmt"
	"math"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Birthdays contains the sentences about the birthday in a profile, an integer timestamp (section
// 2.10) of the date_of_birth that the customer sent (section 2.4). Neither the unit nor the time zone is
// documented.
type Birthdays struct{ *scenario.Scenario }

const (
	birthday  = "data.baseInfo.birthday"
	dayForm   = "01/02/2006" // of date_of_birth (section 2.4)
	day       = 24 * 60 * 60 // seconds
	sameDay   = 1.5 * day    // in any time zone
	aboutThen = 400 * day    // a date with another day, month or year
)

// unit is a unit in which a target may count time.
type unit struct {
	name      string
	perSecond float64
}

var units = []unit{{"seconds", 1}, {"milliseconds", 1e3}, {"microseconds", 1e6}, {"days", 1.0 / day}}

// isNear reports whether a timestamp in the unit is at most some seconds from a date.
func (u unit) isNear(stamp float64, date time.Time, seconds float64) bool {
	return math.Abs(stamp/u.perSecond-float64(date.Unix())) <= seconds
}

// shown is the birthday that a lookup shows, and the date that the customer sent.
type shown struct {
	by    *driver.Call
	stamp gjson.Result
	born  time.Time
}

// dayAndMonthSwapped is the date that a reader of dd/mm/yyyy finds.
func (b shown) dayAndMonthSwapped() time.Time {
	return time.Date(b.born.Year(), time.Month(b.born.Day()), int(b.born.Month()), 0, 0, 0, 0, time.UTC)
}

// shownBy returns the birthday in the customer's profile; false if there is none, or if the profile is
// another customer's, which other rules report.
func shownBy(c *driver.Call) (shown, bool) {
	born, err := time.Parse(dayForm, c.Customer.SentMember("date_of_birth"))
	stamp := c.Body.Get(birthday)
	own := call.SameDetail("nationalIdNo", c.Customer.SentMember("id_number"), c.Body.Get("data.baseInfo.nationalIdNo").String())
	return shown{c, stamp, born}, err == nil && own && stamp.Type == gjson.Number
}

// leastBirthdays is the number of different dates that show the unit of a target.
const leastBirthdays = 3

// AreTheCustomers judges the birthdays by the unit in which most of them are about the customer's date.
// A target that fills the member with something else shows no unit.
func (s Birthdays) AreTheCustomers() error {
	used, known := s.unitOfMost()
	if !known {
		used, known = s.unitOfNow()
	}
	if !known {
		return call.Inapplicable("birthday is not a timestamp of date_of_birth in seconds, milliseconds, microseconds or days")
	}
	return s.Each(func(c *driver.Call) {
		b, found := shownBy(c)
		if !found || used.isNear(b.stamp.Num, b.born, sameDay) || s.mayHaveReadItOtherwise(b, used) {
			return
		}
		s.FailValue(c, result.Failure{
			Path: birthday, Section: "2.10", Want: result.ExpectNot, Wanted: b.stamp.String(), Actual: judgement.Show(b.stamp),
			Expected: fmt.Sprintf("%s, in %s", b.born.Format(dayForm), used.name),
			Message:  "birthday is not the customer's date_of_birth",
		})
	})
}

// unitOfMost returns the unit in which most birthdays are about the customer's date.
func (s Birthdays) unitOfMost() (unit, bool) {
	all := s.all()
	for _, u := range units {
		near, dates := 0, make(map[time.Time]bool)
		for _, b := range all {
			if u.isNear(b.stamp.Num, b.born, aboutThen) {
				near++
				dates[b.born] = true
			}
		}
		if len(dates) >= leastBirthdays && near > len(all)/2 {
			return u, true
		}
	}
	return unit{}, false
}

// unitOfNow returns the unit in which most birthdays are the time of the run. Nobody of them was born then.
func (s Birthdays) unitOfNow() (unit, bool) {
	all := s.all()
	for _, u := range units[:3] { // a number of days says too little
		near := 0
		for _, b := range all {
			if u.isNear(b.stamp.Num, b.by.Started, day) && !u.isNear(b.stamp.Num, b.born, aboutThen) {
				near++
			}
		}
		if near >= leastBirthdays && near > len(all)/2 {
			return u, true
		}
	}
	return unit{}, false
}

// all returns the birthdays of the customers' own profiles.
func (s Birthdays) all() (all []shown) {
	for _, c := range s.Answers {
		if b, found := shownBy(c); found {
			all = append(all, b)
		}
	}
	return all
}

// mayHaveReadItOtherwise reports whether day and month are swapped and a request for an OTP also gave the
// date: section 4.1 shows both forms, and a target may keep the date from there.
func (s Birthdays) mayHaveReadItOtherwise(b shown, used unit) bool {
	return used.isNear(b.stamp.Num, b.dayAndMonthSwapped(), sameDay) && len(s.Session.Calls.Of(spec.SendOTP, func(c *driver.Call) bool {
		_, sent := c.SentString("date_of_birth")
		return sent && c.Customer == b.by.Customer
	})) > 0
}

// AreNoted notes the unit in which a lookup returns the date_of_birth of the request.
func (s Birthdays) AreNoted() error {
	noted := make(map[string]bool)
	return s.Each(func(c *driver.Call) {
		b, found := shownBy(c)
		if !found {
			return
		}
		if words := b.inWords(); !noted[words] {
			noted[words] = true
			s.Noted("%s", words)
		}
	})
}

func (b shown) inWords() string {
	for _, u := range units {
		switch {
		case u.isNear(b.stamp.Num, b.born, sameDay):
			return "the customer's date_of_birth, in " + u.name
		case u.isNear(b.stamp.Num, b.dayAndMonthSwapped(), sameDay):
			return "in " + u.name + ", the customer's date_of_birth with day and month swapped"
		}
	}
	return "not the customer's date_of_birth in seconds, milliseconds, microseconds or days"
}
