package faults

import (
	"net/http"
	"regexp"
	"strings"
)

// tokenGroups are the endpoints that one requirement speaks of, as a team would
// put one middleware before them (section 5).
var tokenGroups = []struct{ id, endpoints, breaks string }{
	{"otp", sendOTP + " " + verifyOTP, "OTP-13"},
	{"limits", createLimit + " " + fetchLimit, "LIM-22"},
	{"purchases", createOrder + " " + getItem + " " + updateItems + " " + cancelItem, "PUR-17"},
	{"lookup", lookup, "LKP-12"},
}

// tokenComparison is a careless comparison of the token that is valid with the one that
// was given.
type tokenComparison struct {
	id, why string
	alike   func(good, given string) bool
}

// comparisons are planted before every group of endpoints.
var comparisons = []tokenComparison{
	{"more-behind", "takes a token with anything behind it", func(good, given string) bool { return strings.HasPrefix(given, good) }},
	{"more-before", "takes a token with anything before it", func(good, given string) bool { return strings.HasSuffix(given, good) }},
	{"found-anywhere", "looks for the token anywhere in what was given", func(good, given string) bool { return strings.Contains(given, good) }},
	{"beginning", "takes what the token begins with", func(good, given string) bool { return strings.HasPrefix(good, given) }},
	{"end", "takes what the token ends with", func(good, given string) bool { return strings.HasSuffix(good, given) }},
	{"part", "takes any part of the token", func(good, given string) bool { return strings.Contains(good, given) }},
	{"length", "compares the lengths of the tokens", func(good, given string) bool { return len(good) == len(given) }},
	{"shorter-one", "compares as many characters as the shorter one has", func(good, given string) bool {
		n := min(len(good), len(given))
		return good[:n] == given[:n]
	}},
	{"off-by-one", "does not compare the last character", func(good, given string) bool { return cutTo(given, len(good)-1) == good[:len(good)-1] }},
	{"first-eight", "compares the first eight characters", func(good, given string) bool { return cutTo(given, 8) == cutTo(good, 8) }},
	{"column-width", "looks the token up in a column of twelve characters, which cuts it", func(good, given string) bool { return cutTo(given, 12) == cutTo(good, 12) }},
	{"last-four", "compares the last four characters", func(good, given string) bool {
		return len(given) >= 4 && strings.HasSuffix(good, given[len(given)-4:])
	}},
	{"both-ends", "compares three characters at each end", func(good, given string) bool {
		return len(given) >= 6 && strings.HasPrefix(good, given[:3]) && strings.HasSuffix(good, given[len(given)-3:])
	}},
	{"any-case", "looks the token up in a column that knows no letter case", strings.EqualFold},
}

// lookups of a token in a store, each of which takes some words for every token.
var wordComparisons = []tokenComparison{
	{"like", "looks the token up by LIKE", func(good, given string) bool { return likePattern(given).MatchString(good) }},
	{"pattern", "looks the token up by a regular expression, from end to end", func(good, given string) bool {
		whole, err := regexp.Compile("^(?:" + given + ")$")
		return err == nil && whole.MatchString(good)
	}},
	{"null", "takes the word null for a session that has no token yet", func(_, given string) bool { return given == "null" || given == "undefined" }},
}

// narrowComparisons are planted before one endpoint alone: all others are safe.
var narrowComparisons = []tokenComparison{comparisons[0], comparisons[3], comparisons[6], comparisons[9]}

func cutTo(text string, n int) string { return text[:min(len(text), n)] }

// likePattern is what the pattern of LIKE finds.
func likePattern(pattern string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(pattern)) + "$")
}

// badTokenFaults let callers in whose token is only like the valid one, or is
// not where it belongs.
func badTokenFaults() []Fault {
	var all []Fault
	for _, g := range tokenGroups {
		known := comparisons
		if g.breaks == "OTP-13" || g.breaks == "LKP-12" {
			known = append(append([]tokenComparison(nil), comparisons...), wordComparisons...)
		}
		for _, l := range known {
			all = append(all, Fault{ID: g.id + "-token-" + l.id, Breaks: g.breaks, Why: "the check before " + g.endpoints + " " + l.why, plant: comparing(g.endpoints, l)})
		}
		all = append(all, misplacedTokenFaults(g.id, g.endpoints, g.breaks)...)
		all = append(all, Fault{ID: g.id + "-token-second-time", Breaks: g.breaks,
			Why: "a wrong token that was refused is kept as a known one, and let in the second time", plant: secondTime(g.endpoints)})
	}
	for _, g := range tokenGroups[:3] {
		for endpoint := range strings.SplitSeq(g.endpoints, " ") {
			for _, l := range narrowComparisons {
				all = append(all, Fault{ID: endpoint + "-token-" + l.id, Breaks: g.breaks, Why: endpoint + ", unlike the others, " + l.why, plant: comparing(endpoint, l)})
			}
		}
	}
	return append(append(all, unguardedPathFaults()...), lateCheckFaults()...)
}

// comparing lets the callers of some endpoints in whose bearer token is like the
// valid one.
func comparing(endpoints string, l tokenComparison) plant {
	return lettingIn(endpoints, func(c *call) bool {
		given, ok := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
		given = strings.TrimSpace(given)
		return ok && given != "" && l.alike(c.token, given)
	})
}

// lettingIn gives the valid token to callers who lack it.
func lettingIn(endpoints string, when func(c *call) bool) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if among(c.endpoint, endpoints) && when(c) {
				c.present()
			}
			return next(c)
		}
	}
}

// present puts the valid token where it belongs.
func (c *call) present() {
	r := c.request.Clone(c.request.Context())
	r.Header.Set("Authorization", "Bearer "+c.token)
	c.request = r
}

func misplacedTokenFaults(group, endpoints, breaks string) []Fault {
	absent := func(h http.Header) bool { return h.Get("Authorization") == "" }
	var all []Fault
	add := func(id, why string, when func(c *call) bool) {
		all = append(all, Fault{ID: group + "-token-" + id, Breaks: breaks, Why: "the check before " + endpoints + " " + why, plant: lettingIn(endpoints, when)})
	}
	add("from-query", "takes the token from the query, where every log has it", func(c *call) bool {
		return absent(c.request.Header) && c.request.URL.Query().Get("access_token") == c.token
	})
	add("from-cookie", "takes the token from a cookie, which any page can have sent", func(c *call) bool {
		cookie, err := c.request.Cookie("access_token")
		return absent(c.request.Header) && err == nil && cookie.Value == c.token
	})
	add("from-other-header", "takes the token from another header", func(c *call) bool {
		return absent(c.request.Header) && c.request.Header.Get("X-Access-Token") == c.token
	})
	return all
}

// unguardedPathFaults look at no token at one of the two documented forms of a
// path: a route that was added, and forgotten in the middleware.
func unguardedPathFaults() []Fault {
	var all []Fault
	add := func(id, endpoint, breaks, why string, at func(path string) bool) {
		all = append(all, Fault{ID: endpoint + "-token-not-" + id, Breaks: breaks, Why: why,
			plant: lettingIn(endpoint, func(c *call) bool { return at(c.request.URL.Path) })})
	}
	heading := func(path string) bool { return strings.HasPrefix(path, "/otp/") }
	add("at-heading-path", sendOTP, "OTP-13", "the path of the heading, /otp/api/v2/send, is served to anybody", heading)
	add("at-heading-path", verifyOTP, "OTP-13", "the path of the heading, /otp/api/v2/verify, is served to anybody", heading)
	add("without-id", updateItems, "PUR-17", "an update without an id in the path is served to anybody", func(path string) bool { return path == "/api/v2/purchases" })
	add("with-id", updateItems, "PUR-17", "an update with an id in the path is served to anybody", func(path string) bool { return path != "/api/v2/purchases" })
	return all
}

// secondTime lets in who comes a second time with the same wrong token.
func secondTime(endpoints string) plant {
	return func(next server) server {
		seen := newTally()
		return lettingIn(endpoints, func(c *call) bool {
			given := c.request.Header.Get("Authorization")
			return strings.HasPrefix(given, "Bearer ") && !c.authorized() && seen.next(c.endpoint+given) > 1
		})(next)
	}
}

// lateCheckFaults refuse a caller without the valid token after the work is done.
func lateCheckFaults() []Fault {
	anybody := func(*call) bool { return true }
	nobody := func(c *call) bool { return c.request.Header.Get("Authorization") == "" }
	somebody := func(c *call) bool { return c.request.Header.Get("Authorization") != "" }
	var all []Fault
	add := func(id, endpoint, breaks, why string, when func(*call) bool) {
		all = append(all, Fault{ID: endpoint + "-" + id, Breaks: breaks, Why: why, plant: late(endpoint, when)})
	}
	add("token-after-the-work", createLimit, "LIM-22", "the limit is created before the token is looked at", anybody)
	add("token-after-the-work", createOrder, "PUR-17", "the order is placed before the token is looked at", anybody)
	add("token-after-the-work", updateItems, "PUR-17", "the item is updated before the token is looked at", anybody)
	add("token-after-the-work", cancelItem, "PUR-17", "the item is cancelled before the token is looked at", anybody)
	add("token-after-the-work", verifyOTP, "OTP-13", "the OTP is used up before the token is looked at", anybody)
	add("wrong-token-after-the-work", createLimit, "LIM-22", "the limit is created before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", createOrder, "PUR-17", "the order is placed before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", updateItems, "PUR-17", "the item is updated before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", cancelItem, "PUR-17", "the item is cancelled before a wrong token is refused", somebody)
	add("no-token-after-the-work", updateItems, "PUR-17", "the item is updated before a missing token is missed", nobody)
	add("no-token-after-the-work", cancelItem, "PUR-17", "the item is cancelled before a missing token is missed", nobody)
	return all
}

// late does the work of callers without the valid token, and then refuses them.
func late(endpoint string, when func(*call) bool) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint != endpoint || c.authorized() || !when(c) {
				return next(c)
			}
			c.present()
			next(c)
			return refusal(c, http.StatusUnauthorized, "the token is not valid")
		}
	}
}
