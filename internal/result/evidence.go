package result

import "fmt"

// Evidence says on how many answers a requirement was decided, and on how many
// it could not be; on the partner's side it is requests that are judged.
func (r Requirement) Evidence(side Side) string {
	noun := "answer"
	if side == PartnerSide {
		noun = "request"
	}
	text := fmt.Sprintf("decided on %s", counted(r.Decided, noun))
	if r.Undecided > 0 {
		text += fmt.Sprintf("; %s could not be decided", counted(r.Undecided, noun))
	}
	return text
}

func counted(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
