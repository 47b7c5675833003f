package partner

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// What a program writes where it has no value, or makes of a text on its way. A template
// that nobody filled in is never a value. A word such as null may be one: people are
// called Null. Damage to a text is noted only: no section says how a text is written.

var (
	// templates are what stands for a value in a template or in the documentation, and
	// what JavaScript makes of an object. An id in braces is a way to write an id.
	templates = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|<[a-z_][^<>]*>|\{\{.*\}\}|\$\{[^{}]*\}|\{[a-z_ ]+\})$`)
	// sure are those that nobody writes in a text; in the brackets of the others there
	// may be a word of the text.
	sure = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|\{\{.*\}\})$`)
	// noValues are what languages print for no value.
	noValues = regexp.MustCompile(`(?i)^(undefined|null|\(null\)|none|nil|nan)$`)
	// noWords are those that nobody has as a brand or a name, but for very few people.
	noWords = regexp.MustCompile(`(?i)^(undefined|null|\(null\)|nan|string)$`)
)

func isTemplate(value string) bool { return templates.MatchString(strings.TrimSpace(value)) }

// freeTexts are those in which people write what they like (sections 2.2, 2.5 and 2.6).
var freeTexts = map[string]bool{
	"items.#.item_brand": true, "items.#.item_description": true, ofTheEmployed + ".employer": true, ofTheSelfEmployed + ".business_name": true,
}

// isTemplateOf tells a template in a free text: what is in its brackets is the name of a
// member. An article may be called <new>.
func isTemplateOf(member, value string) bool {
	if !isTemplate(value) || sure.MatchString(strings.TrimSpace(value)) {
		return isTemplate(value)
	}
	named := lettersOf(value)
	_, short, _ := strings.Cut(lastName(member), "_")
	return named != "" && named == lettersOf(short) || memberWords[named] || memberWords[lettersOf(value[strings.LastIndexByte(value, '.')+1:])]
}

// memberWords are the members of all request bodies, as lettersOf writes them.
var memberWords = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			all[lettersOf(lastName(name))] = true
		}
	}
	return all
}()

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// lettersOf are what the ways to write a name have in common: item_brand, itemBrand and
// ITEM BRAND.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// isPlaceholder tells a text that stands for a value which is not there.
func isPlaceholder(value string) bool {
	return isTemplate(value) || noValues.MatchString(strings.TrimSpace(value))
}

// texts are the members of which the tables say what they are and not how they look
// (sections 2.2, 2.4 to 2.6, 4.1, 4.2).
var texts = map[string][]string{
	spec.SendOTP:   {"id_number", "first_name", "last_name"},
	spec.VerifyOTP: {"id_number"},
	spec.CreateLimit: {
		"first_name", "last_name", "id_number", ofTheEmployed + ".employer", ofTheSelfEmployed + ".business_name",
		ofTheSelfEmployed + ".business_location", ofTheSelfEmployed + ".business_industry",
	},
	spec.CreatePurchases: {"items.#.item_brand", "items.#.item_description", "items.#.item_code"},
}

// damages are what programs make of a text, each with how it shows.
var damages = []struct {
	what   string
	traces *regexp.Regexp
}{
	{"a letter that was lost (U+FFFD)", regexp.MustCompile(`\x{FFFD}`)},
	{"a control character", regexp.MustCompile(`[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]`)},
	{"an HTML entity", regexp.MustCompile(`&(amp|lt|gt|quot|apos|nbsp|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5});`)},
	{"HTML markup", regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)},
	{"a JSON escape", regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)},
	{"letters of another encoding", regexp.MustCompile(`[\x{C2}\x{C3}][\x{80}-\x{BF}]`)},
	{"a text as URLs have it", regexp.MustCompile(`^\S*%[0-9A-Fa-f]{2}\S*$`)},
}

// noteTexts notes texts that may stand for no value, or that were damaged. The texts
// themselves may be personal, and are not noted.
func noteTexts(q *request) {
	for _, name := range texts[q.endpoint] {
		for path, value := range q.each(name) {
			if value.Type != gjson.String || q.cut(value.Str) {
				continue
			}
			if freeTexts[name] && isTemplate(value.Str) && !q.isFaulty(name, path) {
				noteOf(q, "what may be a placeholder in "+name)
				continue
			}
			if what := damage(value.Str); what != "" {
				noteOf(q, what+" in "+name)
			}
		}
	}
}

// damage says what is odd about a text; "" where nothing is.
func damage(text string) string {
	const most = 1000 // octets that are looked at
	if noWords.MatchString(strings.TrimSpace(text)) {
		return "a word for no value"
	}
	text = text[:min(len(text), most)]
	if strings.IndexFunc(text, isTrace) < 0 {
		return ""
	}
	for _, d := range damages {
		if d.traces.MatchString(text) {
			return d.what
		}
	}
	return ""
}

// isTrace tells a character that one of the damages begins with: most texts have none.
func isTrace(r rune) bool {
	return strings.ContainsRune("&<%\\\u00c2\u00c3\ufffd", r) || unicode.IsControl(r)
}
