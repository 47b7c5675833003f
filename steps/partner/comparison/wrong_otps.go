package comparison

import (
	"github.com/credit-partner/assay/steps/partner/formats"
)

// A person may mistype an OTP, guess one, and give up, and a test may do so with intent. So wrong OTPs show a fault
// of the program only if most customers are concerned. But a program often verifies the OTPs of one kind of customer
// in code of its own. So the verifies of each kind are also judged by themselves: what no customer of one kind does
// right is a fault, even if all others do it right.

// Visit is what a verify shows about the branch of the program that it comes from (4.1, 4.2).
type Visit struct {
	Customer, ID string
	IsKnown      bool // send OTP did not describe the customer, as for one who is not new
	IsLater      bool // the customer got an OTP before
}

// branches returns the names of the branches that a visit belongs to.
func (o Occupations) branches(v Visit) []string {
	names := []string{"new customers"}
	if v.IsKnown {
		names[0] = "known customers"
	}
	if v.IsLater {
		names = append(names, "later visits")
	}
	if of := o[v.ID]; of.Kind != "" {
		names = append(names, of.Names()...)
	}
	return names
}

// WrongOTPs are the customers who ended with a wrong OTP.
type WrongOTPs struct {
	of       Occupations
	all      endings
	shifted  map[string]bool // the customers with a zero before or after the right one
	right    map[string]bool // the customers with the right one
	branches map[string]*endings
	sound    map[string]bool // the branches in which a customer sent the right one
}

// endings are the last OTPs of customers, and how many ended with an OTP.
type endings struct {
	last  map[string]string
	byOTP map[string]int
}

func newEndings() endings {
	return endings{last: make(map[string]string), byOTP: make(map[string]int)}
}

func (e *endings) see(customer, otp string) {
	if before := e.last[customer]; before != "" {
		e.byOTP[before]--
	}
	e.last[customer] = otp
	e.byOTP[otp]++
}

const (
	// minAlike is how many customers must end with one wrong OTP, or with any if none is right.
	minAlike = 3
	// minShifted is the same for OTPs with an added zero, which few people type.
	minShifted = 2
	// minWrong is how many customers of a branch must end with wrong OTPs that differ, or that people guess.
	minWrong = 5
)

// NewWrongOTPs takes the occupations of the customers.
func NewWrongOTPs(of Occupations) *WrongOTPs {
	return &WrongOTPs{
		of: of, all: newEndings(), shifted: make(map[string]bool), right: make(map[string]bool),
		branches: make(map[string]*endings), sound: make(map[string]bool),
	}
}

// Wrong takes a visit that ended with a wrong OTP. A later one of the same customer counts in its place.
func (w *WrongOTPs) Wrong(v Visit, otp string, isShifted bool) {
	if isShifted {
		w.shifted[v.Customer] = true
	}
	w.all.see(v.Customer, otp)
	for _, name := range w.of.branches(v) {
		if w.branches[name] == nil {
			of := newEndings()
			w.branches[name] = &of
		}
		w.branches[name].see(v.Customer, otp)
	}
}

// Right takes a visit with the right OTP, so that people may have mistyped the wrong ones of its branches.
func (w *WrongOTPs) Right(v Visit) {
	w.right[v.Customer] = true
	for _, name := range w.of.branches(v) {
		w.sound[name] = true
	}
}

// IsLastOfSeveral reports whether several customers end with one wrong OTP.
func (w *WrongOTPs) IsLastOfSeveral(otp string) bool { return w.all.byOTP[otp] >= minAlike }

// IsInvented reports whether the program itself makes up the wrong OTP of a visit: several customers end with it,
// and they are most of those who verify an OTP, or several end with wrong OTPs and none is right. People and tests
// guess 000000 and 123456, if several others have the right OTP.
func (w *WrongOTPs) IsInvented(v Visit, otp string, isShifted bool) bool {
	right := len(w.right)
	for customer := range w.all.last {
		if w.right[customer] {
			right--
		}
	}
	isGuess := right > 1 && formats.IsGuess(otp)
	return isShifted && len(w.shifted) >= minShifted ||
		!isGuess && w.IsLastOfSeveral(otp) && w.all.byOTP[otp] > right ||
		len(w.right) == 0 && len(w.all.last) >= minAlike || w.isOfBranch(v, otp)
}

// isOfBranch reports whether the program makes up the wrong OTPs of a whole branch.
func (w *WrongOTPs) isOfBranch(v Visit, otp string) bool {
	for _, name := range w.of.branches(v) {
		of := w.branches[name]
		if of != nil && !w.sound[name] && (of.byOTP[otp] >= minAlike && !formats.IsGuess(otp) || len(of.last) >= minWrong) {
			return true
		}
	}
	return false
}
