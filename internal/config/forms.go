package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// form parses the text of a setting, and returns what is wrong with it, if anything.
type form func(r *reader, text string) (value any, wrong string)

// forms maps the names in the form tags of Config to their forms. Problems do not quote a text
// that does not match a pattern: it may be a secret in the wrong place, or a phone number.
var forms = sync.OnceValue(func() map[string]form {
	return withTolerances(map[string]form{
		"address":  address(false),
		"address?": address(true), // with a query
		"path":     path,
		"duration": duration,
		"rate":     rate,
		"size":     size,
		"evidence": evidence,

		"capability": choice(spec.Capabilities()...),
		"style":      choice(StyleBasic, StylePost, StyleGet),
		"recipe":     choice(Recipes()...),
		"kind":       choice(Kinds()...),
		"alphabet":   choice(Alphabets()...),

		"env":     matching(`^[A-Za-z_][A-Za-z0-9_]*$`, "the name of an environment variable, not the secret"),
		"member":  matching(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`, "names joined by dots, like data.access_token"),
		"phone":   matching(`^\+?[1-9][0-9]{6,14}$`, "an international number of 7 to 15 digits, perhaps with a leading +, in quotes"), // E.164
		"email":   matching(`^[^@\s]+@[^@\s]+$`, "an address like name@example.com"),
		"country": matching(`^[A-Z]{2,3}$`, "an ISO 3166-1 code of two or three capital letters"),

		// At least six free digits are needed, so that the people of one run are different.
		"places":       matching(`^[^#]*(#[^#]*){6,18}$`, `a text with six # or more, each for a digit, in quotes, such as "###########"`),
		"phone places": phonePlaces,
	})
})

// withTolerances adds a form for each entry of the register.
func withTolerances(all map[string]form) map[string]form {
	for _, t := range schemas.Register() {
		allowed := []string{schemas.Any}
		for _, reading := range t.Readings {
			allowed = append(allowed, reading.Name)
		}
		all["tolerance "+t.ID] = choice(allowed...)
	}
	return all
}

func matching(pattern, what string) form {
	compiled := regexp.MustCompile(pattern)
	return func(_ *reader, text string) (any, string) {
		if !compiled.MatchString(text) {
			return nil, "it must be " + what
		}
		return text, ""
	}
}

func choice(allowed ...string) form {
	return func(_ *reader, text string) (any, string) {
		if !slices.Contains(allowed, text) {
			return nil, fmt.Sprintf("%q is not allowed; %s", cut(text), allowedWords(text, allowed))
		}
		return text, ""
	}
}

// path reads the path of a file, which is relative to the folder of the config.
func path(r *reader, text string) (any, string) {
	if !filepath.IsAbs(text) {
		text = filepath.Join(r.dir, text)
	}
	return text, ""
}

// address returns the form of an absolute http or https address. Problems never quote it, because
// it may contain a password. The argument query says whether a query is allowed.
func address(query bool) form {
	return func(_ *reader, text string) (any, string) {
		u, err := url.Parse(text)
		switch {
		case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
			return nil, "it must be an address such as https://host/prefix"
		case u.User != nil:
			return nil, "it must not contain a user name or password; credentials have their own settings"
		case strings.Contains(text, "#"), !query && strings.Contains(text, "?"):
			return nil, "it must not contain a query or a fragment; write it as https://host/prefix"
		}
		return text, ""
	}
}

func evidence(_ *reader, text string) (any, string) {
	_, wrong := choice("masked", "full")(nil, text)
	return text == "full", wrong
}

var phonePlacesForm = matching(`^\+?[1-9][0-9]*#{6,14}$`, `an international number of 15 digits at most that ends in six # or more, in quotes, such as "+23480########"`)

func phonePlaces(_ *reader, text string) (any, string) {
	if _, wrong := phonePlacesForm(nil, text); wrong != "" {
		return nil, wrong
	}
	if len(strings.TrimPrefix(text, "+")) > 15 {
		return nil, "an international number has 15 digits at most (ITU-T E.164)"
	}
	return text, ""
}

var durationForm = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

func duration(_ *reader, text string) (any, string) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || !durationForm.MatchString(text) {
		return nil, fmt.Sprintf("%q is not a time above zero; write it as 10s, 1m30s or 500ms", cut(text))
	}
	return d, ""
}

var (
	rateForm = regexp.MustCompile(`^([1-9][0-9]{0,5})/(s|m|h)$`)
	rateUnit = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}
)

func rate(_ *reader, text string) (any, string) {
	parts := rateForm.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Sprintf("%q is not a rate; write it as 20/s, 100/m or 1000/h", cut(text))
	}
	count, _ := strconv.Atoi(parts[1]) // six digits at most, by the pattern
	return Rate{Count: count, Per: rateUnit[parts[2]]}, ""
}

var (
	sizeForm = regexp.MustCompile(`^([1-9][0-9]{0,5})(B|KiB|MiB|GiB)$`)
	sizeUnit = map[string]int64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
)

func size(_ *reader, text string) (any, string) {
	parts := sizeForm.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Sprintf("%q is not a size; write it as 512KiB or 4MiB", cut(text))
	}
	count, _ := strconv.ParseInt(parts[1], 10, 64) // six digits at most, by the pattern
	return count * sizeUnit[parts[2]], ""
}
