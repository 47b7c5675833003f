package partner

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// addedTextFaults add something to a text of every customer, or lose a letter of it.
func addedTextFaults() []faults.Fault {
	var all []faults.Fault
	add := func(owner, endpoint, member, how, why string, edit func(string) string) {
		all = append(all, faults.Fault{ID: endpoint + "/" + member + "-" + how, Breaks: owner, Why: member + " of every request " + why, EditRequests: always(on(endpoint, func(q *samplepartner.Request) {
			if text, ok := q.Body[member].(string); ok {
				q.Body[member] = edit(text)
			}
		}))})
	}
	around := func(before, behind string) func(string) string {
		return func(text string) string { return before + text + behind }
	}
	for _, phone := range []struct{ owner, endpoint string }{{"PSO-06", "send-otp"}, {"PVO-06", "verify-otp"}, {"PCL-07", "create-limit"}} {
		add(phone.owner, phone.endpoint, "phone_number", "blank-for-plus", "has a blank in place of the +", func(text string) string { return " " + strings.TrimPrefix(text, "+") })
		add(phone.owner, phone.endpoint, "phone_number", "line-end", "ends in a line break", around("", "\n"))
		add(phone.owner, phone.endpoint, "phone_number", "direction-marks", "has the marks of the writing direction around it, as a list of contacts has them", around("\u202a", "\u202c"))
	}
	for _, name := range []struct{ owner, endpoint string }{{"PSO-07", "send-otp"}, {"PCL-06", "create-limit"}} {
		add(name.owner, name.endpoint, "first_name", "line-end", "ends in a line break", around("", "\n"))
		add(name.owner, name.endpoint, "first_name", "salutation", "is the salutation of a letter", around("Dear ", ","))
		add(name.owner, name.endpoint, "last_name", "with-key", "is a key and its value", around("name=", ""))
	}
	add("PCL-07", "create-limit", "email", "byte-order-mark", "begins with a byte order mark", around("\ufeff", ""))
	add("PCL-07", "create-limit", "email", "letter-lost", "has lost a letter", func(text string) string { return "\ufffd" + text[1:] })
	add("PCL-07", "create-limit", "email", "misread", "has a letter in UTF-8 that was read in another encoding", around("Ã©", ""))
	add("PCL-07", "create-limit", "email", "name-undefined", "begins with undefined", func(text string) string { return "undefined" + text[strings.IndexByte(text, '@'):] })
	for n, time := range []string{"v2", "10.0.0.1"} {
		all = append(all, faults.Fault{ID: fmt.Sprintf("customer-lookup/time-of-another-header-%d", n+1), Breaks: "PLK-10", Why: "the Timestamp is " + time, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Timestamp", time)
		}))})
	}
	return all
}
