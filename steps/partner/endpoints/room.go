package endpoints

import "bytes"

// What is judged of a body grows with its members and elements. These bound how
// many are judged of all bodies, so that judging ends soon after the traffic does:
// so many, and more for every request.
const (
	judgedRoom  = 1_000_000
	judgedShare = 200
)

// Room counts what may still be judged.
type Room struct {
	Left   int
	Unread int // bodies for which there was none
}

// Takes tells whether there is room for a body, and takes it.
func (r *Room) Takes(body []byte) bool {
	r.Left += judgedShare
	size := bytes.Count(body, []byte(",")) + bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
	if size > r.Left {
		r.Unread++
		return false
	}
	r.Left -= size
	return true
}

// NewRoom has all of it.
func NewRoom() Room { return Room{Left: judgedRoom} }
