package identity

import (
	"slices"
	"sync"
)

// Log collects the details of people that must not be readable in the evidence of a run.
type Log struct {
	mu      sync.Mutex
	details []string
	otps    []string
	births  map[birthday]bool
}

// birthday is what people have in common that a target may take for one person.
type birthday struct {
	first, last string
	day, month  int
}

// AddInvented notes an invented person, and returns the person with a day of birth that nobody of
// the same name has: a target may take two such people for one, and refuse the second (section 7).
// The year does not count, because a check may change it.
func (l *Log) AddInvented(who Identity) Identity {
	l.mu.Lock()
	if l.births == nil {
		l.births = make(map[birthday]bool)
	}
	key := birthday{who.FirstName, who.LastName, who.Birth.Day, who.Birth.Month}
	for tries := 0; l.births[key] && tries < 12; tries++ {
		key.month = key.month%12 + 1
	}
	l.births[key] = true
	l.mu.Unlock()
	who.Birth.Month = key.month
	l.Add(who)
	return who
}

// Add notes the id number, the phone, the email address and the day of birth of a person.
func (l *Log) Add(who Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.details = append(l.details, who.IDNumber, who.Phone, "+"+who.Phone, who.Email)
	if who.Birth.Year > 0 {
		l.details = append(l.details, who.Birth.MonthFirst(), who.Birth.DayFirst())
	}
}

// AddDetail notes a detail that only the target returned.
func (l *Log) AddDetail(detail string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.details = append(l.details, detail)
}

// AddOTP notes an OTP that was read.
func (l *Log) AddOTP(otp string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.otps = append(l.otps, otp)
}

// Details returns all personal details that were noted.
func (l *Log) Details() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.details)
}

// OTPs returns all OTPs that were read in the run.
func (l *Log) OTPs() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.otps)
}
