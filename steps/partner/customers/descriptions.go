package customers

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// Descriptions compare what a limit request says of a customer with what the OTP request
// for the same id number said (sections 2.4 and 4.1): both are as on the ID. One that
// differs may be a correction. Where all of several customers differ, a program does it.
type Descriptions struct {
	claims  map[string]map[string]described // id number to the names and the date of birth, by endpoint and member
	members map[string]*comparison
}

// described is what a request said, and the failure that it may be.
type described struct {
	value  string
	charge func()
}

// comparison is what is known of one member of several customers.
type comparison struct {
	alike, other  int
	sent, asked   map[string]bool // what differed, to tell the request that never changes
	sends, limits []func()
}

// Charge is a failure of a member that only the whole recording can prove. The first call
// prepares it, as long as the request is at hand; what it returns states it.
type Charge func(member string) func()

// maxCharges bounds how many failures are kept.
const maxCharges = 20

// compared are the members that an OTP request and a limit request have in common, each
// with what tells whether two values of it may say the same.
var compared = map[string]func(a, b string) bool{
	"first_name": formats.SameName, "last_name": formats.SameName,
	"date_of_birth": func(a, b string) bool { return formats.DayOf(a) == formats.DayOf(b) },
}

func newDescriptions() Descriptions {
	return Descriptions{claims: make(map[string]map[string]described), members: make(map[string]*comparison)}
}

// Describe takes in what a request to send an OTP or to create a limit says.
func (d *Descriptions) Describe(c Claim, charge Charge) {
	if c.ID == "" || c.Endpoint != spec.SendOTP && c.Endpoint != spec.CreateLimit {
		return
	}
	if d.claims[c.ID] == nil {
		if len(d.claims) >= maxPeople {
			return
		}
		d.claims[strings.Clone(c.ID)] = make(map[string]described)
	}
	of := d.claims[c.ID]
	for member, value := range map[string]string{"first_name": c.First, "last_name": c.Last, "date_of_birth": c.Birth} {
		if _, known := of[c.Endpoint+member]; known || strings.TrimSpace(value) == "" {
			continue // the first of each
		}
		now := described{value: strings.Clone(value)}
		if len(d.claims) <= maxCharges {
			now.charge = charge(member)
		}
		of[c.Endpoint+member] = now
		sent, isSent := of[spec.SendOTP+member]
		asked, isAsked := of[spec.CreateLimit+member]
		if isSent && isAsked {
			d.compare(member, sent, asked)
		}
	}
}

func (d *Descriptions) compare(member string, sent, asked described) {
	if d.members[member] == nil {
		d.members[member] = &comparison{sent: make(map[string]bool), asked: make(map[string]bool)}
	}
	of := d.members[member]
	if compared[member](sent.value, asked.value) {
		of.alike++
		return
	}
	of.other++
	of.sent[sent.value], of.asked[asked.value] = true, true
	if sent.charge != nil && asked.charge != nil {
		of.sends, of.limits = append(of.sends, sent.charge), append(of.limits, asked.charge)
	}
}

// End states the failures that the whole recording proves. If the OTP requests all say the
// same, and the limit requests do not, it is the OTP requests that are wrong.
func (d *Descriptions) End() {
	const leastAlike = 2
	for _, of := range d.members {
		if of.alike > 0 || of.other < leastAlike {
			continue
		}
		charges := of.limits
		if len(of.sent) == 1 && len(of.asked) > 1 {
			charges = of.sends
		}
		for _, state := range charges {
			state()
		}
	}
}
