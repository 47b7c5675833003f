package certify

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// serverDialect returns the forms that a run has shown the server to use.
func (o *Options) serverDialect(run *driver.Run) *result.FullDialect {
	d := new(result.FullDialect)
	for _, f := range formsOfTrials(run.Trials(), result.FormTaken, result.FormGiven) {
		if f.Entry == dialect.LowerCaseBearer {
			f.Endpoint = ""
		}
		d.AddForm(f)
	}
	for _, e := range run.Endpoints() {
		if e.Calls > 0 {
			d.AddForm(result.FormUse{Entry: dialect.Endpoint, Reading: e.Name, Endpoint: e.Name, State: takenIf(e.Served > 0)})
		}
	}
	address := dialect.Yes
	if o.looksUpElsewhere() {
		address = dialect.OtherAddress
	}
	d.AddForm(result.FormUse{Entry: dialect.LookupAddress, Reading: address, Endpoint: spec.CustomerLookup, State: result.FormGiven})
	servedCalls(d, run)
	if n := run.Purchases(); n > 0 {
		u := run.UnusualItem.Load()
		d.AddForm(result.FormUse{Entry: dialect.TopupValue, Reading: dialect.Yes, Endpoint: spec.CreatePurchases, State: takenIf(u != nil && u.Topup != "")})
		d.AddForm(result.FormUse{Entry: dialect.PurchaseWithoutOTP, Reading: dialect.Yes, Endpoint: spec.CreatePurchases, State: takenIf(!run.OTPPerPurchase.Wanted())})
	}
	d.Sort()
	return d
}

// servedCalls adds what the served calls show: their sizes, and the forms for which no check
// tries a reading of the register.
func servedCalls(d *result.FullDialect, run *driver.Run) {
	for _, name := range spec.Names() {
		for _, c := range run.Calls.WithServedProbes(run.Calls.Of(name, (*driver.Call).OK)) {
			if !c.OK() || !c.HasServedData(false) { // a refusal may come with HTTP 200
				continue
			}
			if body := c.Request.Body; len(body) > 0 && gjson.ValidBytes(body) {
				dialect.Measure(d, name, gjson.ParseBytes(body))
			}
			if f, ok := writtenAs(name, c); ok {
				d.AddForm(f)
			}
			if c.Doc != nil && c.Doc.Beyond(spec.Of(name).Answer...) {
				d.AddForm(result.FormUse{Entry: dialect.MoreMembers, Reading: dialect.Yes, State: result.FormGiven})
			}
			if dialect.HasFractions(c.Body) {
				d.AddForm(result.FormUse{Entry: dialect.OtherNumbers, Reading: dialect.Yes, State: result.FormGiven})
			}
		}
		if name == spec.CreatePurchases {
			d.AddSize(result.SizeUse{Name: dialect.OrdersOfOne, Endpoint: name, Most: run.OrdersPerBuyer.Most()})
		}
		names, bounds := run.Bounds.Of(name)
		for _, what := range names {
			d.AddSize(result.SizeUse{Name: what, Endpoint: name, Most: bounds[what].Taken, Refused: bounds[what].Refused})
		}
	}
}

// writtenAs returns the form of a served call for which no check tries the readings.
func writtenAs(name string, c *driver.Call) (result.FormUse, bool) {
	f := result.FormUse{Endpoint: name, State: result.FormTaken}
	switch {
	case name == spec.VerifyOTP:
		phone, _ := c.SentString("phone_number")
		f.Entry, f.Reading = dialect.PhoneNumber, dialect.WithoutPlus
		if strings.HasPrefix(phone, "+") {
			f.Reading = dialect.WithPlus
		}
	case slices.Contains(dialect.Bodiless(), name):
		f.Entry, f.Reading = dialect.ContentType, dialect.NotSent
		if c.Request.Header.Get("Content-Type") != "" {
			f.Reading = dialect.Sent
		}
	default:
		return f, false
	}
	return f, true
}

func takenIf(taken bool) result.FormState {
	if taken {
		return result.FormTaken
	}
	return result.FormRefused
}

// formsOfTrials returns the forms that were tried or seen. A form of a request that was taken
// gets the state request, a form of a response the state response.
func formsOfTrials(trials []judgement.Trial, request, response result.FormState) []result.FormUse {
	var all []result.FormUse
	for _, t := range trials {
		f := result.FormUse{Entry: t.Tolerance, Reading: t.Reading, Endpoint: t.Endpoint, State: request}
		if known, ok := schemas.Find(t.Tolerance); ok && known.Direction == "response" {
			f.State = response
		}
		if !t.Accepted {
			f.State = result.FormRefused
		}
		all = append(all, f)
	}
	return all
}

// partnerDialect returns the forms that a partner build sent, and whether it continued after
// answers in other forms.
func partnerDialect(collected *dialect.Partner, read *partner.Run, runs []partner.FormRun, plainWell bool) *result.FullDialect {
	d := collected.Dialect(formsOfTrials(read.Trials(), result.FormSent, result.FormSent))
	coped := func(entry, reading string, state result.FormState) {
		d.AddForm(result.FormUse{Entry: entry, Reading: reading, State: state})
	}
	if plainWell {
		coped(dialect.OTPData, dialect.Test, result.FormCoped)
		coped(dialect.Updated, dialect.Millis, result.FormCoped)
	}
	for _, r := range runs {
		entry, known := formEntries[sandbox.Form(r.Form)]
		switch {
		case !known || r.Unclear != "":
		case r.Failure != "":
			coped(entry[0], entry[1], result.FormStopped)
		default:
			coped(entry[0], entry[1], result.FormCoped)
		}
	}
	d.Sort()
	return d
}

// formEntries are the entry and the reading of the dialect for each form of the sandbox's
// answers.
var formEntries = map[sandbox.Form][2]string{
	sandbox.ProductionOTP: {dialect.OTPData, dialect.Production},
	sandbox.NoLimit:       {dialect.NoLimit, dialect.Yes},
	sandbox.ExtraMembers:  {dialect.MoreMembers, dialect.Yes},
	sandbox.OtherOrder:    {dialect.OtherOrder, dialect.Yes},
	sandbox.OtherNumbers:  {dialect.OtherNumbers, dialect.Yes},
	sandbox.WholeSeconds:  {dialect.Updated, dialect.OtherMillis},
	sandbox.Slow:          {dialect.Slow, dialect.Yes},
}
