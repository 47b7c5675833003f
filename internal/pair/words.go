package pair

import (
	"strings"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// titles maps the entries that are not in the register to their titles and their only reading.
var titles = map[string]struct{ title, reading string }{
	dialect.Endpoint:           {"Whether the endpoint is served", "it"},
	dialect.AmbiguousDate:      {"A date of birth whose day and month may be swapped", ""},
	dialect.LimitWithoutOTP:    {"A limit for somebody who verified no OTP", "one without an OTP before it"},
	dialect.PurchaseWithoutOTP: {"A purchase before which no OTP of its own was verified", "one without an OTP of its own"},
	dialect.OrderIDAgain:       {"An order_id that comes again", "the same order_id again"},
	dialect.ItemCodeAgain:      {"An item_code that comes again in a later order", "the same item_code again"},
	dialect.PendingStatus:      {"An update back to the status in which items begin", spec.PendingCollection},
	dialect.OtherStatus:        {"An update to a status that section 3 does not show", "a status of its own"},
	dialect.LowerCaseBearer:    {"The word Bearer in lower case", "it in lower case"},
	dialect.Sign:               {"How the Sign of a lookup is made", "a Sign of its own making"},
	dialect.TopupValue:         {"An item_topup that is not empty", "one with a value"},
	dialect.LookupAddress:      {"The address of the lookup", "another"},
	dialect.NoLimit:            {"A lookup that finds a customer without a limit", "the address to sign up"},
	dialect.MoreMembers:        {"Members of an answer that no table names", "such members"},
	dialect.OtherNumbers:       {"Amounts that are written with a fraction or an exponent", "such amounts"},
	dialect.OtherOrder:         {"Members of an answer in another order", "them in any order"},
	dialect.Slow:               {"An answer that takes its time", "one now and then"},
}

func titleOf(entry string) string {
	if t, ok := schemas.Find(entry); ok {
		return t.Title
	}
	return titles[entry].title
}

func readingTitle(entry, name string) string {
	if entry == dialect.AmbiguousDate {
		return map[string]string{
			dialect.MonthFirst: "the month first", dialect.DayFirst: "the day first", dialect.OrderUnknown: "dates of which the order does not show",
		}[name]
	}
	if t, ok := schemas.Find(entry); ok {
		for _, r := range t.Readings {
			if r.Name == name {
				return r.Title
			}
		}
	}
	return titles[entry].reading
}

// sizeTitle returns the name of a size as a title.
func sizeTitle(name string) string {
	if name == "items" {
		return "How many items"
	}
	if strings.HasPrefix(name, "length") || strings.HasPrefix(name, "octets") {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	if name == dialect.OrdersOfOne {
		return "How many orders of one customer"
	}
	return "Size of " + name
}
