package result

// Shard is what a run of a part of a plan records besides its result, so that
// the parts can be judged together as one run: an outcome that leans on another
// requirement may have to be revised once all parts are known.
type Shard struct {
	// Run is the id of the run, drawn once and handed to every part. A merge takes
	// parts of one run only.
	Run   string `json:"run,omitempty"`
	Index int    `json:"index"` // which part, from 1
	Of    int    `json:"of"`    // how many parts there are
	// Planned are the locations of all checks of the whole plan, whichever part
	// runs them. Checks of a whole run are judged in every part, on the
	// exchanges of that part.
	Planned  []string  `json:"planned"`
	Findings []Finding `json:"findings"`
}

// Finding is what one check of a part found, before anybody is blamed for it.
type Finding struct {
	Check      string    `json:"check"`      // its location
	StartedMS  int64     `json:"started_ms"` // since the run of the part started
	DurationMS int64     `json:"duration_ms"`
	Failures   []Failure `json:"failures,omitempty"`
	Breaks     []Break   `json:"breaks,omitempty"`
	Untested   string    `json:"untested,omitempty"`
	// Inapplicable says why nothing is documented of the case at hand.
	Inapplicable string   `json:"inapplicable,omitempty"`
	Errored      string   `json:"errored,omitempty"`
	Unfinished   bool     `json:"unfinished,omitempty"` // the part ended before the check
	Readings     []string `json:"readings,omitempty"`
	Notes        []string `json:"notes,omitempty"` // answers of an observation
	Exchanges    []string `json:"exchanges,omitempty"`
	Unstable     []string `json:"unstable,omitempty"`
	Decided      int      `json:"decided"`
	Undecided    int      `json:"undecided,omitempty"`
}

// Break is a precondition that the target broke.
type Break struct {
	Endpoint string  `json:"endpoint"`
	Variant  string  `json:"variant,omitempty"` // empty: the plain case
	Aspect   string  `json:"aspect"`            // "status", "json" …
	Held     bool    `json:"held,omitempty"`    // elsewhere in the part the target kept it
	Failure  Failure `json:"failure"`
}
