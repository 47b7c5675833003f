package suite

import (
	"fmt"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// tagLines are the tags of a feature file by the line that they stand on. Gherkin's
// parser compiles a pattern for every tag, which took half of what the features
// take before a run can begin: so they are cut out before it reads the file, and
// given to what they belong to afterwards.
type tagLines map[int64][]*messages.Tag

// cutTags takes the lines of tags out of a feature. Lines keep their numbers.
func cutTags(content []byte) ([]byte, tagLines) {
	lines := strings.Split(string(content), "\n")
	tags := make(tagLines)
	for n, line := range lines {
		if !strings.HasPrefix(strings.TrimSpace(line), "@") {
			continue
		}
		at := int64(n + 1)
		line, _, _ = strings.Cut(line, " #")
		for _, name := range strings.Fields(line) {
			tags[at] = append(tags[at], &messages.Tag{Name: name, Location: &messages.Location{Line: at}})
		}
		lines[n] = ""
	}
	return []byte(strings.Join(lines, "\n")), tags
}

// restore gives a feature, its rules, scenarios and examples the tags that stand
// right above them. Tags above anything else are an error, as they are to Gherkin.
func (t tagLines) restore(d *document) error {
	d.feature.Tags = t.above(d.feature.Location)
	for _, child := range d.feature.Children {
		if child.Rule != nil {
			child.Rule.Tags = t.above(child.Rule.Location)
		}
	}
	for _, s := range d.scenarios() {
		s.Tags = t.above(s.Location)
		for _, examples := range s.Examples {
			examples.Tags = t.above(examples.Location)
		}
	}
	for line, tags := range t {
		return fmt.Errorf("%s:%d: nothing follows that the tag %s could belong to", d.name, line, tags[0].Name)
	}
	return nil
}

// above takes the tags on the lines that end right above a place.
func (t tagLines) above(at *messages.Location) []*messages.Tag {
	var lines [][]*messages.Tag
	for line := at.Line - 1; t[line] != nil; line-- {
		lines = append(lines, t[line])
		delete(t, line)
	}
	slices.Reverse(lines)
	return slices.Concat(lines...)
}
