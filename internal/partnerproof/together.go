package partnerproof

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// Together is one build with several faults: it bends its requests by one fault
// after another, and takes answers as badly as all of them do.
func Together(faults ...Fault) Fault {
	var ids []string
	all := Fault{}
	for _, f := range faults {
		ids = append(ids, f.ID)
		all.deaf = all.deaf || f.deaf
		for _, form := range f.forms {
			if !slices.Contains(all.forms, form) {
				all.forms = append(all.forms, form)
			}
		}
	}
	all.ID = strings.Join(ids, " + ")
	all.bend = func() func(*samplepartner.Request) { return bendAll(faults) }
	all.look = func() samplepartner.Look { return lookAll(faults) }
	return all
}

func bendAll(faults []Fault) func(*samplepartner.Request) {
	var bends []func(*samplepartner.Request)
	for _, f := range faults {
		if f.bend != nil {
			if bend := f.bend(); bend != nil {
				bends = append(bends, bend)
			}
		}
	}
	return func(q *samplepartner.Request) {
		for _, bend := range bends {
			bend(q)
		}
	}
}

// lookAll ends the day by the first fault that cannot take an answer.
func lookAll(faults []Fault) samplepartner.Look {
	var looks []samplepartner.Look
	for _, f := range faults {
		if f.look != nil {
			looks = append(looks, f.look())
		}
	}
	return func(endpoint string, answer []byte) error {
		var first error
		for _, look := range looks {
			if err := look(endpoint, answer); first == nil {
				first = err
			}
		}
		return first
	}
}

// JudgeTogether judges the sample partner with several faults, by their ids.
func (p *Prover) JudgeTogether(ctx context.Context, ids []string) (*result.Run, error) {
	faults, err := Find(ids...)
	if err != nil {
		return nil, err
	}
	return p.Try(ctx, Together(faults...))
}

// Find gives planted faults by their ids.
func Find(ids ...string) ([]Fault, error) {
	catalogue := Faults()
	var found []Fault
	for _, id := range ids {
		at := slices.IndexFunc(catalogue, func(f Fault) bool { return f.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("there is no fault %q of the partner's side", id)
		}
		found = append(found, catalogue[at])
	}
	return found, nil
}

// Undone tells whether one of several faults does not show in what the build
// sends: the others undo it, and the build is the one without it.
func Undone(ctx context.Context, faults []Fault, one string) bool {
	with := Together(faults...)
	without := Together(slices.DeleteFunc(slices.Clone(faults), func(f Fault) bool { return f.ID == one })...)
	log, _ := with.days(ctx, with.shownIn())
	other, _ := without.days(ctx, with.shownIn())
	return slices.Equal(sent(log), sent(other))
}

var (
	someID    = regexp.MustCompile(`[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`)
	someOTP   = regexp.MustCompile(`"otp":"([0-9]{6})"`)
	sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)
	someNonce = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// sent writes down every request of a log. What is made anew for each day, ids,
// OTPs and nonces, goes by the order in which it came up.
func sent(log *recording.Log) []string {
	var all []string
	names := make(map[string]string)
	name := func(kind, value string) {
		if names[value] == "" {
			names[value] = fmt.Sprintf("<%s %d>", kind, len(names))
		}
	}
	known := func(value string) string {
		if n := names[strings.ToLower(value)]; n != "" {
			return n
		}
		return value
	}
	for x := range log.Each() {
		if nonce := x.Request.Header.Get("Noncestr"); someNonce.MatchString(nonce) {
			name("nonce", nonce)
		}
		line := x.Request.Method + " " + x.Request.URL + "\n" + headers(x.Request.Header, names) + "\n" + string(x.Request.Body)
		line = someID.ReplaceAllStringFunc(line, known)
		line = sixDigits.ReplaceAllStringFunc(line, known)
		all = append(all, line)
		for _, id := range someID.FindAllString(string(x.Response.Body), -1) {
			name("id", strings.ToLower(id))
		}
		for _, otp := range append(someOTP.FindAllStringSubmatch(string(x.Response.Body), -1), []string{"", x.OTP}) {
			if otp[1] != "" {
				name("otp", otp[1])
			}
		}
	}
	return all
}

func headers(h http.Header, names map[string]string) string {
	var lines []string
	for name, values := range h {
		for _, value := range values {
			switch {
			case name == "Timestamp" && value != "" && value != "2":
				value = "<now>"
			case name == "Noncestr" && names[value] != "":
				value = names[value]
			}
			lines = append(lines, name+": "+value)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
