package partner

import "bytes"

// What is judged of a body grows with its members and elements. These bound how
// many are judged of all bodies, so that judging ends soon after the traffic does:
// so many, and more for every request.
const (
	judgedRoom  = 1_000_000
	judgedShare = 200
)

// room counts what may still be judged.
type room struct {
	left   int
	unread int // bodies for which there was none
}

// takes tells whether there is room for a body, and takes it.
func (r *room) takes(body []byte) bool {
	r.left += judgedShare
	size := bytes.Count(body, []byte(",")) + bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
	if size > r.left {
		r.unread++
		return false
	}
	r.left -= size
	return true
}

// Unread counts the bodies that were not judged, since there were so many members
// in all bodies before.
func (r *Run) Unread() int { return r.room.unread }
