package partnerproof

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/prove"
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

// Compounds prepares some faults to be planted together.
func Compounds(planted []Fault) (*prove.Compounds, error) {
	p, err := NewProver()
	if err != nil {
		return nil, err
	}
	catalogue, err := Catalogue(planted)
	if err != nil {
		return nil, err
	}
	pick := func(set []int) []Fault {
		all := make([]Fault, len(set))
		for n, i := range set {
			all[n] = planted[i]
		}
		return all
	}
	return &prove.Compounds{
		Catalogue: catalogue,
		Groups:    map[string][]string{"auth": owners(p, "authorization"), "body": owners(p, "body"), "address": owners(p, "address")},
		Endpoint:  func(n int) string { return planted[n].Endpoint() },
		Judge: func(ctx context.Context, set prove.Set) (*result.Run, error) {
			return p.Try(ctx, Together(pick(set.Faults)...))
		},
		Shown: func(ctx context.Context, set prove.Set, n int) (bool, error) {
			return shown(ctx, pick(set.Faults), n), nil
		},
	}, nil
}

// Endpoint is the one that a fault is planted in.
func (f Fault) Endpoint() string {
	endpoint, _, _ := strings.Cut(f.ID, "/")
	return endpoint
}

// owners are the requirements that own an aspect of an endpoint.
func owners(p *Prover, aspect string) []string {
	var all []string
	for _, r := range p.plan.Ledger.Requirements {
		for _, owned := range r.Owns {
			if owned.Name == aspect {
				all = append(all, r.ID)
			}
		}
	}
	return all
}

// shown tells whether one of several faults changes what the build sends: if it
// does not, the others undo it, and the build is the one without it.
func shown(ctx context.Context, faults []Fault, n int) bool {
	with := Together(faults...)
	without := Together(slices.Delete(slices.Clone(faults), n, n+1)...)
	log, _ := with.days(ctx, with.shownIn())
	other, _ := without.days(ctx, with.shownIn())
	return !slices.Equal(sent(log), sent(other))
}

var (
	someID = regexp.MustCompile(`[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`)
	// constantID matches the ids that a fault brings itself, and the published ones.
	constantID = regexp.MustCompile(`^(0bad0bad|00000000|5f0c1c1e)-`)
	someOTP    = regexp.MustCompile(`"otp":"([0-9]{6})"`)
	sixDigits  = regexp.MustCompile(`\b[0-9]{6}\b`)
	someNonce  = regexp.MustCompile(`^[0-9a-f]{32}$`)
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
	knownID := func(id string) string {
		if n := known(id); n != id || constantID.MatchString(id) {
			return n
		}
		return "<an id that nobody gave>" // such as one with a digit wrong
	}
	for x := range log.Each() {
		if nonce := x.Request.Header.Get("Noncestr"); someNonce.MatchString(nonce) {
			name("nonce", nonce)
		}
		line := x.Request.Method + " " + x.Request.URL + "\n" + headers(x.Request.Header, names) + "\n" + string(x.Request.Body)
		line = someID.ReplaceAllStringFunc(line, knownID)
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
