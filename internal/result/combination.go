package result

// Combination says which combinations of the documented values of a request body
// were sent, and which of them the target refused.
type Combination struct {
	Body       string   `json:"body"`       // "limit request of an employed customer"
	Endpoint   string   `json:"endpoint"`   // "POST /api/v2/limits"
	Parameters []string `json:"parameters"` // the members whose values are combined
	// Strength is of how many members every combination of values is to be sent:
	// 2 are all pairs. 0 says that none had to be.
	Strength int `json:"strength"`
	Tuples   int `json:"tuples"` // how many combinations that makes
	Sent     int `json:"sent"`   // of them
	Served   int `json:"served"` // of them
	// LeftOut are two members of which only some pairs are sent at this strength.
	LeftOut *LeftOut `json:"left_out,omitempty"`
	Reached []Tuples `json:"reached"` // single values, pairs and triples, nothing left out
	// Refused are combinations that the target was seen to refuse whatever stood
	// beside them, while it served any fewer of their values.
	Refused []Refusal `json:"refused"`
}

// Tuples counts the combinations of so many values.
type Tuples struct {
	Size   int `json:"size"`
	Tuples int `json:"tuples"`
	Sent   int `json:"sent"`
	Served int `json:"served"`
}

// LeftOut counts the pairs of two members that have too many for a usual run.
type LeftOut struct {
	Parameters []string `json:"parameters"`
	Tuples     int      `json:"tuples"`
	Sent       int      `json:"sent"`
}

// Refusal is one combination of values that was refused.
type Refusal struct {
	Values   []string `json:"values"`   // "gender female"
	Times    int      `json:"times"`    // how many requests of the run it explains
	Exchange string   `json:"exchange"` // one of them
}
