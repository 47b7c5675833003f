package pair_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

func form(entry, reading, endpoint string, state result.FormState) result.FormUse {
	return result.FormUse{Entry: entry, Reading: reading, Endpoint: endpoint, State: state}
}

func TestOneEntry(t *testing.T) {
	sent := func(entry, reading, endpoint string) []result.FormUse {
		return []result.FormUse{form(entry, reading, endpoint, result.FormSent)}
	}
	order := func(state result.FormState) []result.FormUse {
		return []result.FormUse{form("order-id", "string", spec.CreatePurchases, state)}
	}
	both := []result.FormUse{form(dialect.BirthDate, dialect.MonthFirst, spec.SendOTP, result.FormTaken), form(dialect.BirthDate, dialect.DayFirst, spec.SendOTP, result.FormTaken)}
	monthOnly := []result.FormUse{form(dialect.BirthDate, dialect.MonthFirst, spec.SendOTP, result.FormTaken), form(dialect.BirthDate, dialect.DayFirst, spec.SendOTP, result.FormRefused)}
	production := []result.FormUse{form(dialect.OTPData, dialect.Production, spec.SendOTP, result.FormGiven), form(dialect.Endpoint, spec.SendOTP, spec.SendOTP, result.FormTaken)}
	calls := form(dialect.Endpoint, spec.SendOTP, spec.SendOTP, result.FormSent)
	goesOn := func(state result.FormState) []result.FormUse {
		return []result.FormUse{calls, form(dialect.OTPData, dialect.Production, "", state)}
	}
	for name, c := range map[string]struct {
		server, partner []result.FormUse
		want            pair.Answer
	}{
		"a form that is taken":                      {order(result.FormTaken), sent("order-id", "string", spec.CreatePurchases), pair.Yes},
		"a form that is refused":                    {order(result.FormRefused), sent("order-id", "string", spec.CreatePurchases), pair.No},
		"a form that was not tried":                 {nil, sent("order-id", "string", spec.CreatePurchases), pair.Unknown},
		"a form that is taken elsewhere":            {order(result.FormTaken), sent("order-id", "string", spec.UpdatePurchases), pair.Unknown},
		"an endpoint that is not served":            {[]result.FormUse{form(dialect.Endpoint, spec.CustomerLookup, spec.CustomerLookup, result.FormRefused)}, sent(dialect.Endpoint, spec.CustomerLookup, spec.CustomerLookup), pair.No},
		"a Sign of another making":                  {[]result.FormUse{form(dialect.Sign, dialect.Yes, spec.CustomerLookup, result.FormRefused)}, sent(dialect.Sign, dialect.Yes, spec.CustomerLookup), pair.Unknown},
		"a status of its own":                       {nil, sent(dialect.OtherStatus, dialect.Yes, spec.UpdatePurchases), pair.Unknown},
		"the day first, read the month first":       {monthOnly, sent(dialect.BirthDate, dialect.DayFirst, spec.SendOTP), pair.No},
		"a date that is misread by who takes it":    {monthOnly, sent(dialect.AmbiguousDate, dialect.DayFirst, spec.SendOTP), pair.No},
		"a date that is read as it was meant":       {monthOnly, sent(dialect.AmbiguousDate, dialect.MonthFirst, spec.SendOTP), pair.Yes},
		"a date that may be read in both":           {both, sent(dialect.AmbiguousDate, dialect.DayFirst, spec.SendOTP), pair.Unknown},
		"a date of which the order does not show":   {monthOnly, sent(dialect.AmbiguousDate, dialect.OrderUnknown, spec.SendOTP), pair.Unknown},
		"an answer after which the partner goes on": {production, goesOn(result.FormCoped), pair.Yes},
		"an answer at which it stops":               {production, goesOn(result.FormStopped), pair.No},
		"an answer of which nothing was shown":      {production, []result.FormUse{calls}, pair.Unknown},
	} {
		f := pair.Predict(&result.FullDialect{Forms: c.server}, &result.FullDialect{Forms: c.partner})
		require.Equal(t, c.want, f.Answer, name)
		for _, r := range f.Reasons {
			require.NotEmpty(t, r.Title, name)
			require.Equal(t, r.Answer == pair.Unknown, r.Remedy != "", "%s: what is unknown has a remedy", name)
		}
	}
}

func TestSizes(t *testing.T) {
	server := &result.FullDialect{Sizes: []result.SizeUse{{Name: "items", Endpoint: spec.CreatePurchases, Most: 5, Refused: 12}}}
	for most, want := range map[int64]pair.Answer{5: pair.Yes, 6: pair.Unknown, 12: pair.No, 40: pair.No} {
		partner := &result.FullDialect{Sizes: []result.SizeUse{{Name: "items", Endpoint: spec.CreatePurchases, Most: most}}}
		require.Equal(t, want, pair.Predict(server, partner).Answer, "%d items", most)
	}
}

func TestWhatIsNotDescribedIsUnknown(t *testing.T) {
	some := &result.FullDialect{}
	for _, pairs := range [][2]*result.FullDialect{{nil, some}, {some, nil}, {nil, nil}} {
		f := pair.Predict(pairs[0], pairs[1])
		require.Equal(t, pair.Unknown, f.Answer)
		require.NotEmpty(t, f.Remedies())
	}
	require.Equal(t, []string{"the whole dialect"}, pair.NotShown(result.ServerSide, nil))
	require.NotEmpty(t, pair.NotShown(result.ServerSide, some))
}

func TestOnlyAConformantBuildIsAdmitted(t *testing.T) {
	for verdict, admitted := range map[result.Verdict]bool{result.Conformant: true, result.Partial: false, result.NonConformant: false, result.Inconclusive: false} {
		require.Equal(t, admitted, pair.Build{Name: "x", Side: result.PartnerSide, Verdict: verdict}.CheckPredictable() == nil, verdict)
	}
}
