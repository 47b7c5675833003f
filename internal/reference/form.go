package reference

import (
	"encoding/json"
	"net/http"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/language"
)

const (
	mostProblems    = 20
	monthFirst      = "01/02/2006"
	dayFirst        = "02/01/2006"
	earliestYear    = 1900
	shortestPhone   = 7
	longestPhone    = 15 // ITU-T E.164
	missing         = "is required"
	otpDigits       = 6
	whatAnAmountIs  = "must be a whole number, not negative, of at most 15 digits"
	whatAnOrderIDIs = "must be a whole number, or a string of digits, of at most 40 digits"
)

// form reads the members of one object of a request and collects all problems, so that one answer
// names them all.
type form struct {
	at       string // the path of the object, with a dot at its end
	members  map[string]any
	problems *[]string
}

func newForm(body map[string]any) form {
	return form{members: body, problems: new([]string)}
}

// err returns a refusal that names all problems, or nil if there are none.
func (f form) err() error {
	if len(*f.problems) == 0 {
		return nil
	}
	return refuse(http.StatusUnprocessableEntity, "%s", strings.Join(*f.problems, "; "))
}

func (f form) wrong(name, problem string) {
	if len(*f.problems) < mostProblems {
		*f.problems = append(*f.problems, f.at+name+" "+problem)
	}
}

func (f form) has(name string) bool {
	_, ok := f.members[name]
	return ok
}

// text reads a required string that is not blank.
func (f form) text(name string) string {
	text, ok := f.members[name].(string)
	switch {
	case !f.has(name):
		f.wrong(name, missing)
	case !ok:
		f.wrong(name, "must be a string")
	case strings.TrimSpace(text) == "":
		f.wrong(name, "must not be empty")
	}
	return text
}

// optional reads a string that may be absent or empty.
func (f form) optional(name string) string {
	text, ok := f.members[name].(string)
	if !ok && f.has(name) {
		f.wrong(name, "must be a string")
	}
	return text
}

func (f form) choice(name string, allowed []string) string {
	text := f.text(name)
	if strings.TrimSpace(text) != "" && !slices.Contains(allowed, text) {
		f.wrong(name, "must be one of "+strings.Join(allowed, ", "))
	}
	return text
}

// choiceOr reads a choice, or returns the default if the member is absent.
func (f form) choiceOr(name, fallback string, allowed []string) string {
	if !f.has(name) {
		return fallback
	}
	return f.choice(name, allowed)
}

func (f form) uuid(name string) string {
	text := f.text(name)
	id, ok := canonicalID(text)
	if !ok && strings.TrimSpace(text) != "" {
		f.wrong(name, "must be a UUID")
	}
	return id
}

// phone reads a phone number in international format, with or without a plus sign.
func (f form) phone(name string) string {
	text := f.text(name)
	digits := phoneDigits(text)
	if text != "" && (!isDigits(digits) || len(digits) < shortestPhone || len(digits) > longestPhone) {
		f.wrong(name, "must be a phone number: 7 to 15 digits, with or without a leading +")
	}
	return text
}

// phoneDigits returns a phone number without its plus sign, and without the 00 that some countries
// dial in its place, so that all notations of it are equal.
func phoneDigits(phone string) string {
	return strings.TrimPrefix(strings.TrimPrefix(phone, "+"), "00")
}

// isSamePhone reports whether two numbers are one phone. One of them may be in national form: without
// the one to three digits of the country code, with or without a zero in their place.
func isSamePhone(one, other string) bool {
	a, b := phoneDigits(one), phoneDigits(other)
	isNational := func(short, long string) bool {
		local := strings.TrimPrefix(short, "0")
		code, ok := strings.CutSuffix(long, local)
		return ok && len(local) >= shortestPhone && len(code) <= 3 && !strings.HasPrefix(code, "0")
	}
	return a == b || isNational(a, b) || isNational(b, a)
}

func (f form) otp(name string) string {
	text := f.text(name)
	if text != "" && (len(text) != otpDigits || !isDigits(text)) {
		f.wrong(name, "must be a string of six digits")
	}
	return text
}

func (f form) email(name string) string {
	text := f.text(name)
	address, err := mail.ParseAddress(text)
	if text != "" && (err != nil || address.Address != text) {
		f.wrong(name, "must be an email address")
	}
	return text
}

// country reads a code of two or three letters that ISO 3166-1 lists.
func (f form) country(name string) language.Region {
	text := f.text(name)
	region, err := language.ParseRegion(text)
	letters := utf8.RuneCountInString(text) == len(text) && !strings.ContainsAny(text, "0123456789")
	if text != "" && (err != nil || !letters || !region.IsCountry()) {
		f.wrong(name, "must be an ISO 3166-1 code of two or three letters")
	}
	return region
}

// date reads a day in the past, in the first layout that fits.
func (f form) date(name string, now time.Time, layouts ...string) time.Time {
	text := f.text(name)
	for _, layout := range layouts {
		day, err := time.Parse(layout, text)
		if err == nil && day.Year() >= earliestYear && day.Before(now) {
			return day
		}
	}
	if text != "" {
		f.wrong(name, "must be a day of the past, written as two digits, two digits, four digits with slashes")
	}
	return time.Time{}
}

// flag reads a boolean, or the string true or false.
func (f form) flag(name string) bool {
	switch value := f.members[name].(type) {
	case bool:
		return value
	case string:
		if value == "true" || value == "false" {
			return value == "true"
		}
	}
	if !f.has(name) {
		f.wrong(name, missing)
	} else {
		f.wrong(name, `must be true or false, or the string of it`)
	}
	return false
}

// number reads an amount that must be a JSON number.
func (f form) number(name string) cents {
	if _, ok := f.members[name].(string); ok {
		f.wrong(name, whatAnAmountIs)
		return 0
	}
	return f.amount(name)
}

// amount reads a whole amount, as a JSON number or as a string of digits.
func (f form) amount(name string) cents {
	digits, ok := f.digits(name, maxAmountDigits)
	if !f.has(name) {
		f.wrong(name, missing)
		return 0
	}
	value, fits := amountOf(digits)
	if !ok || !fits {
		f.wrong(name, whatAnAmountIs)
		return 0
	}
	return value
}

// orderID returns an order id as a string: the digits as they were sent, or the digits of the
// number.
func (f form) orderID(name string) string {
	digits, ok := f.digits(name, maxOrderDigits)
	if !f.has(name) {
		f.wrong(name, missing)
	} else if !ok {
		f.wrong(name, whatAnOrderIDIs)
	}
	return digits
}

func (f form) digits(name string, limit int) (string, bool) {
	switch value := f.members[name].(type) {
	case json.Number:
		return wholeNumber(value.String(), limit)
	case string:
		return value, isDigits(value) && len(value) <= limit
	}
	return "", false
}

func (f form) object(name string) form {
	members, ok := f.members[name].(map[string]any)
	if !f.has(name) {
		f.wrong(name, missing)
	} else if !ok {
		f.wrong(name, "must be an object")
	}
	return form{at: f.at + name + ".", members: members, problems: f.problems}
}

// objects reads a required array of at least one object.
func (f form) objects(name string) []form {
	list, ok := f.members[name].([]any)
	if !f.has(name) {
		f.wrong(name, missing)
	} else if !ok || len(list) == 0 {
		f.wrong(name, "must be an array of at least one object")
	}
	forms := make([]form, 0, len(list))
	for i, value := range list {
		at := name + "." + strconv.Itoa(i)
		members, ok := value.(map[string]any)
		if !ok {
			f.wrong(at, "must be an object")
			continue
		}
		forms = append(forms, form{at: f.at + at + ".", members: members, problems: f.problems})
	}
	return forms
}

// The values that the tables of section 2 permit. These slices must not be changed.
var (
	itemTypes        = []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"}
	deliveryOptions  = []string{"customer_store_pickup", "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"}
	preferredOptions = []string{"delivery", "pick_up"}
	facilityPlans    = []string{regularPlan}
	genders          = []string{"male", "female"}
	maritalStatuses  = []string{"single", "married"}
	jobLevels        = []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}
	employerSectors  = []string{privateSector, governmentSector}
	paymentTypes     = []string{"bank", "mpesa", "cash"}
	businessTypes    = []string{"student", "freelancer", "sole_proprietorship", "partnership", "limited_company"}
	// 2.6: the sample for self-employed customers has mobile_money, which the list does not have.
	businessPaymentTypes = []string{"mpesa", "bank", "cash", "mobile_money"}
	jobGroups            = []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T"}
	queryFields          = []string{byMobile, byMemberID, byPhoneNumber, byNationalID, byEmail, byPassport}
)

const (
	regularPlan        = "provider_regular_plan"
	privateSector      = "private_sector"
	governmentSector   = "government_sector"
	defaultDelivery    = "store_delivery" // 2.2
	defaultPreferred   = "delivery"       // 2.2
	pendingCollection  = "pending_collection_customer"
	collectedByAgent   = "collected_by_agent"
	limitActive        = "limit_active"
	limitPending       = "limit_pending" // our own name: verified, no limit yet
	byMobile           = "mobile"
	byMemberID         = "memberId"
	byPhoneNumber      = "phoneNumber"
	byNationalID       = "NATIONAL_ID"
	byEmail            = "email"
	byPassport         = "PASSPORT"
	employedDetail     = "employed_occupational_detail"
	selfEmployedDetail = "self_employed_occupational_detail"
)

// industries are the values of section 2.7.
var industries = []string{
	"Accounting Auditing & Finance",
	"Administrative & Office",
	"Agriculture &Farming",
	"Building & Architecture",
	"Community & Social Services",
	"Consulting and Strategy",
	"Creative & Design",
	"Customer service & Support",
	"Employability & Soft Skills",
	"Engineering",
	"Food sciences & catering",
	"Health & Safety",
	"Hospitality/Leisure & Travel",
	"Human Resources",
	"IT & Software",
	"Legal Services",
	"Management & Business Development",
	"Marketing & Communication",
	"Medical & Pharmaceutical",
	"Natural sciences",
	"Project & Product management",
	"Quality Control & Assurance",
	"Real estate & Property Management",
	"Research/Teaching/Training",
	"Sales",
	"Security",
	"Supply Chain & Development",
	"Trade & Services",
	"Transport & Logistics",
	"Other",
}
