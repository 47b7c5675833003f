package schemas

// Report is what judging a body came to. A body is fine when there are no
// violations.
type Report struct {
	// Violations are ordered by path, one for each place. In an array of
	// hundreds, judging stops after the first stretch that has any.
	Violations []Violation
	Readings   []Seen // which reading of which tolerance was seen where, ordered by path
	// Unjudged says that the body could not be judged, for a reason on our
	// side: a bound of ours, or trouble in the library. There is a violation
	// that says so, and it is not the target's fault.
	Unjudged bool
	// Partial says that the rest of a long array was not judged.
	Partial bool
}

// OK tells whether the body was judged and found without fault.
func (r Report) OK() bool { return len(r.Violations) == 0 && !r.Unjudged }

// Violation is one place in a body that is not as the specification has it.
type Violation struct {
	Path     string // gjson path from the root, "data.0.id"; empty for the whole body (gjson cannot follow an empty member name)
	Expected string // in words: "a UUID", "one of phone, tv"
	Actual   string // what stands there, with its type: `the string "12"`, or "absent"
	Message  string // one sentence with all three
	Section  string // section of the specification, "2.3"; empty for what JSON itself demands
	// Kind, Want and Wanted say as data what the texts say in words: "missing", "null" or
	// "type", and how the value must be compared with what; empty where that cannot be said.
	Kind, Want, Wanted string
}

// Seen is a reading of a tolerance as it was met in a body.
type Seen struct {
	Tolerance string // id in the register
	Reading   string // name of the reading
	Path      string // where, as in Violation
}
