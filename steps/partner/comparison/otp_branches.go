package comparison

import (
	"strings"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// A program often verifies the OTPs of one kind of customer in code of its own. So the verifies of each kind
// are also judged by themselves: what no customer of one kind does right is a fault, even if all others do it
// right.

// Visit is what a verify shows about the branch of the program that it comes from (4.1, 4.2).
type Visit struct {
	Customer, ID string
	IsKnown      bool // send OTP did not describe the customer, as for one who is not new
	IsLater      bool // the customer got an OTP before
}

// Occupations are the kinds of occupation of customers, by id number (2.5, 2.6).
type Occupations map[string]Occupation

// Know keeps the occupation of a customer.
func (o Occupations) Know(id string, of Occupation) {
	if id != "" && of.Kind != "" && len(o) < maxCustomers {
		o[strings.Clone(id)] = of
	}
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
		names = append(names, of.Kind, of.Kind+" "+of.Sector)
	}
	return names
}

// WrongBranches are the branches in which no customer sent the right OTP.
type WrongBranches struct {
	of     Occupations
	byName map[string]*wrongBranch
}

// wrongBranch is how the customers of a branch ended who never sent the right OTP.
type wrongBranch struct {
	last  map[string]string // their last OTPs
	byOTP map[string]int    // how many ended with an OTP
}

// minAlike is how many customers of a branch must end with one wrong OTP, and minWrong with any, as people may
// guess an OTP.
const (
	minAlike = 3
	minWrong = 5
)

// NewWrongBranches takes the occupations of the customers.
func NewWrongBranches(of Occupations) *WrongBranches {
	return &WrongBranches{of: of, byName: make(map[string]*wrongBranch)}
}

// Wrong takes a visit that ended with a wrong OTP. A later one of the same customer counts in its place.
func (b *WrongBranches) Wrong(v Visit, otp string) {
	for _, name := range b.of.branches(v) {
		of := b.byName[name]
		if of == nil {
			of = &wrongBranch{last: make(map[string]string), byOTP: make(map[string]int)}
			b.byName[name] = of
		}
		if before := of.last[v.Customer]; before != "" {
			of.byOTP[before]--
		}
		of.last[v.Customer] = otp
		of.byOTP[otp]++
	}
}

// Right takes a visit with the right OTP, so that people may have mistyped the wrong ones of its branches. It
// must follow all calls of Wrong.
func (b *WrongBranches) Right(v Visit) {
	for _, name := range b.of.branches(v) {
		delete(b.byName, name)
	}
}

// IsInvented reports whether the program makes up the wrong OTP of a visit, because it does so for a whole branch.
func (b *WrongBranches) IsInvented(v Visit, otp string) bool {
	for _, name := range b.of.branches(v) {
		of := b.byName[name]
		if of != nil && (of.byOTP[otp] >= minAlike && !formats.IsGuess(otp) || len(of.last) >= minWrong) {
			return true
		}
	}
	return false
}
