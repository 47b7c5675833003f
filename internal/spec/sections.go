package spec

// section is a section of the specification, with a title in our own words.
type section struct{ number, title string }

var sections = []section{
	{"1", "Purpose and conventions"},
	{"2", "Resources"},
	{"2.1", "Purchase request"},
	{"2.2", "Item of a request"},
	{"2.3", "Purchase record"},
	{"2.4", "Personal details"},
	{"2.5", "Occupation, employed"},
	{"2.6", "Occupation, self-employed"},
	{"2.7", "Industries"},
	{"2.8", "Limit record"},
	{"2.9", "Verify result"},
	{"2.10", "Lookup result"},
	{"3", "States and moves"},
	{"4", "Endpoints"},
	{"5", "Authentication"},
	{"6", "Events"},
	{"7", "Errors"},
	{"8", "Limits"},
	{"9", "Versioning"},
}

// SectionTitle returns the title of a section, or "" if there is no such section.
func SectionTitle(number string) string {
	for _, s := range sections {
		if s.number == number {
			return s.title
		}
	}
	for i := range endpoints {
		if endpoints[i].Section == number {
			return endpoints[i].Title
		}
	}
	return ""
}

// CanBeCited reports whether a section requires something of a build. The sections that only
// contain others do not.
func CanBeCited(number string) bool {
	return number != "2" && number != "4" && SectionTitle(number) != ""
}

// The document that the suite was written from.
const (
	Service  = "Consumer Credit Partner Service"
	Document = Service + ": Interface Specification"
	Edition  = "version 2 (apiVersion 2.0)" // section 9
	// DocumentDigest is the SHA-256 of that document in Markdown, in hex.
	DocumentDigest = "0517ae2e3ba8009ef9ab171e9d947678af2ee34a4b7c2c99f27c3f2fbc7ddc24"
)
