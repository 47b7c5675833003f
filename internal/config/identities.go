package config

import "time"

// How a customer earns, as the member kind of an identity says it.
const (
	KindEmployed     = "employed"
	KindGovernment   = "government"
	KindSelfEmployed = "self-employed"
)

// Identities is whom the suite may pretend to be. An OTP sent to an invented
// phone number may reach a stranger, so for a target that is not loopback
// either Generate is set or identities are listed.
type Identities struct {
	// Generate allows invented identities for a target anywhere. Without it
	// they go to loopback targets alone.
	Generate bool
	Invented Invented   // the form of invented people
	Existing []Identity // customers that the target knows
	New      []Identity // people that it has not met; each asks for one limit
}

// Invented is the form of the people whom the suite invents, where a target takes
// only what looks local. What is empty is the suite's own.
type Invented struct {
	IDNumber    string // a digit for each #
	PhoneNumber string // the same, international
	CountryCode string // ISO 3166-1
	Names       string // the alphabet of names, one of Alphabets
}

// Identity is one test customer. An existing one has an id number and a phone
// at least, a new one has all members (sections 2.4, 4.1).
type Identity struct {
	FirstName, LastName string
	IDNumber            string
	PhoneNumber         string    // international, digits, perhaps with a leading +
	Email               string    //
	DateOfBirth         time.Time // midnight UTC; zero when not given
	CountryCode         string    // ISO 3166-1, two or three capital letters
	// Kind is one of Kinds. When not given, an existing customer is
	// KindEmployed, and somebody new asks as any.
	Kind string
	// HasLimit says of an existing customer that there is a credit limit. True
	// when not given, and false of every new one.
	HasLimit bool
}
