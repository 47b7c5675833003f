package variants

import (
	"regexp"
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// letterVariants refuse texts and names for their letters: how a service validates is
// not shown (section 7), and sections 2.2 and 2.4 name no letters.
func letterVariants() []faults.Variant {
	v := func(id, field, endpoint, pattern string, paths ...string) faults.Variant {
		taken := regexp.MustCompile(pattern)
		return faults.Variant{
			ID: id, Field: field, Why: "7: how values are validated is not shown, and 2.2 and 2.4 name no letters",
			Mutator: faults.Refusing(endpoint, 422, func(c *faults.Call) bool {
				return slices.ContainsFunc(paths, func(path string) bool {
					return slices.ContainsFunc(c.Values(path), func(text string) bool { return !taken.MatchString(text) })
				})
			}),
		}
	}
	const basic = `^[\x{0}-\x{ffff}]*$`
	return []faults.Variant{
		v("texts-of-the-basic-plane", "text-letters", faults.CreateOrder, basic, "items.item_brand", "items.item_description"),
		v("texts-of-ascii", "text-letters", faults.CreateOrder, `^[ -~]*$`, "items.item_brand", "items.item_description", "items.item_code"),
		v("texts-without-markup", "text-letters", faults.CreateOrder, `^[^<>]*$`, "items.item_brand", "items.item_description"),
		v("codes-of-letters-and-digits", "text-letters", faults.CreateOrder, `^[A-Za-z0-9-]*$`, "items.item_code"),
		v("names-of-the-basic-plane", "name-letters", faults.CreateLimit, basic, "first_name", "last_name"),
		v("names-of-ascii", "name-letters", faults.CreateLimit, `^[ -~]*$`, "first_name", "last_name"),
		v("names-of-two-letters-and-more", "name-letters", faults.CreateLimit, `^..+$`, "first_name", "last_name"),
		v("names-of-one-word", "name-letters", faults.CreateLimit, `^[^ ]*$`, "first_name", "last_name"),
	}
}
