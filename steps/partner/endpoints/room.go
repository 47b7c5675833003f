package endpoints

import "bytes"

// What is judged of a body grows with its members and elements. These bound how
// many are judged of all bodies, so that judging ends soon after the traffic does:
// so many, and more for every request.
const (
	judgedRoom  = 1_000_000
	judgedShare = 200
)

// JudgingBudget counts what may still be judged.
type JudgingBudget struct {
	Remaining     int
	SkippedBodies int // bodies for which there was none
}

// Takes tells whether there is room for a body, and takes it.
func (r *JudgingBudget) Takes(body []byte) bool {
	r.Remaining += judgedShare
	size := bytes.Count(body, []byte(",")) + bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
	if size > r.Remaining {
		r.SkippedBodies++
		return false
	}
	r.Remaining -= size
	return true
}

// NewJudgingBudget has all of it.
func NewJudgingBudget() JudgingBudget { return JudgingBudget{Remaining: judgedRoom} }
