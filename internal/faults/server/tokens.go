package server

import (
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// tokenGroups are the groups of endpoints for which one requirement owns the token check (section
// 5). A team would typically protect each group with one middleware.
var tokenGroups = []struct{ id, endpoints, breaks string }{
	{"otp", faults.SendOTP + " " + faults.VerifyOTP, "OTP-13"},
	{"limits", faults.CreateLimit + " " + faults.FetchLimit, "LIM-22"},
	{"purchases", faults.CreateOrder + " " + faults.GetItem + " " + faults.UpdateItems + " " + faults.CancelItem, "PUR-17"},
	{"lookup", faults.Lookup, "LKP-12"},
}

// tokenComparison is a careless comparison of the valid token with the token that the caller
// gave.
type tokenComparison struct {
	id, why string
	alike   func(good, given string) bool
}

// comparisons are planted for every group of endpoints.
var comparisons = []tokenComparison{
	{"more-behind", "takes a token with anything behind it", func(good, given string) bool { return strings.HasPrefix(given, good) }},
	{"beyond-64", "looks at no token of more than 64 characters, as one of another service", func(_, given string) bool { return len(given) > 64 }},
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
	{"last-character", "reads the last character and does not compare it", func(good, given string) bool {
		return len(good) == len(given) && given[:len(given)-1] == good[:len(good)-1]
	}},
	{"first-eight", "compares the first eight characters", func(good, given string) bool { return cutTo(given, 8) == cutTo(good, 8) }},
	{"column-width", "looks the token up in a column of twelve characters, which cuts it", func(good, given string) bool { return cutTo(given, 12) == cutTo(good, 12) }},
	{"last-four", "compares the last four characters", func(good, given string) bool {
		return len(given) >= 4 && strings.HasSuffix(good, given[len(given)-4:])
	}},
	{"both-ends", "compares three characters at each end", func(good, given string) bool {
		return len(given) >= 6 && strings.HasPrefix(good, given[:3]) && strings.HasSuffix(good, given[len(given)-3:])
	}},
	{"any-order", "compares how often each character occurs", func(good, given string) bool { return sorted(good) == sorted(given) }},
	{"any-case", "looks the token up in a column that knows no letter case", strings.EqualFold},
	{"letters-only", "compares only the letters and digits", func(good, given string) bool {
		return signs.ReplaceAllString(good, "") == signs.ReplaceAllString(given, "")
	}},
	{"any-jwt", "decodes a JWT and does not verify its signature", func(_, given string) bool { return strings.Count(given, ".") == 2 }},
	{"first-character", "leaves the first character out of the comparison", func(good, given string) bool {
		return len(good) == len(given) && given[1:] == good[1:]
	}},
}

// signs matches what is neither a letter nor a digit.
var signs = regexp.MustCompile(`[^A-Za-z0-9]+`)

// wordComparisons are lookups of a token in a store. Each of them accepts some words as any
// token.
var wordComparisons = []tokenComparison{
	{"like", "looks the token up by LIKE", func(good, given string) bool { return likePattern(given).MatchString(good) }},
	{"pattern", "looks the token up by a regular expression, from end to end", func(good, given string) bool {
		whole, err := regexp.Compile("^(?:" + given + ")$")
		return err == nil && whole.MatchString(good)
	}},
	{"glob", "looks the token up as a pattern of file names", func(good, given string) bool {
		is, err := path.Match(given, good)
		return err == nil && is
	}},
	{"long", "fails for a long token, and the failure lets everybody in", func(_, given string) bool { return len(given) > 1000 }},
	{"null", "takes the word null for a session that has no token yet", func(_, given string) bool { return given == "null" || given == "undefined" }},
}

// narrowComparisons are planted at one endpoint only. All other endpoints are safe.
var narrowComparisons = []tokenComparison{comparisons[0], comparisons[2], comparisons[4], comparisons[7], comparisons[10], comparisons[11], comparisons[13], comparisons[16]}

func sorted(text string) string {
	octets := []byte(text)
	slices.Sort(octets)
	return string(octets)
}

func cutTo(text string, n int) string { return text[:min(len(text), n)] }

// likePattern returns a regular expression that matches the same texts as a LIKE pattern of SQL.
func likePattern(pattern string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(pattern)) + "$")
}

// badTokenFaults accept a token that only resembles the valid one, or that is not in the
// documented place.
func badTokenFaults() []faults.Fault {
	var all []faults.Fault
	for _, g := range tokenGroups {
		known := slices.Concat(comparisons, wordComparisons)
		for _, l := range known {
			all = append(all, faults.Fault{ID: g.id + "-token-" + l.id, Breaks: g.breaks, Why: "the check before " + g.endpoints + " " + l.why, Mutator: comparing(g.endpoints, l)})
		}
		all = append(all, misplacedTokenFaults(g.id, g.endpoints, g.breaks)...)
		all = append(all, misreadHeaderFaults(g.id, g.endpoints, g.breaks)...)
		all = append(all, faults.Fault{ID: g.id + "-token-undefined", Breaks: g.breaks, Why: "the check before " + g.endpoints + " takes the word undefined, which its own pages send",
			Mutator: comparing(g.endpoints, tokenComparison{alike: func(_, given string) bool { return given == "undefined" }})})
		if g.breaks != "OTP-13" {
			all = append(all, faults.Fault{ID: g.id + "-token-not-from-inside", Breaks: g.breaks, Why: "the check before " + g.endpoints + " lets in who seems to call from inside",
				Mutator: lettingIn(g.endpoints, func(c *faults.Call) bool { return c.Request.Header.Get("X-Forwarded-For") == "127.0.0.1" })})
		}
		all = append(all, faults.Fault{ID: g.id + "-token-second-time", Breaks: g.breaks,
			Why: "a wrong token that was refused is kept as a known one, and let in the second time", Mutator: secondTime(g.endpoints)})
	}
	for _, g := range tokenGroups[:3] {
		for endpoint := range strings.SplitSeq(g.endpoints, " ") {
			for _, l := range narrowComparisons {
				all = append(all, faults.Fault{ID: endpoint + "-token-" + l.id, Breaks: g.breaks, Why: endpoint + ", unlike the others, " + l.why, Mutator: comparing(endpoint, l)})
			}
			all = append(all, misplacedTokenFaults(endpoint, endpoint, g.breaks)...)
		}
	}
	all = append(all, injectedTokenFault(), faults.Fault{ID: "lookup-token-not-for-unknown", Breaks: "LKP-12",
		Why: "who is not found is sent to sign up before the token is looked at", Mutator: unguardedForUnknown})
	all = append(append(append(all, unguardedPathFaults()...), spelledPathFaults()...), forgottenCaseFaults()...)
	return append(all, lateCheckFaults()...)
}

// injectedTokenFault takes a token that makes a condition of SQL true.
func injectedTokenFault() faults.Fault {
	g := tokenGroups[2]
	return faults.Fault{ID: g.id + "-token-sql", Breaks: g.breaks, Why: "the check before " + g.endpoints + " writes the token into its SQL",
		Mutator: comparing(g.endpoints, tokenComparison{alike: func(_, given string) bool { return strings.Contains(given, "' or '1'='1") }})}
}

// unguardedForUnknown looks for the customer first, and checks the token only if it finds one.
func unguardedForUnknown(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.Lookup && !c.Authorized() {
			looked := *c
			looked.Authenticate()
			if a := next(&looked); a.Served() && faults.NotFound(&looked, a) {
				return a
			}
		}
		return next(c)
	}
}

// comparing accepts, at some endpoints, a bearer token that the comparison takes for the valid
// one.
func comparing(endpoints string, l tokenComparison) faults.Mutator {
	return lettingIn(endpoints, func(c *faults.Call) bool {
		given, ok := strings.CutPrefix(c.Request.Header.Get("Authorization"), "Bearer ")
		given = strings.TrimSpace(given)
		return ok && given != "" && l.alike(c.Token, given)
	})
}

// lettingIn gives the valid token to callers who lack it.
func lettingIn(endpoints string, when func(c *faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if faults.IsOneOf(c.Endpoint, endpoints) && when(c) {
				c.Authenticate()
			}
			return next(c)
		}
	}
}

// misreadHeaderFaults check the token only in headers of one form, and let in who sends another one.
func misreadHeaderFaults(group, endpoints, breaks string) []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, unchecked func(header string) bool) {
		all = append(all, faults.Fault{ID: group + "-token-" + id, Breaks: breaks, Why: "the check before " + endpoints + " " + why,
			Mutator: lettingIn(endpoints, func(c *faults.Call) bool { return unchecked(c.Request.Header.Get("Authorization")) })})
	}
	add("unchecked-in-small-letters", "knows the scheme as Bearer only, and leaves bearer to a later check that does not exist", func(header string) bool { return strings.HasPrefix(header, "bearer ") })
	add("unchecked-in-capitals", "knows the scheme as Bearer only, and leaves BEARER to a later check that does not exist", func(header string) bool { return strings.HasPrefix(header, "BEARER ") })
	add("unchecked-after-two-spaces", "splits the header at spaces, and takes the empty second part for no token to check", func(header string) bool { return strings.HasPrefix(header, "Bearer  ") })
	add("unchecked-in-a-list", "does not check a header that holds a list", func(header string) bool { return strings.Contains(header, ", ") })
	add("unchecked-if-long", "does not check a header of more than 500 characters", func(header string) bool { return len(header) > 500 })
	return all
}

func misplacedTokenFaults(group, endpoints, breaks string) []faults.Fault {
	absent := func(h http.Header) bool { return h.Get("Authorization") == "" }
	var all []faults.Fault
	add := func(id, why string, when func(c *faults.Call) bool) {
		all = append(all, faults.Fault{ID: group + "-token-" + id, Breaks: breaks, Why: "the check before " + endpoints + " " + why, Mutator: lettingIn(endpoints, when)})
	}
	add("from-query", "takes the token from the query, where every log has it", func(c *faults.Call) bool {
		return absent(c.Request.Header) && c.Request.URL.Query().Get("access_token") == c.Token
	})
	add("from-cookie", "takes the token from a cookie, which any page can have sent", func(c *faults.Call) bool {
		cookie, err := c.Request.Cookie("access_token")
		return absent(c.Request.Header) && err == nil && cookie.Value == c.Token
	})
	add("from-other-header", "takes the token from another header", func(c *faults.Call) bool {
		return absent(c.Request.Header) && c.Request.Header.Get("X-Access-Token") == c.Token
	})
	if group != faults.GetItem && group != faults.CancelItem && group != faults.FetchLimit {
		add("not-with-charset", "guards calls whose Content-Type is application/json, and nothing behind it", func(c *faults.Call) bool {
			return absent(c.Request.Header) && strings.Contains(c.Request.Header.Get("Content-Type"), "charset")
		})
		add("from-body", "takes the token from the body", func(c *faults.Call) bool {
			return absent(c.Request.Header) && c.Text("access_token") == c.Token
		})
	}
	add("not-with-method-override", "lets a call in that has the header of a method override, and no token", func(c *faults.Call) bool {
		return absent(c.Request.Header) && c.Request.Header.Get("X-Http-Method-Override") != ""
	})
	add("not-for-probes", "lets the health probe of a cluster in, which has no token", func(c *faults.Call) bool {
		return absent(c.Request.Header) && strings.HasPrefix(c.Request.Header.Get("User-Agent"), "kube-probe")
	})
	add("not-for-local-pages", "lets pages of its own host in, as on the machine of a developer", func(c *faults.Call) bool {
		return absent(c.Request.Header) && strings.HasPrefix(c.Request.Header.Get("Origin"), "http://localhost")
	})
	add("not-for-docs", "lets in who comes from the page of its documentation", func(c *faults.Call) bool {
		return absent(c.Request.Header) && strings.Contains(c.Request.Referer(), "/docs")
	})
	add("not-with-health-in-query", "looks for the paths that need no token in the whole address, also behind the question mark", func(c *faults.Call) bool {
		return absent(c.Request.Header) && strings.Contains(c.Request.URL.String(), "/health")
	})
	add("not-for-browsers", "lets whoever accepts a page in: it guards the answers in JSON only", func(c *faults.Call) bool {
		return absent(c.Request.Header) && strings.Contains(c.Request.Header.Get("Accept"), "text/html")
	})
	add("from-api-key", "takes the token from the header of an API key", func(c *faults.Call) bool {
		return absent(c.Request.Header) && c.Request.Header.Get("X-Api-Key") == c.Token
	})
	return all
}

// unguardedPathFaults do not check the token at one of the two documented forms of a path, as if
// somebody had added the route and forgotten it in the middleware.
func unguardedPathFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, endpoint, breaks, why string, at func(path string) bool) {
		all = append(all, faults.Fault{ID: endpoint + "-token-not-" + id, Breaks: breaks, Why: why,
			Mutator: lettingIn(endpoint, func(c *faults.Call) bool { return at(c.Request.URL.Path) })})
	}
	heading := func(path string) bool { return strings.HasPrefix(path, "/otp/") }
	add("at-heading-path", faults.SendOTP, "OTP-13", "the path of the heading, /otp/api/v2/send, is served to anybody", heading)
	add("at-heading-path", faults.VerifyOTP, "OTP-13", "the path of the heading, /otp/api/v2/verify, is served to anybody", heading)
	for _, endpoint := range []string{faults.SendOTP, faults.VerifyOTP} {
		all = append(all, faults.Fault{ID: endpoint + "-token-optional-at-heading-path", Breaks: "OTP-13", Why: "at the path of the heading, a token is checked only if there is one",
			Mutator: lettingIn(endpoint, func(c *faults.Call) bool {
				return heading(c.Request.URL.Path) && c.Request.Header.Get("Authorization") == ""
			})})
	}
	all = append(all, faults.Fault{ID: "update-purchases-token-more-behind-without-id", Breaks: "PUR-17", Why: "an update without an id in the path takes a token with anything behind it",
		Mutator: lettingIn(faults.UpdateItems, func(c *faults.Call) bool {
			return c.Request.URL.Path == "/api/v2/purchases" && strings.HasPrefix(c.Request.Header.Get("Authorization"), "Bearer "+c.Token)
		})})
	add("without-id", faults.UpdateItems, "PUR-17", "an update without an id in the path is served to anybody", func(path string) bool { return path == "/api/v2/purchases" })
	add("with-id", faults.UpdateItems, "PUR-17", "an update with an id in the path is served to anybody", func(path string) bool { return path != "/api/v2/purchases" })
	return all
}

// spelledPaths describe routers that accept another spelling of a path, behind a token check that
// knows only one spelling.
var spelledPaths = []struct {
	id, why string
	spelled func(path string) (documented string, ok bool)
}{
	{"slash", "a slash behind the path", func(path string) (string, bool) { return strings.CutSuffix(path, "/") }},
	{"doubled-slash", "a doubled slash", func(path string) (string, bool) { return strings.CutPrefix(path, "/") }},
	{"json", "the format behind the path", func(path string) (string, bool) { return strings.CutSuffix(path, ".json") }},
	{"parameter", "a parameter behind a semicolon", func(path string) (string, bool) { plain, _, ok := strings.Cut(path, ";"); return plain, ok }},
	{"capitals", "a path in capital letters", func(path string) (string, bool) { return strings.ToLower(path), strings.HasPrefix(path, "/API/") }},
	{"id-in-capitals", "an id in capitals", func(path string) (string, bool) {
		at := strings.LastIndex(path, "/")
		return path[:at] + strings.ToLower(path[at:]), path[at:] != strings.ToLower(path[at:])
	}},
	{"segment", "a segment that is gone back over", func(path string) (string, bool) { return strings.CutPrefix(path, "/api/..") }},
}

// escapedPath reports whether the path came with an escaped letter. The decoded path is the
// documented one, so only the raw path shows this.
func escapedPath(c *faults.Call) bool {
	return c.Request.URL.RawPath != "" || strings.Contains(c.Request.RequestURI, "%")
}

// spelledPathFaults serve a documented endpoint at another spelling of its path, where the token
// is not checked.
func spelledPathFaults() []faults.Fault {
	planted := []struct{ group, spellings string }{
		{"otp", "slash"}, {"limits", "slash parameter capitals id-in-capitals doubled-slash"}, {"purchases", "slash json segment capitals doubled-slash"}, {"lookup", "slash parameter"},
	}
	var all []faults.Fault
	for _, p := range planted {
		at := slices.IndexFunc(tokenGroups, func(g struct{ id, endpoints, breaks string }) bool { return g.id == p.group })
		g := tokenGroups[at]
		for _, s := range spelledPaths {
			if !faults.IsOneOf(s.id, p.spellings) {
				continue
			}
			all = append(all, faults.Fault{ID: g.id + "-token-path-" + s.id, Breaks: g.breaks, Why: s.why + " leads past the check before " + g.endpoints, Mutator: servingSpelled(g.endpoints, s.spelled)})
		}
		if p.group == "otp" || p.group == "purchases" {
			all = append(all, faults.Fault{ID: g.id + "-token-path-escaped", Breaks: g.breaks, Why: "an escaped letter leads past the check before " + g.endpoints, Mutator: lettingIn(g.endpoints, escapedPath)})
		}
	}
	return all
}

// servingSpelled serves the endpoints at another spelling of their paths to any caller.
func servingSpelled(endpoints string, spelled func(path string) (string, bool)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			path, ok := spelled(c.Request.URL.Path)
			if !ok {
				return next(c)
			}
			again := c.At(path)
			if !faults.IsOneOf(again.Endpoint, endpoints) {
				return next(c)
			}
			again.Authenticate()
			return next(again)
		}
	}
}

// secondTime accepts a wrong token when the same token comes a second time.
func secondTime(endpoints string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		seen := faults.NewCounter()
		return lettingIn(endpoints, func(c *faults.Call) bool {
			given := c.Request.Header.Get("Authorization")
			return strings.HasPrefix(given, "Bearer ") && !c.Authorized() && seen.Next(c.Endpoint+given) > 1
		})(next)
	}
}

// lateCheckFaults refuse a caller without the valid token only after the work is done.
func lateCheckFaults() []faults.Fault {
	anybody := func(*faults.Call) bool { return true }
	nobody := func(c *faults.Call) bool { return c.Request.Header.Get("Authorization") == "" }
	somebody := func(c *faults.Call) bool { return c.Request.Header.Get("Authorization") != "" }
	var all []faults.Fault
	add := func(id, endpoint, breaks, why string, when func(*faults.Call) bool) {
		all = append(all, faults.Fault{ID: endpoint + "-" + id, Breaks: breaks, Why: why, Mutator: refusingAfterWork(endpoint, when)})
	}
	add("token-after-the-work", faults.CreateLimit, "LIM-22", "the limit is created before the token is looked at", anybody)
	add("token-after-the-work", faults.CreateOrder, "PUR-17", "the order is placed before the token is looked at", anybody)
	add("token-after-the-work", faults.UpdateItems, "PUR-17", "the item is updated before the token is looked at", anybody)
	add("token-after-the-work", faults.CancelItem, "PUR-17", "the item is cancelled before the token is looked at", anybody)
	add("token-after-the-work", faults.SendOTP, "OTP-13", "the OTP is sent before the token is looked at", anybody)
	add("token-after-the-work", faults.VerifyOTP, "OTP-13", "the OTP is used up before the token is looked at", anybody)
	add("wrong-token-after-the-work", faults.CreateLimit, "LIM-22", "the limit is created before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", faults.CreateOrder, "PUR-17", "the order is placed before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", faults.UpdateItems, "PUR-17", "the item is updated before a wrong token is refused", somebody)
	add("wrong-token-after-the-work", faults.CancelItem, "PUR-17", "the item is cancelled before a wrong token is refused", somebody)
	add("no-token-after-the-work", faults.UpdateItems, "PUR-17", "the item is updated before a missing token is missed", nobody)
	add("no-token-after-the-work", faults.CancelItem, "PUR-17", "the item is cancelled before a missing token is missed", nobody)
	return append(all, cachedBeforeToken(faults.GetItem, "PUR-17"), cachedBeforeToken(faults.FetchLimit, "LIM-22"),
		recordBesideRefusal(faults.GetItem, "PUR-17"), recordBesideRefusal(faults.FetchLimit, "LIM-22"), recordBesideRefusal(faults.UpdateItems, "PUR-17"))
}

// recordBesideRefusal refuses a caller without the valid token, and shows the record in the refusal.
func recordBesideRefusal(endpoint, breaks string) faults.Fault {
	return faults.Fault{ID: endpoint + "-refusal-with-record", Breaks: breaks, Why: "the refusal of a wrong token shows the record", Mutator: func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != endpoint || c.Authorized() {
				return next(c)
			}
			c.Authenticate()
			record := faults.Get(next(c).Body(), "data")
			a := faults.Refusal(c, http.StatusForbidden, "the token is not valid")
			a.Touch().Body()["context"] = faults.Object{"found": record}
			return a
		}
	}}
}

// cachedBeforeToken answers from a cache before it checks the token.
func cachedBeforeToken(endpoint, breaks string) faults.Fault {
	return faults.Fault{ID: endpoint + "-cached-before-token", Breaks: breaks, Why: "what was read with the token before is given to whoever comes without", Mutator: func(next faults.Responder) faults.Responder {
		cache := faults.NewStore[*faults.Answer]()
		return func(c *faults.Call) *faults.Answer {
			if a, known := cache.Get(c.ID); known && c.Endpoint == endpoint && !c.Authorized() {
				return a.Copy()
			}
			a := next(c)
			if c.Endpoint == endpoint && a.Served() {
				cache.Put(c.ID, a.Copy())
			}
			return a
		}
	}}
}

// refusingAfterWork does the work for callers without the valid token, and then refuses them.
func refusingAfterWork(endpoint string, when func(*faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != endpoint || c.Authorized() || !when(c) {
				return next(c)
			}
			c.Authenticate()
			next(c)
			return faults.Refusal(c, http.StatusUnauthorized, "the token is not valid")
		}
	}
}
