package server

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// fewLate is how many calls may be cut, and answered only when they are made again, before
// it is more than a network that loses some.
const fewLate = 5

// late gives the answers of the collected ones that came only when a call was made again,
// and how many were collected; none where that may be the network. A network loses some
// connections, of all endpoints alike; where an endpoint loses a quarter of its calls while
// the others answer at once, it is the endpoint that does not answer them.
func (s envelopes) late() (late []*driver.Call, of int) {
	mine := slices.DeleteFunc(slices.Clone(s.Answers), func(c *driver.Call) bool { return !s.owns(c) || c.Response == nil })
	late = latest(mine)
	if len(late) < fewLate || 4*len(late) < len(mine) {
		return nil, len(mine)
	}
	others := s.Session.Calls.Other(late[0].Endpoint)
	if len(others) == 0 || 20*len(latest(others)) > len(others) {
		return nil, len(mine)
	}
	return late, len(mine)
}

// answersLate tells whether the endpoint is to blame for what it answers late.
func (s envelopes) answersLate() bool {
	late, _ := s.late()
	return late != nil
}

// answersAtOnce judges that an endpoint answers a call when it is made.
func (s envelopes) answersAtOnce() {
	late, of := s.late()
	if late == nil {
		return
	}
	c := late[0]
	s.Fail(c, result.Failure{
		Path: "status", Section: spec.Of(c.Endpoint).Section, Want: result.ExpectServed, Expected: "an answer to the first attempt",
		Actual:  fmt.Sprintf("%d of %d calls were not answered at first, but only when they were made again", len(late), of),
		Message: spec.Line(c.Endpoint) + " does not answer the first attempt, while other endpoints answer",
	})
	s.Evidence.Decide(c)
}

func latest(calls []*driver.Call) []*driver.Call {
	return slices.DeleteFunc(slices.Clone(calls), func(c *driver.Call) bool { return !c.Late })
}
