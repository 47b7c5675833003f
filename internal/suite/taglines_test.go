package suite

import (
	"fmt"
	"io/fs"
	"testing"

	messages "github.com/cucumber/messages/go/v21"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
)

// TestTagsAreGherkins holds the tags of every feature against those that Gherkin's
// own parser finds.
func TestTagsAreGherkins(t *testing.T) {
	names, err := fs.Glob(features.Files, "*/*.feature")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		content, err := fs.ReadFile(features.Files, name)
		require.NoError(t, err)
		theirs, err := parse(map[string][]byte{name: content})
		require.NoError(t, err)
		ours, err := parseEach(map[string][]byte{name: content})
		require.NoError(t, err)
		require.Equal(t, tagsOf(theirs), tagsOf(ours), name)
	}
}

func TestTagsOfNothingAreRefused(t *testing.T) {
	for at, text := range map[string]string{
		"x.feature:6": "@a\nFeature: f\n  @b\n  Rule: r\n    Scenario: s\n      @c\n      Given x\n",
		"x.feature:7": "@a\nFeature: f\n  @b\n  Rule: r\n    Scenario: s\n      Given x\n  @c @d\n",
	} {
		_, err := parseEach(map[string][]byte{"x.feature": []byte(text)})
		require.ErrorContains(t, err, at+": nothing follows that the tag @c could belong to")
	}
}

// tagsOf lists every tag with what it belongs to.
func tagsOf(documents []document) []string {
	var all []string
	add := func(to *messages.Location, tags []*messages.Tag) {
		for _, tag := range tags {
			all = append(all, fmt.Sprintf("%d: %s on line %d", to.Line, tag.Name, tag.Location.Line))
		}
	}
	for _, d := range documents {
		add(d.feature.Location, d.feature.Tags)
		for _, child := range d.feature.Children {
			if child.Rule != nil {
				add(child.Rule.Location, child.Rule.Tags)
			}
		}
		for _, s := range d.scenarios() {
			add(s.Location, s.Tags)
			for _, examples := range s.Examples {
				add(examples.Location, examples.Tags)
			}
		}
	}
	return all
}
