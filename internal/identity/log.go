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
