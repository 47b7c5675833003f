package proof

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// partnerWith returns one build with several faults. It edits its requests with one fault after
// another, and fails on an answer if any of the faults does.
func partnerWith(planted ...faults.Fault) faults.Fault {
	var ids []string
	all := faults.Fault{}
	for _, f := range planted {
		ids = append(ids, f.ID)
		all.OTPUnread = all.OTPUnread || f.OTPUnread
		for _, form := range f.Forms {
			if !slices.Contains(all.Forms, form) {
				all.Forms = append(all.Forms, form)
			}
		}
	}
	all.ID = strings.Join(ids, " + ")
	all.EditRequests = func() func(*samplepartner.Request) { return editAll(planted) }
	all.CheckResponses = func() samplepartner.ResponseCheck { return checkAll(planted) }
	all.Configure = func(s *samplepartner.Store) {
		for _, f := range planted {
			if f.Configure != nil {
				f.Configure(s)
			}
		}
	}
	return all
}

// legalStores returns legal variants in the form of faults, so that both can be in one build.
func legalStores(legal []faults.Variant) []faults.Fault {
	all := make([]faults.Fault, len(legal))
	for n, v := range legal {
		all[n] = faults.Fault{ID: v.ID, EditRequests: func() func(*samplepartner.Request) { return v.EditRequest }, Configure: v.Configure}
	}
	return all
}

func editAll(planted []faults.Fault) func(*samplepartner.Request) {
	var edits []func(*samplepartner.Request)
	for _, f := range planted {
		if f.EditRequests != nil {
			if edit := f.EditRequests(); edit != nil {
				edits = append(edits, edit)
			}
		}
	}
	return func(q *samplepartner.Request) {
		for _, edit := range edits {
			edit(q)
		}
	}
}

// checkAll returns the error of the first fault that cannot handle an answer.
func checkAll(planted []faults.Fault) samplepartner.ResponseCheck {
	var checks []samplepartner.ResponseCheck
	for _, f := range planted {
		if f.CheckResponses != nil {
			checks = append(checks, f.CheckResponses())
		}
	}
	return func(endpoint string, answer []byte) error {
		var first error
		for _, check := range checks {
			if err := check(endpoint, answer); first == nil {
				first = err
			}
		}
		return first
	}
}

// shownBy reports whether one of several faults changes what the build sends. If it does not, the
// other faults undo it, and the build equals the one without it. Some faults need more customers to
// show. These customers are no fault, so the build without the fault has them too.
func shownBy(ctx context.Context, planted []faults.Fault, n int) bool {
	with := partnerWith(planted...)
	others := slices.Clone(planted)
	if others[n].EditRequests == nil {
		others = slices.Delete(others, n, n+1)
	} else {
		others[n] = faults.Fault{ID: others[n].ID, Configure: others[n].Configure}
	}
	without := partnerWith(others...)
	sentBy := func(f faults.Fault) []string {
		log, _ := runStores(ctx, f, formsOf(with))
		return sent(log)
	}
	return areDifferent(sentBy(with), sentBy(with), sentBy(without))
}

// areDifferent reports whether a build sends other requests than another one. Requests that differ in
// two runs of one build do not count: they have a random value.
func areDifferent(build, again, other []string) bool {
	if len(build) != len(other) {
		return true
	}
	for i, line := range build {
		if line != other[i] && i < len(again) && line == again[i] {
			return true
		}
	}
	return false
}

var (
	someID = regexp.MustCompile(`[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`)
	// undashedID matches the path of a build that writes ids without dashes.
	undashedID = regexp.MustCompile(`/([0-9A-Fa-f]{8})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{12})\b`)
	// constantID matches the ids that a fault itself contains, and the published ids.
	constantID = regexp.MustCompile(`^(0bad0bad|00000000|5f0c1c1e)-`)
	someOTP    = regexp.MustCompile(`"otp":"([0-9]{6})"`)
	// verified matches an OTP in a request that no answer before contains.
	verified = regexp.MustCompile(`"otp":"[0-9]{6}"`)
	// constantOTP matches the OTPs that a fault itself contains.
	constantOTP = regexp.MustCompile(`"(0000[0-9]{2}|123456|111111)"`)
	// asNumber matches an OTP, which loses its leading zeros if it is sent as a number.
	asNumber  = regexp.MustCompile(`\b[0-9]{3,6}\b`)
	someClock = regexp.MustCompile(`\b1[0-9]{9}([0-9]{3})?\b`) // seconds or milliseconds since 1970
	someNonce = regexp.MustCompile(`^[0-9a-f]{32}$`)
	someTime  = regexp.MustCompile(`^[0-9]{13}$`) // in milliseconds, as the sample partner sends it
	anyNonce  = regexp.MustCompile(`[0-9a-f]{32}`)
	// signedNonce matches the nonce at the end of the Sign of the sample partner.
	signedNonce = regexp.MustCompile(`[0-9a-f]{32}$`)
)

// sent lists every request of a log as text. Ids, OTPs and nonces are new each day, so it
// replaces them by numbers in the order of their occurrence.
func sent(log *recording.Log) []string {
	var all []string
	names, count := make(map[string]string), 0
	name := func(kind, value string) {
		if names[value] == "" {
			names[value] = fmt.Sprintf("<%s %d>", kind, count)
			count++
		}
	}
	known := func(value string) string {
		if n := names[strings.ToLower(value)]; n != "" {
			return n
		}
		return value
	}
	knownID := func(id string) string {
		if n := known(id); n != id || constantID.MatchString(id) {
			return n
		}
		return "<an unknown id>" // for example an id with a wrong digit
	}
	for x := range log.Each() {
		if nonce := x.Request.Header.Get("Noncestr"); someNonce.MatchString(nonce) {
			name("nonce", nonce)
		}
		url := anyNonce.ReplaceAllStringFunc(x.Request.URL, func(nonce string) string { return cmp.Or(names[nonce], "<a nonce>") })
		line := x.Request.Method + " " + url + "\n" + headers(x.Request.Header, names) + "\n" + string(x.Request.Body)
		line = undashedID.ReplaceAllString(line, "/undashed $1-$2-$3-$4-$5")
		line = someID.ReplaceAllStringFunc(line, knownID)
		line = asNumber.ReplaceAllStringFunc(line, known)
		line = verified.ReplaceAllStringFunc(line, unknownOTP)
		line = someClock.ReplaceAllStringFunc(line, clockOf)
		all = append(all, line)
		for _, id := range someID.FindAllString(string(x.Response.Body), -1) {
			name("id", strings.ToLower(id))
		}
		for _, otp := range append(someOTP.FindAllStringSubmatch(string(x.Response.Body), -1), []string{"", x.OTP}) {
			if otp[1] != "" {
				name("otp", otp[1])
				names[strings.TrimLeft(otp[1], "0")] = names[otp[1]]
				if cut := "0" + otp[1][:len(otp[1])-1]; names[cut] == "" { // one of the faults sends this
					names[cut] = "<cut " + names[otp[1]] + ">"
				}
			}
		}
	}
	return all
}

// unknownOTP replaces an OTP that the store read, although the answer that it belongs to is missing.
func unknownOTP(member string) string {
	if constantOTP.MatchString(member) {
		return member
	}
	return `"otp":"<an unknown otp>"`
}

// clockOf replaces the time of the run, which some faults send as an amount.
func clockOf(number string) string {
	n, err := strconv.ParseInt((number + "000")[:13], 10, 64)
	if err == nil && time.Since(time.UnixMilli(n)).Abs() < time.Hour {
		return "<now>"
	}
	return number
}

func headers(h http.Header, names map[string]string) string {
	var lines []string
	for name, values := range h {
		for _, value := range values {
			switch {
			case name == "Content-Length": // the body is compared itself
				continue
			case someTime.MatchString(value) && (name == "Timestamp" || name == "Sign"): // one of the faults sends the time as Sign
				value = "<now>"
			case names[value] != "" && someNonce.MatchString(value): // also in another header, as one of the faults sends it
				value = names[value]
			case name == "Sign":
				value = signedNonce.ReplaceAllStringFunc(value, func(nonce string) string { return cmp.Or(names[nonce], "<a nonce>") })
			}
			lines = append(lines, name+": "+value)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
