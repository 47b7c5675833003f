package partner

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

func TestComparisonsThatCannotBeMadeBlock(t *testing.T) {
	send := func(id, phone, first string) *recording.Exchange {
		return otpCall(spec.SendOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`","first_name":"`+first+`"}`, `{"data":{"otp":"111111"}}`)
	}
	verify := func(id, phone string) *recording.Exchange {
		return otpCall(spec.VerifyOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`","item_value":"10","otp":"111111"}`, `{}`)
	}
	limit := func(id, phone, first string) *recording.Exchange {
		return otpCall(spec.CreateLimit, `{"id_number":"`+id+`","loan_amount":10,"phone_number":"`+phone+`","first_name":"`+first+`"}`, `{}`)
	}
	const one, two = "+254722000201", "+254722000202"
	for name, c := range map[string]struct {
		calls           []*recording.Exchange
		failed, blocked bool // first_name of the limits
	}{
		"all alike":       {[]*recording.Exchange{send("1", one, "Amina"), limit("1", one, "Amina"), send("2", two, "Joy"), limit("2", two, "Joy")}, false, false},
		"all different":   {[]*recording.Exchange{send("1", one, "Amina"), limit("1", one, "Peter"), send("2", two, "Joy"), limit("2", two, "Mary")}, true, false},
		"no id, no name":  {[]*recording.Exchange{send("${id}", one, "Amina"), limit("1", one, "Peter"), send("${id}", two, "Joy"), limit("2", two, "Mary")}, false, true},
		"by the phone":    {[]*recording.Exchange{send("${id}", one, "Amina"), verify("1", one), limit("1", one, "Peter"), send("${id}", two, "Joy"), verify("2", two), limit("2", two, "Mary")}, true, false},
		"alike by phone":  {[]*recording.Exchange{send("${id}", one, "Amina"), verify("1", one), limit("1", one, "Amina")}, false, false},
		"by a label":      {[]*recording.Exchange{send("No 1", one, "Amina"), verify("1", one), limit("1", one, "Peter"), send("No 2", two, "Joy"), verify("2", two), limit("2", two, "Mary")}, true, false},
		"one is readable": {[]*recording.Exchange{send("1", one, "Amina"), limit("1", one, "Amina"), send("${id}", two, "Joy"), limit("2", two, "Mary")}, false, false},
		"of a family":     {[]*recording.Exchange{verify("1", one), verify("2", one), send("${id}", one, "Amina"), limit("1", one, "Peter")}, false, true},
	} {
		r := afterAll(t, Config{Closed: true}, c.calls)
		found := r.findings.at(obligation{spec.CreateLimit, "first_name"})
		require.Equal(t, []bool{c.failed, c.blocked}, []bool{found.failed > 0, found.blocked > 0}, name)
	}
}
