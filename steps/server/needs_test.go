package server

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
	"github.com/credit-partner/assay/steps/vocabulary"
)

// TestEveryRemedyHelps holds that the step which is recommended leaves what is
// lacking.
func TestEveryRemedyHelps(t *testing.T) {
	for state, remedy := range remedies {
		all := append([]sentence{is("what needs it", func(*scenario.Scenario) any { return nil }, vocabulary.Needs(state))}, sentences...)
		before := []string{"a customer with a credit limit", "another customer with a credit limit", "a purchase"}
		switch state {
		case theCustomer, theOther, thePurchase, theFirstItem, theCalls:
			before = nil
		}
		check := judgement.Check{Steps: append(before, "what needs it")}
		require.Contains(t, vocabulary.Read(all, check).Lacks(remedies), `"`+strings.ReplaceAll(remedy, `"`, `\"`)+`"`, state)
		_, text, _ := strings.Cut(remedy, " ")
		check.Steps = append(before[:len(before):len(before)], text, "what needs it")
		require.Empty(t, vocabulary.Read(all, check).Lacks(remedies), state)
	}
}

func BenchmarkUnmet(b *testing.B) {
	check := judgement.Check{Steps: []string{"a purchase of 3 items", "the second item of the purchase was cancelled", "the third item of the purchase is fetched", `"data" is the record that create purchases returned`}}
	for b.Loop() {
		if lack := Unmet(check); lack != "" {
			b.Fatal(lack)
		}
	}
}
