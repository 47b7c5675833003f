// Package config reads assay.yaml. There a team describes its target, its credentials and the
// people that the suite may use. The package only reads and checks the settings: it reads no
// secret, opens no file that the settings name, and sends nothing.
//
// The struct tags say how a setting is read. yaml is its key. form is the form of its value (see
// forms). required says when the key must be set: always, or for a person in the list new or
// existing. only names the list in which the key is allowed. A setting that is left out keeps the
// zero value, which means "not set". The caller applies the flags first, and then the defaults.
// Paths are relative to the folder of the file that names them.
package config

import (
	"time"

	"github.com/credit-partner/assay/schemas"
)

// Config is the checked content of one assay.yaml. It contains no secrets, only the places where
// they are.
type Config struct {
	// File is the name of the file.
	File string `yaml:"-"`
	// Dir is the folder of File. Commands of the config run there. Paths in the config are
	// relative to it; here they are already joined with it.
	Dir string `yaml:"-"`

	Target     Target           `yaml:"target"`
	Auth       Auth             `yaml:"auth"`
	Lookup     Lookup           `yaml:"lookup"`
	StoreKey   string           `yaml:"store_key"`      // store_key and referral_source (sections 2.2, 2.4)
	OTP        *OTP             `yaml:"otp" form:"one"` // nil: only from the response of send OTP
	Identities Identities       `yaml:"identities"`
	Tolerances schemas.Settings `yaml:"tolerances"`              // pinned readings; a tolerance that is not in it is "any"
	Scope      []string         `yaml:"scope" form:"capability"` // nil: all capabilities
	Deviations string           `yaml:"deviations" form:"path"`  // path of the file of accepted failures; empty: none
	Limits     Limits           `yaml:"limits"`
	TLS        TLS              `yaml:"tls"`
	// Lab, Customer and Item are the statements of page one of a report.
	Lab      Lab      `yaml:"lab"`
	Customer Customer `yaml:"customer"`
	Item     Item     `yaml:"item"`
	// FullEvidence shows personal details in everything that assay writes. Secrets are always cut.
	FullEvidence bool `yaml:"evidence" form:"evidence"`
}

// Target is the server build under test.
type Target struct {
	BaseURL string `yaml:"base_url" form:"address"` // {base_url} of section 4: absolute, http or https
	Build   string `yaml:"build"`                   // the name that the team gives the build
	// UserAgent is the User-Agent header of the requests; empty: assay and its version.
	UserAgent string `yaml:"user_agent"`
}

// Lab says who tests (ISO/IEC 17025:2017, 7.8.2.1 b, c, o).
type Lab struct {
	Name         string `yaml:"name"`
	Address      string `yaml:"address"`
	Contact      string `yaml:"contact"`
	Host         string `yaml:"host"`          // the machine that runs the suite; empty: its own name
	Vantage      string `yaml:"vantage"`       // the place in the network from which the machine reaches the item
	AuthorisedBy string `yaml:"authorised_by"` // who authorises the report
}

// Customer says for which client the item is tested (7.8.2.1 e).
type Customer struct {
	Name    string `yaml:"name"`
	Address string `yaml:"address"`
	Contact string `yaml:"contact"`
}

// Item describes the tested item, beside its address (7.8.2.1 g, h, p).
type Item struct {
	Name        string    `yaml:"name"` // empty: target.build
	Version     string    `yaml:"version"`
	Digest      string    `yaml:"digest"` // sha256:… of an image, gitCommit:…
	Environment string    `yaml:"environment"`
	Condition   string    `yaml:"condition"`
	Received    time.Time `yaml:"received"` // midnight UTC; zero if it is not set
	Provided    string    `yaml:"provided"` // the information that came from the customer or from others
}

// Auth says how assay authorises requests (section 5, rule 1).
type Auth struct {
	Token *Token `yaml:"token" form:"place"` // nil: not set
}

// Token says where the access token comes from: one place, or OAuth2.
type Token struct {
	Secret `yaml:",inline"` // the zero Secret with OAuth2
	OAuth2 *OAuth2          `yaml:"oauth2"` // nil with Secret
}

// The styles of a request to a token endpoint.
const (
	StyleBasic = "basic" // POST of a form, client id and secret as basic auth: the default
	StylePost  = "post"  // POST of a form that contains client id and secret
	StyleGet   = "get"   // GET with basic auth
)

// OAuth2 is the client credentials grant.
type OAuth2 struct {
	TokenURL     string   `yaml:"token_url" form:"address?" required:"always"`
	ClientID     string   `yaml:"client_id" required:"always"`
	ClientSecret Secret   `yaml:"client_secret" form:"place" required:"always"`
	Scopes       []string `yaml:"scopes"`
	Style        string   `yaml:"style" form:"style"` // never empty: StyleBasic if it is not set
	// Member is the path of the token in the response, names joined by dots. It is set only with
	// StyleGet, and then it is never empty: the default is access_token.
	Member string `yaml:"member" form:"member"`
}

// Lookup says how to call and sign the lookup of section 4.5.
type Lookup struct {
	BaseURL string   `yaml:"base_url" form:"address"` // its address, if it differs; empty: the address of the target
	Signing *Signing `yaml:"signing" form:"one"`      // nil: assay sends a placeholder as Sign
}

// Signing says how assay makes the headers of section 5, rule 2. Exactly one member is set.
type Signing struct {
	Static  *StaticSigning `yaml:"static"`
	Command []string       `yaml:"command" form:"command"` // argv; no shell
	Recipe  *Recipe        `yaml:"recipe"`
}

// StaticSigning always sends the same values. If Nonce or Timestamp is empty, every request gets a
// new one.
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

// OTP says how the suite gets an OTP that the response does not contain (section 4.1, production
// form). Exactly one member is set.
type OTP struct {
	Command []string `yaml:"command" form:"command"` // argv; no shell
	File    string   `yaml:"file" form:"path"`
	Prompt  bool     `yaml:"prompt" form:"true"`
}

// Limits are the limits of a run. Zero means not set.
type Limits struct {
	Concurrency int           `yaml:"concurrency" form:"1-256"` // checks at the same time, 1 to 256
	Strength    int           `yaml:"strength" form:"1-3"`      // number of members of which every combination of values is sent, 1 to 3
	Timeout     time.Duration `yaml:"timeout" form:"duration"`  // for one request
	Deadline    time.Duration `yaml:"deadline" form:"duration"` // for the whole run
	Rate        Rate          `yaml:"rate" form:"rate"`         // largest rate of requests
	MaxBody     int64         `yaml:"max_body" form:"size"`     // largest body of a response, in octets
}

// Rate is a number of requests in a time. The zero Rate means no limit.
type Rate struct {
	Count int
	Per   time.Duration
}

// PerSecond returns the rate in requests per second; 0 for the zero Rate.
func (r Rate) PerSecond() float64 {
	if r.Per <= 0 {
		return 0
	}
	return float64(r.Count) / r.Per.Seconds()
}

// TLS says which certificates the suite trusts, and which certificate it sends.
type TLS struct {
	CAFile             string `yaml:"ca_file" form:"path"`   // PEM, trusted in addition to the system's roots
	CertFile           string `yaml:"cert_file" form:"path"` // PEM, the client's certificate; set both this and the key, or neither
	KeyFile            string `yaml:"key_file" form:"path"`
	InsecureSkipVerify bool   `yaml:"insecure_skip_verify"` // no certificate is verified; the report says so
}

// The ways in which a customer earns money, as values of the member kind of an identity.
const (
	KindEmployed     = "employed"
	KindGovernment   = "government"
	KindSelfEmployed = "self-employed"
)

// Identities says which people the suite may use. An OTP for an invented phone number may reach a
// stranger. So if the target is not loopback, either Generate is set or identities are listed.
type Identities struct {
	// Generate allows invented identities for every target. Without it, only loopback targets get
	// them.
	Generate bool       `yaml:"generate"`
	File     string     `yaml:"file" form:"path"`         // a separate file with the list, instead of the two below
	Invented Invented   `yaml:"invented"`                 // the form of invented people
	Existing []Identity `yaml:"existing" form:"existing"` // customers that the target knows
	New      []Identity `yaml:"new" form:"new"`           // people that are new to the target; each asks for one limit
}

// Invented is the form of the people that the suite invents, for a target that accepts only local
// forms. For an empty member, the suite uses its default.
type Invented struct {
	IDNumber    string `yaml:"id_number" form:"places"`          // with a # for each digit
	PhoneNumber string `yaml:"phone_number" form:"phone places"` // the same, as an international number
	CountryCode string `yaml:"country_code" form:"country"`      // ISO 3166-1
	Names       string `yaml:"names" form:"alphabet"`            // the alphabet of names, one of Alphabets
}

// Identity is one test customer. An existing one has at least an id number and a phone number. A
// new one has all members (sections 2.4, 4.1).
type Identity struct {
	FirstName   string    `yaml:"first_name" required:"new"`
	LastName    string    `yaml:"last_name" required:"new"`
	IDNumber    string    `yaml:"id_number" required:"existing new"`
	PhoneNumber string    `yaml:"phone_number" form:"phone" required:"existing new"` // international, digits, perhaps with a leading +
	Email       string    `yaml:"email" form:"email" required:"new"`
	DateOfBirth time.Time `yaml:"date_of_birth" required:"new"`               // midnight UTC; zero if it is not set
	CountryCode string    `yaml:"country_code" form:"country" required:"new"` // ISO 3166-1, two or three capital letters
	// Kind is one of Kinds. If it is not set, an existing customer is KindEmployed, and a new one
	// may ask as any kind.
	Kind string `yaml:"kind" form:"kind"`
	// HasLimit says that an existing customer has a credit limit. It is true if it is not set. It
	// is false for every new customer.
	HasLimit bool `yaml:"has_limit" only:"existing"`
}

// Recipes returns the names of the built-in ways to sign a lookup.
func Recipes() []string {
	return []string{"sorted-md5", "concat-md5", "concat-sha256", "hmac-sha256", "hmac-sha256-base64"}
}

// Kinds returns the ways in which a customer earns money (sections 2.4 to 2.6).
func Kinds() []string { return []string{KindEmployed, KindGovernment, KindSelfEmployed} }

// Alphabets returns the alphabets in which the names of invented people may be written.
func Alphabets() []string {
	return []string{"arabic", "chinese", "cyrillic", "greek", "japanese", "korean", "latin", "latin-extended"}
}

// Secret says where to get a secret. At most one member is set. It never contains the secret
// itself.
type Secret struct {
	Env     string   `yaml:"env" form:"env"`         // name of an environment variable
	File    string   `yaml:"file" form:"path"`       // path; the file contains the secret and nothing else
	Command []string `yaml:"command" form:"command"` // argv; no shell. It prints the secret
}
