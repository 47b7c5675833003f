package suite

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/result"
)

// document is one parsed feature file, with its scenarios.
type document struct {
	name    string
	feature *messages.Feature
	pickles []*messages.Pickle
	lines   map[string]int // node id to line
}

// parse reads features in the same way as godog does when it runs them, so the ids are the same
// as in a run of the same files.
func parse(files map[string][]byte) ([]document, error) {
	options := optionsFor(files)
	features, err := godog.TestSuite{Options: &options}.RetrieveFeatures()
	if err != nil {
		return nil, fmt.Errorf("parse features: %w", err)
	}
	documents := make([]document, 0, len(features))
	for _, f := range features {
		d := document{name: f.Uri, feature: f.Feature, pickles: f.Pickles, lines: make(map[string]int)}
		d.number()
		documents = append(documents, d)
	}
	return documents, nil
}

// parseEach reads every feature separately and several at the same time, because a run cannot
// begin before that. The ids are unique only in one document.
func parseEach(files map[string][]byte) ([]document, error) {
	names := slices.Sorted(maps.Keys(files))
	parsed := make([][]document, len(names))
	var parsing errgroup.Group
	for n, name := range names {
		parsing.Go(func() (err error) {
			content, tags := cutTags(files[name])
			if parsed[n], err = parse(map[string][]byte{name: content}); err != nil {
				return err
			}
			for i := range parsed[n] {
				err = errors.Join(err, tags.restore(&parsed[n][i]))
			}
			return err
		})
	}
	if err := parsing.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(parsed...), nil
}

// optionsFor makes godog read features from memory and print nothing: its output is not the
// verdict.
func optionsFor(files map[string][]byte) godog.Options {
	memory := make(fstest.MapFS, len(files))
	for name, content := range files {
		memory[name] = &fstest.MapFile{Data: content}
	}
	return godog.Options{
		FS: memory, Paths: slices.Sorted(maps.Keys(files)),
		Format: silent, Output: io.Discard, NoColors: true,
		Strict: true, // without it an undefined step passes
	}
}

// number stores the line of every scenario and every example.
func (d *document) number() {
	for _, s := range d.scenarios() {
		d.lines[s.Id] = int(s.Location.Line)
		for _, examples := range s.Examples {
			for _, row := range examples.TableBody {
				d.lines[row.Id] = int(row.Location.Line)
			}
		}
	}
}

func (d *document) scenarios() []*messages.Scenario {
	var all []*messages.Scenario
	for _, child := range d.feature.Children {
		if child.Rule == nil {
			continue
		}
		for _, inner := range child.Rule.Children {
			if inner.Scenario != nil {
				all = append(all, inner.Scenario)
			}
		}
	}
	return all
}

// line is the line of a pickle: that of its example's row, or of its scenario.
func (d *document) line(p *messages.Pickle) int { return d.lines[p.AstNodeIds[len(p.AstNodeIds)-1]] }

// spans returns the lines of each scenario, tags included, by the id of the scenario.
func (d *document) spans() map[string]*span {
	spans := make(map[string]*span)
	var open *span
	close := func(next int) {
		if open != nil {
			open.last = next - 1
		}
	}
	for _, child := range d.feature.Children {
		if child.Rule == nil {
			continue
		}
		close(firstLine(child.Rule.Location, child.Rule.Tags))
		open = nil
		for _, inner := range child.Rule.Children {
			if inner.Scenario == nil {
				continue
			}
			first := firstLine(inner.Scenario.Location, inner.Scenario.Tags)
			close(first)
			open = &span{first: first}
			spans[inner.Scenario.Id] = open
		}
	}
	close(1 << 30)
	return spans
}

func firstLine(at *messages.Location, tags []*messages.Tag) int {
	first := at.Line
	for _, t := range tags {
		first = min(first, t.Location.Line)
	}
	return int(first)
}

// stepsOf lists the steps of a check, with their keywords in the feature.
func stepsOf(p *messages.Pickle, scenario *messages.Scenario) []result.Step {
	keywords := make(map[string]string)
	for _, s := range scenario.Steps {
		keywords[s.Id] = strings.TrimSpace(s.Keyword)
	}
	lines := make([]result.Step, len(p.Steps))
	for n, s := range p.Steps {
		lines[n] = result.Step{Keyword: keywords[s.AstNodeIds[0]], Text: s.Text}
	}
	return lines
}
