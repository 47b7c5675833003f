package vocabulary_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/vocabulary"
)

const aCake vocabulary.State = "a cake"

func sentences() []vocabulary.Sentence[int] {
	nothing := func(int) any { return func() {} }
	slices := func(args []string) []vocabulary.State {
		return []vocabulary.State{vocabulary.State("a slice for " + args[0])}
	}
	return []vocabulary.Sentence[int]{
		vocabulary.Is(`a cake`, nothing, vocabulary.Gives(aCake)),
		vocabulary.Is(`it is cut for (\w+)`, nothing, vocabulary.Needs(aCake), vocabulary.GivesBy(slices)),
		vocabulary.Is(`(\w+) has a slice`, nothing, vocabulary.NeedsBy(slices)),
		vocabulary.Is(`every cake of the day is counted`, nothing, vocabulary.OfTheWholeRun()),
		vocabulary.Is(`its price is (\w+)`, nothing, vocabulary.ByTheOwnerOf("price")),
	}
}

func TestWhatACheckLacks(t *testing.T) {
	remedies := map[vocabulary.State]string{aCake: "Given a cake"}
	const at = "server/cakes.feature:7: "
	for name, c := range map[string]struct {
		steps    []string
		wholeRun bool
		owns     []judgement.Aspect
		lack     string
	}{
		"nothing":                        {steps: []string{"a cake", "it is cut for Ann", "Ann has a slice"}},
		"a Given":                        {steps: []string{"it is cut for Ann"}, lack: at + `"it is cut for Ann" needs a cake, and no step before it gives that: add one such as "Given a cake"`},
		"a Given that comes too late":    {steps: []string{"it is cut for Ann", "a cake"}, lack: at + `"it is cut for Ann" needs a cake, and no step before it gives that: add one such as "Given a cake"`},
		"what only a value gives":        {steps: []string{"a cake", "it is cut for Ann", "Ben has a slice"}, lack: at + `"Ben has a slice" needs a slice for Ben, and no step before it gives that`},
		"the tag of the whole run":       {steps: []string{"every cake of the day is counted"}, lack: at + `"every cake of the day is counted" is about the calls of the whole run, and its scenario does not wait for them: tag the scenario @whole-run`},
		"no tag of the whole run":        {steps: []string{"every cake of the day is counted"}, wholeRun: true},
		"the tag of an owner":            {steps: []string{"its price is low"}, lack: at + `"its price is low" judges only what its rule owns, and CAK-01 owns no price: tag the rule @owns-price`},
		"no tag of an owner":             {steps: []string{"its price is low"}, owns: []judgement.Aspect{{Endpoint: "buy", Name: "price"}}},
		"a meaning, which others tell":   {steps: []string{"it rains"}},
		"what a prefix seems to give it": {steps: []string{"a cake of stone", "it is cut for Ann"}, lack: at + `"it is cut for Ann" needs a cake, and no step before it gives that: add one such as "Given a cake"`},
	} {
		t.Run(name, func(t *testing.T) {
			check := judgement.Check{Requirement: "CAK-01", Location: "server/cakes.feature:7", Steps: c.steps, WholeRun: c.wholeRun, Owns: c.owns}
			require.Equal(t, c.lack, vocabulary.Read(sentences(), check).Lacks(remedies))
		})
	}
}
