package config

import (
	"regexp"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"
)

var durationForm = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

func (r *reader) duration(to *time.Duration) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || !durationForm.MatchString(text) {
			r.problem(n, at, "%q is not a time above zero; write it like 10s, 1m30s or 500ms", cut(text))
			return
		}
		*to = d
	}
}

var (
	rateForm = regexp.MustCompile(`^([1-9][0-9]{0,5})/(s|m|h)$`)
	rateUnit = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}
)

func (r *reader) rate(to *Rate) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		parts := rateForm.FindStringSubmatch(text)
		if parts == nil {
			r.problem(n, at, "%q is not a rate; write it like 20/s, 100/m or 1000/h", cut(text))
			return
		}
		count, _ := strconv.Atoi(parts[1]) // six digits at most, by the pattern
		*to = Rate{Count: count, Per: rateUnit[parts[2]]}
	}
}

var (
	sizeForm = regexp.MustCompile(`^([1-9][0-9]{0,5})(B|KiB|MiB|GiB)$`)
	sizeUnit = map[string]int64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
)

func (r *reader) size(to *int64) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		parts := sizeForm.FindStringSubmatch(text)
		if parts == nil {
			r.problem(n, at, "%q is not a size; write it like 512KiB or 4MiB", cut(text))
			return
		}
		count, _ := strconv.ParseInt(parts[1], 10, 64) // six digits at most, by the pattern
		*to = count * sizeUnit[parts[2]]
	}
}

// day reads a date in the one order that nobody mistakes; the suite writes it
// in the order that a target reads. YAML takes it as a date without quotes.
func (r *reader) day(to *time.Time) reading {
	return func(n *yaml.Node, at string) {
		n = resolve(n)
		day, err := time.Parse(time.DateOnly, n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			r.problem(n, at, "it must be a date like 1990-01-31, the year first")
			return
		}
		*to = day
	}
}
