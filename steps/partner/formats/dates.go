package formats

import (
	"slices"
	"time"
)

// earliestBirth is the first year in which somebody who still lives was born, and some
// more.
const earliestBirth = 1900

// DayOfBirth tells whether a date can be the one on the ID of somebody who asks for
// credit (sections 2.4 and 4.1), in one of some layouts: one that was over somewhere when
// the request was sent. Without the time of the request no day is too late.
func DayOfBirth(layouts ...string) func(text string, asked time.Time) bool {
	const ahead = 14 * time.Hour // a day begins in the east so long before it begins in UTC
	return func(text string, asked time.Time) bool {
		return slices.ContainsFunc(layouts, func(layout string) bool {
			day, err := time.Parse(layout, text)
			return err == nil && day.Year() >= earliestBirth && (asked.IsZero() || day.Before(asked.UTC().Add(ahead).Truncate(24*time.Hour)))
		})
	}
}
