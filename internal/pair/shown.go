package pair

import (
	"slices"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// NotShown returns the entries that a dialect does not show fully enough for every forecast. For a
// server, the dialect must show whether it accepts each form of a request. For a partner, it must
// show whether it continues after each form of a response. The result is empty if the dialect
// shows everything.
func NotShown(side result.Side, d *result.FullDialect) []string {
	if d == nil {
		return []string{"the whole dialect"}
	}
	if side == result.PartnerSide {
		return notCoped(d)
	}
	return notTried(d)
}

// notTried returns the entries with a form that a server was not seen to accept, to refuse or to
// give.
func notTried(d *result.FullDialect) []string {
	var all []string
	for _, t := range schemas.Register() {
		for _, r := range t.Readings {
			if t.Direction == "request" && !hasForm(d, t.ID, r.Name, result.FormTaken, result.FormRefused) {
				all = append(all, t.ID+" "+r.Name)
			}
		}
		if t.Direction == "response" && !hasForm(d, t.ID, "", result.FormGiven) {
			all = append(all, t.ID)
		}
	}
	for _, entry := range []string{
		dialect.LimitWithoutOTP, dialect.PurchaseWithoutOTP, dialect.OrderIDAgain, dialect.ItemCodeAgain, dialect.PendingStatus,
		dialect.LowerCaseBearer, dialect.Sign, dialect.TopupValue,
	} {
		if !hasForm(d, entry, dialect.Yes, result.FormTaken, result.FormRefused) {
			all = append(all, entry)
		}
	}
	return all
}

// notCoped returns the forms of responses after which a partner was not seen to continue or to
// stop. It adds the date of birth if the order of its parts is unknown.
func notCoped(d *result.FullDialect) []string {
	called := prepare(d)
	var all []string
	for _, form := range []struct {
		entry, reading string
		endpoints      []string
	}{
		{dialect.OTPData, dialect.Production, []string{spec.SendOTP}}, {dialect.OTPData, dialect.Test, []string{spec.SendOTP}},
		{dialect.Updated, dialect.Millis, []string{spec.CreateLimit, spec.FetchLimit}}, {dialect.Updated, dialect.OtherMillis, []string{spec.CreateLimit, spec.FetchLimit}},
		{dialect.NoLimit, dialect.Yes, []string{spec.CustomerLookup}},
		{dialect.MoreMembers, dialect.Yes, spec.Names()}, {dialect.OtherNumbers, dialect.Yes, spec.Names()},
		{dialect.OtherOrder, dialect.Yes, spec.Names()}, {dialect.Slow, dialect.Yes, spec.Names()},
	} {
		if called.calls(form.endpoints...) && !hasForm(d, form.entry, form.reading, result.FormCoped, result.FormStopped) {
			all = append(all, form.entry+" "+form.reading)
		}
	}
	if d.State(dialect.AmbiguousDate, dialect.OrderUnknown, spec.SendOTP) != "" {
		all = append(all, dialect.BirthDate)
	}
	return all
}

// hasForm reports whether a form has one of the states at any endpoint. An empty reading matches
// every reading.
func hasForm(d *result.FullDialect, entry, reading string, states ...result.FormState) bool {
	return slices.ContainsFunc(d.Forms, func(f result.FormUse) bool {
		return f.Entry == entry && (reading == "" || f.Reading == reading) && slices.Contains(states, f.State)
	})
}
