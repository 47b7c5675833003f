package options

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

// Shard says which part of the plan assay runs.
type Shard struct {
	Part  string // "2/5"; empty: the whole plan
	runID string // the id of the run, the same for every part
	by    string // an earlier result; its durations are used to make parts of equal duration
}

func (s *Shard) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&s.Part, "shard", "", "run one part of the plan, such as 2/5; \"assay report merge\" merges the parts")
	flags.StringVar(&s.runID, "run-id", "", "with --shard: one id for all parts of a run, such as the number of the pipeline")
	flags.StringVar(&s.by, "shard-by", "", "an earlier results.json, to make parts of equal duration")
}

var runIDs = regexp.MustCompile(`^[A-Za-z0-9._-]{6,64}$`)

// cut returns the part of a plan that the flags name.
func (s *Shard) cut(plan *suite.Plan, seed int64, deviations string) (*suite.Plan, error) {
	switch {
	case s.Part == "" && s.by != "":
		return nil, errors.New("--shard-by needs --shard")
	case s.Part == "" && s.runID != "":
		return nil, errors.New("--run-id needs --shard")
	case s.Part == "":
		return plan, nil
	case seed == 0:
		return nil, errors.New("--shard needs --seed: use the same number for every part")
	case s.runID == "":
		return nil, errors.New("--shard needs --run-id: use one id for all parts of the run")
	case !runIDs.MatchString(s.runID):
		return nil, fmt.Errorf("--run-id %q: it must have 6 to 64 letters, digits and . _ -", s.runID)
	case deviations != "":
		return nil, errors.New("--deviations applies to the whole run: set it for `assay report merge`")
	}
	index, of, err := parseShard(s.Part)
	if err != nil {
		return nil, err
	}
	var durations suite.Durations
	if s.by != "" {
		run, err := reports.ReadResults(s.by)
		if err != nil {
			return nil, fmt.Errorf("--shard-by: %w", err)
		}
		durations = suite.DurationsOf(run)
	}
	part, err := plan.Shard(s.runID, index, of, durations)
	if err != nil {
		return nil, fmt.Errorf("--shard %s: %w", s.Part, err)
	}
	return part, nil
}

// share gives each part different people of the list. Parts run at the same time, and two parts
// that use the same customer would disturb each other.
func (s *Shard) share(all *identity.Identities) (*identity.Identities, error) {
	if s.Part == "" {
		return all, nil
	}
	index, of, err := parseShard(s.Part)
	if err != nil || of < 1 {
		return all, err // cut reports what is wrong with it
	}
	theirs := func(people []identity.Person) []identity.Person {
		var some []identity.Person
		for n, p := range people {
			if n%of == index-1 {
				some = append(some, p)
			}
		}
		return some
	}
	return &identity.Identities{New: theirs(all.New), Existing: theirs(all.Existing), Invent: all.Invent}, nil
}

func parseShard(text string) (index, of int, err error) {
	_, err = fmt.Sscanf(text, "%d/%d", &index, &of)
	if err != nil || fmt.Sprintf("%d/%d", index, of) != text {
		return 0, 0, fmt.Errorf("--shard %q: write it as 2/5", text)
	}
	return index, of, nil
}
