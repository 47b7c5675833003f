package purchases

import (
	"html"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/credit-partner/assay/internal/faults"
)

// oddTextFaults store a changed text of an item (section 2.3). They change only unusual texts.
func oddTextFaults() []faults.Fault {
	var all []faults.Fault
	add := func(member, id, why string, by func(string) string) {
		all = append(all, faults.Fault{ID: faults.Kebab("create-purchases-" + id + "-" + member), Breaks: "PUR-14", Why: member + " " + why, Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				if c.Endpoint == faults.CreateOrder {
					for _, item := range c.Items() {
						if text, is := item[member].(string); is && by(text) != text {
							item[member] = by(text)
							c.Touch()
						}
					}
				}
				return next(c)
			}
		}})
	}
	add("item_description", "normalises", "is stored with composed letters", norm.NFC.String)
	add("item_description", "decodes-entities", "is taken for HTML: its entities are decoded", html.UnescapeString)
	add("item_description", "fills-in", "is taken for a template: {0} is filled in", func(s string) string { return strings.ReplaceAll(s, "{0}", "") })
	add("item_description", "unquotes", "has one quote where there are two", func(s string) string { return strings.ReplaceAll(s, "''", "'") })
	add("item_description", "reads-backslash-n", "has a new line where a backslash and an n are", func(s string) string { return strings.ReplaceAll(s, `\n`, "\n") })
	add("item_brand", "collapses", "has one space where there are two", func(s string) string { return strings.ReplaceAll(s, "  ", " ") })
	add("item_brand", "cuts-at-fifty", "is cut after fifty characters", func(s string) string { return faults.CutText(s, 50) })
	add("item_brand", "cuts-at-hundred", "is cut after a hundred characters", func(s string) string { return faults.CutText(s, 100) })
	add("item_code", "cuts-at-forty", "is cut after forty characters", func(s string) string { return faults.CutText(s, 40) })
	add("item_code", "reads-number", "is read as a number where it can be", func(s string) string {
		if n, err := strconv.ParseFloat(s, 64); err == nil && strings.Contains(s, "e") {
			return strconv.FormatFloat(n, 'g', -1, 64)
		}
		return s
	})
	add("item_code", "ends-at-hash", "ends at a #, as an address does", func(s string) string { code, _, _ := strings.Cut(s, "#"); return code })
	add("item_code", "decodes", "is decoded as a part of an address", func(s string) string {
		if text, err := url.QueryUnescape(s); err == nil {
			return text
		}
		return s
	})
	return all
}
