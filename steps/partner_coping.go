package steps

// Coping is how a build went on when it was run again with answers of another
// documented form.
type Coping struct {
	Variant string // the form, by its name in the features
	Failed  string // why the build did not go on; "" when it did
}

// Cope notes how a build went on under one form of the answers.
func (r *PartnerRun) Cope(c Coping) { r.coped[c.Variant] = append(r.coped[c.Variant], c) }
