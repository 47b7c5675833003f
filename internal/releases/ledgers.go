// Package releases reads the ledgers of released versions, and lists the requirements that
// were added, changed or removed since. A ledger is a list of requirements, one line each,
// in features/ledgers/VERSION.txt. That file does not change once its version is released.
package releases

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Ledger is the list of requirements of one version.
type Ledger struct {
	Version string // of the release, without the patch number: "1.0"
	// Released is the date of the release, "2026-11-30". It is empty before the release, while the
	// ledger may still change.
	Released string
	Entries  []Entry // of both sides, in the order of the features
}

// Entry describes one requirement in a ledger.
type Entry struct {
	Side     result.Side
	ID       string
	Grade    string // stated, implied, or observed for a requirement without a judgement
	Sections string // joined by commas
	Digest   string // of the statement
}

// digestLength is the number of hex digits of a SHA-256 that an entry keeps. This is enough to
// distinguish two statements.
const digestLength = 16

// Of returns the ledger of a version, made from the features.
func Of(version, released string, sides ...*suite.Ledger) *Ledger {
	l := &Ledger{Version: version, Released: released}
	for _, side := range sides {
		for _, r := range side.Requirements {
			l.Entries = append(l.Entries, entryOf(side.Side, r))
		}
	}
	return l
}

func entryOf(side result.Side, r *suite.Requirement) Entry {
	grade := string(r.Grade)
	if r.Observation {
		grade = "observed"
	}
	sum := sha256.Sum256([]byte(r.Statement))
	return Entry{Side: side, ID: r.ID, Grade: grade, Sections: strings.Join(r.Sections, ","), Digest: hex.EncodeToString(sum[:])[:digestLength]}
}

const (
	heading  = "# The ledger of assay %s, %s\n"
	prepared = "not released yet"
	released = "released on "
	columns  = "# side id grade sections digest-of-the-statement\n"
)

// String returns the content of the ledger's file.
func (l *Ledger) String() string {
	state := prepared
	if l.Released != "" {
		state = released + l.Released
	}
	var b strings.Builder
	fmt.Fprintf(&b, heading, l.Version, state)
	b.WriteString(columns)
	for _, e := range l.Entries {
		fmt.Fprintln(&b, e.Side, e.ID, e.Grade, e.Sections, e.Digest)
	}
	return b.String()
}

// parse parses the content of a ledger's file.
func parse(version, text string) (*Ledger, error) {
	l := &Ledger{Version: version}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			if _, date, ok := strings.Cut(line, released); ok {
				l.Released = strings.TrimSpace(date)
			}
			continue
		}
		words := strings.Fields(line)
		if len(words) != 5 {
			return nil, fmt.Errorf("the ledger of %s: %q is not side, id, grade, sections and digest", version, line)
		}
		l.Entries = append(l.Entries, Entry{Side: result.Side(words[0]), ID: words[1], Grade: words[2], Sections: words[3], Digest: words[4]})
	}
	return l, nil
}

// versions returns the versions that have a ledger, the oldest first.
func versions() []string {
	names, _ := fs.Glob(features.Ledgers, "ledgers/*.txt") // the pattern is valid
	var all []string
	for _, name := range names {
		all = append(all, strings.TrimSuffix(path.Base(name), ".txt"))
	}
	slices.SortFunc(all, compareVersions)
	return all
}

// compareVersions compares two versions by their numbers, so that "1.10" comes after "1.9".
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		x, errX := strconv.Atoi(a)
		y, errY := strconv.Atoi(b)
		if errX != nil || errY != nil {
			return strings.Compare(a, b)
		}
		return cmp.Compare(x, y)
	})
}

// At returns the ledger of a version. 1.0, v1.0 and 1.0.3 name the same ledger, because a patch
// changes no requirement.
func At(version string) (*Ledger, error) {
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	name := strings.Join(parts[:min(2, len(parts))], ".")
	text, err := fs.ReadFile(features.Ledgers, path.Join("ledgers", name+".txt"))
	if err != nil {
		return nil, fmt.Errorf("there is no ledger of the version %q; there are those of %s", version, strings.Join(versions(), ", "))
	}
	return parse(name, string(text))
}

// newestLedger returns the ledger of the newest version.
func newestLedger() (*Ledger, error) {
	all := versions()
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no ledger in features/ledgers: %w", fs.ErrNotExist)
	}
	return At(all[len(all)-1])
}

// Name returns a name for the ledger of one side: "1.0" if it is the ledger of the release, "1.0
// (not released)" before that release, and "after 1.0" if requirements have changed since then.
func Name(side *suite.Ledger) (string, error) {
	newest, err := newestLedger()
	if err != nil {
		return "", err
	}
	theirs := &Ledger{Version: newest.Version, Entries: slices.DeleteFunc(newest.Entries, func(e Entry) bool { return e.Side != side.Side })}
	switch {
	case len(Compare(theirs, Of("", "", side))) > 0:
		return "after " + newest.Version, nil
	case newest.Released == "":
		return newest.Version + " (not released)", nil
	}
	return newest.Version, nil
}
