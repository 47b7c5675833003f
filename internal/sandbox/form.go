package sandbox

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

// Form is a documented form of the answers, or a form that the specification leaves open.
type Form string

// The forms. Plain is the form of the test environment.
const (
	Plain         Form = ""
	ProductionOTP Form = "production"    // send OTP confirms, and does not contain the OTP (4.1)
	NoLimit       Form = "no-limit"      // every lookup finds a customer without a limit (4.5)
	ExtraMembers  Form = "extra-members" // members that no table names
	OtherOrder    Form = "other-order"   // the members in another order
	OtherNumbers  Form = "other-numbers" // amounts with two fraction digits (2.3, 2.8)
	WholeSeconds  Form = "whole-seconds" // updated of a limit without milliseconds (2.8)
	Slow          Form = "slow"          // the first answer of each endpoint is delayed
)

// Forms lists all forms except the plain one.
func Forms() []Form {
	return []Form{ProductionOTP, NoLimit, ExtraMembers, OtherOrder, OtherNumbers, WholeSeconds, Slow}
}

// updatedMillis matches updated of a limit record with its milliseconds.
var updatedMillis = regexp.MustCompile(`("updated":"[^".]+)\.[0-9]+Z`)

// shape changes an answer to the chosen form.
func (s *Sandbox) shape(r *http.Request, given *answer) {
	body := given.body.Bytes()
	switch s.options.Form {
	case NoLimit:
		if strings.HasSuffix(r.URL.Path, "/customer/detail") && !given.refused() {
			given.replace([]byte(`{"code":200,"msg":"success","data":{"redirectUrl":"` + reference.DefaultSignupURL + `","creditLimitInfo":null,"baseInfo":null},"success":true}`))
		}
	case ExtraMembers:
		given.replace(rewritten(body, withExtra))
	case OtherOrder:
		given.replace(rewritten(body, backwards))
	case OtherNumbers:
		given.replace(rewritten(body, withFractions))
	case WholeSeconds:
		given.replace(updatedMillis.ReplaceAll(body, []byte("${1}Z")))
	case Slow:
		s.delayFirst(r)
	}
	given.header.Del("Content-Length")
}

// delayFirst delays the first request of each method and path.
func (s *Sandbox) delayFirst(r *http.Request) {
	kind := r.Method + " " + strings.TrimRight(r.URL.Path, "0123456789abcdefABCDEF-")
	if _, met := s.met.LoadOrStore(kind, true); met {
		return
	}
	wait := time.NewTimer(s.options.Delay)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-r.Context().Done():
	}
}
