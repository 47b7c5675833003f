// Package config reads assay.yaml: what a team says once about its target, its
// credentials and whom the suite may pretend to be. It reads and checks only;
// it asks for no secret, opens no file that the settings name, and sends
// nothing.
//
// The tags say how a setting is read: yaml is its key, form what its value must
// look like (see forms), required in which sets of keys it must stand. Whatever is left out keeps the zero value, which means "not set": the one who
// runs applies the default, after the flags had their say. Paths are relative
// to the folder of the file that names them.
package config

import (
	"time"

	"github.com/credit-partner/assay/schemas"
)

// Config is one assay.yaml, checked. Secrets are not in it, only where they
// are to be had.
type Config struct {
	// File is the name under which it was read.
	File string `yaml:"-"`
	// Dir is the folder of File: commands of the config run there, and its
	// paths, already resolved here, were relative to it.
	Dir string `yaml:"-"`

	Target     Target           `yaml:"target"`
	Auth       Auth             `yaml:"auth"`
	Lookup     Lookup           `yaml:"lookup"`
	StoreKey   string           `yaml:"store_key"`      // store_key and referral_source (sections 2.2, 2.4)
	OTP        *OTP             `yaml:"otp" form:"one"` // nil: from the answer to send OTP only
	Identities Identities       `yaml:"identities"`
	Tolerances schemas.Settings `yaml:"tolerances"`              // pinned readings; what is not in it is "any"
	Scope      []string         `yaml:"scope" form:"capability"` // nil: all capabilities
	Deviations string           `yaml:"deviations" form:"path"`  // path of the file of accepted failures; empty: none
	Limits     Limits           `yaml:"limits"`
	TLS        TLS              `yaml:"tls"`
	// Lab, Customer and Item are what page one of a report states.
	Lab      Lab      `yaml:"lab"`
	Customer Customer `yaml:"customer"`
	Item     Item     `yaml:"item"`
	// FullEvidence leaves personal details readable in what is written.
	// Secrets are cut anyway.
	FullEvidence bool `yaml:"evidence" form:"evidence"`
}

// Target is the server build under test.
type Target struct {
	BaseURL string `yaml:"base_url" form:"address"` // {base_url} of section 4: absolute, http or https
	Build   string `yaml:"build"`                   // the team's own name of the build
	// UserAgent is the User-Agent that requests carry; empty: assay and its version.
	UserAgent string `yaml:"user_agent"`
}

// Lab is who tests (ISO/IEC 17025:2017, 7.8.2.1 b, c, o).
type Lab struct {
	Name         string `yaml:"name"`
	Address      string `yaml:"address"`
	Contact      string `yaml:"contact"`
	Host         string `yaml:"host"`          // the machine that runs the suite; empty: its own name
	Vantage      string `yaml:"vantage"`       // from where it sees the item
	AuthorisedBy string `yaml:"authorised_by"` // who authorises the report
}

// Customer is for whom it is tested (7.8.2.1 e).
type Customer struct {
	Name    string `yaml:"name"`
	Address string `yaml:"address"`
	Contact string `yaml:"contact"`
}

// Item is what is tested, beside its address (7.8.2.1 g, h, p).
type Item struct {
	Name        string    `yaml:"name"` // empty: target.build
	Version     string    `yaml:"version"`
	Digest      string    `yaml:"digest"` // sha256:… of an image, gitCommit:…
	Environment string    `yaml:"environment"`
	Condition   string    `yaml:"condition"`
	Received    time.Time `yaml:"received"` // midnight UTC; zero when not given
	Provided    string    `yaml:"provided"` // what came from the customer or from others
}

// Auth says how requests are authorised (section 5, rule 1).
type Auth struct {
	Token *Token `yaml:"token" form:"place"` // nil: not set
}

// Token says where the access token comes from: one place, or OAuth2.
type Token struct {
	Secret `yaml:",inline"` // the zero Secret with OAuth2
	OAuth2 *OAuth2          `yaml:"oauth2"` // nil with Secret
}

// The ways in which a token endpoint is asked.
const (
	StyleBasic = "basic" // POST of a form, client id and secret as basic auth: the default
	StylePost  = "post"  // POST of a form that holds client id and secret
	StyleGet   = "get"   // GET with basic auth
)

// OAuth2 is the client credentials grant.
type OAuth2 struct {
	TokenURL     string   `yaml:"token_url" form:"address?" required:"always"`
	ClientID     string   `yaml:"client_id" required:"always"`
	ClientSecret Secret   `yaml:"client_secret" form:"place" required:"always"`
	Scopes       []string `yaml:"scopes"`
	Style        string   `yaml:"style" form:"style"` // never empty: StyleBasic when not set
	// Member is the path of the token in the answer, names joined by dots. Only
	// StyleGet has one, and there it is never empty: access_token when not set.
	Member string `yaml:"member" form:"member"`
}

// Lookup says how the lookup of section 4.5 is reached and signed.
type Lookup struct {
	BaseURL string   `yaml:"base_url" form:"address"` // where it is served elsewhere; empty: the target's
	Signing *Signing `yaml:"signing" form:"one"`      // nil: a placeholder Sign is sent
}

// Signing says how the headers of section 5, rule 2, are made. Exactly one
// member is set.
type Signing struct {
	Static  *StaticSigning `yaml:"static"`
	Command []string       `yaml:"command" form:"command"` // argv; no shell
	Recipe  *Recipe        `yaml:"recipe"`
}

// StaticSigning sends the same values always. An empty Nonce or Timestamp is
// made fresh for every request.
type StaticSigning struct {
	Sign      string `yaml:"sign" required:"always"`
	Nonce     string `yaml:"noncestr"`
	Timestamp string `yaml:"timestamp"`
}

// Recipe is a built-in way to sign.
type Recipe struct {
	Name   string `yaml:"name" form:"recipe" required:"always"` // one of Recipes
	Secret Secret `yaml:"secret" form:"place" required:"always"`
}

// OTP says how the suite learns an OTP that the answer does not hold (section
// 4.1, production form). Exactly one member is set.
type OTP struct {
	Command []string `yaml:"command" form:"command"` // argv; no shell
	File    string   `yaml:"file" form:"path"`
	Prompt  bool     `yaml:"prompt" form:"true"`
}

// Limits bound what a run costs. Zero means not set.
type Limits struct {
	Concurrency int           `yaml:"concurrency" form:"1-64"`  // checks at once, 1 to 64
	Strength    int           `yaml:"strength" form:"1-3"`      // of how many members every combination of values is sent, 1 to 3
	Timeout     time.Duration `yaml:"timeout" form:"duration"`  // for one request
	Deadline    time.Duration `yaml:"deadline" form:"duration"` // for the whole run
	Rate        Rate          `yaml:"rate" form:"rate"`         // of requests
	MaxBody     int64         `yaml:"max_body" form:"size"`     // octets of one response body
}

// Rate is so many requests in so much time. The zero Rate is no bound.
type Rate struct {
	Count int
	Per   time.Duration
}

// PerSecond is the rate in requests a second; 0 for the zero Rate.
func (r Rate) PerSecond() float64 {
	if r.Per <= 0 {
		return 0
	}
	return float64(r.Count) / r.Per.Seconds()
}

// TLS says whom the suite trusts and who it is.
type TLS struct {
	CAFile             string `yaml:"ca_file" form:"path"`   // PEM, trusted besides the system's roots
	CertFile           string `yaml:"cert_file" form:"path"` // PEM, the client's own; both or neither
	KeyFile            string `yaml:"key_file" form:"path"`
	InsecureSkipVerify bool   `yaml:"insecure_skip_verify"` // nobody is verified; the report says so
}

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
	Generate bool       `yaml:"generate"`
	File     string     `yaml:"file" form:"path"`         // a list in a file of its own, in place of the two below
	Invented Invented   `yaml:"invented"`                 // the form of invented people
	Existing []Identity `yaml:"existing" form:"existing"` // customers that the target knows
	New      []Identity `yaml:"new" form:"new"`           // people that it has not met; each asks for one limit
}

// Invented is the form of the people whom the suite invents, where a target takes
// only what looks local. What is empty is the suite's own.
type Invented struct {
	IDNumber    string `yaml:"id_number" form:"places"`          // a digit for each #
	PhoneNumber string `yaml:"phone_number" form:"phone places"` // the same, international
	CountryCode string `yaml:"country_code" form:"country"`      // ISO 3166-1
	Names       string `yaml:"names" form:"alphabet"`            // the alphabet of names, one of Alphabets
}

// Identity is one test customer. An existing one has an id number and a phone
// at least, a new one has all members (sections 2.4, 4.1).
type Identity struct {
	FirstName   string    `yaml:"first_name" required:"new"`
	LastName    string    `yaml:"last_name" required:"new"`
	IDNumber    string    `yaml:"id_number" required:"existing new"`
	PhoneNumber string    `yaml:"phone_number" form:"phone" required:"existing new"` // international, digits, perhaps with a leading +
	Email       string    `yaml:"email" form:"email" required:"new"`                 //
	DateOfBirth time.Time `yaml:"date_of_birth" required:"new"`                      // midnight UTC; zero when not given
	CountryCode string    `yaml:"country_code" form:"country" required:"new"`        // ISO 3166-1, two or three capital letters
	// Kind is one of Kinds. When not given, an existing customer is
	// KindEmployed, and somebody new asks as any.
	Kind string `yaml:"kind" form:"kind"`
	// HasLimit says of an existing customer that there is a credit limit. True
	// when not given, and false of every new one.
	HasLimit bool `yaml:"has_limit" only:"existing"`
}

// Recipes are the names of the built-in ways to sign a lookup.
func Recipes() []string {
	return []string{"sorted-md5", "concat-md5", "concat-sha256", "hmac-sha256", "hmac-sha256-base64"}
}

// Kinds are the ways in which a customer earns (sections 2.4 to 2.6).
func Kinds() []string { return []string{KindEmployed, KindGovernment, KindSelfEmployed} }

// Alphabets are what the names of invented people may be written in.
func Alphabets() []string {
	return []string{"arabic", "chinese", "cyrillic", "greek", "japanese", "korean", "latin", "latin-extended"}
}

// Secret says where a secret is to be had. At most one member is set, and never
// the secret itself.
type Secret struct {
	Env     string   `yaml:"env" form:"env"`         // name of an environment variable
	File    string   `yaml:"file" form:"path"`       // path; the file holds the secret and nothing else
	Command []string `yaml:"command" form:"command"` // argv; no shell. It prints the secret
}
