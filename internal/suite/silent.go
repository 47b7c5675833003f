package suite

import (
	"io"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"

	"github.com/credit-partner/assay/internal/godogpath"
)

// silent names the formatter that writes nothing: the built-in ones interleave
// when scenarios run side by side, and can write a failed one as passed.
const silent = "assay-silent"

// godog is loaded by now. It keeps its formatters in a global table, so this one is
// put there once.
func init() {
	godogpath.Restore()
	godog.Format(silent, "writes nothing", func(string, io.Writer) formatters.Formatter { return mute{} })
}

type mute struct{}

func (mute) TestRunStarted()                                                              {}
func (mute) Feature(*messages.GherkinDocument, string, []byte)                            {}
func (mute) Pickle(*messages.Pickle)                                                      {}
func (mute) Defined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)   {}
func (mute) Passed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)    {}
func (mute) Skipped(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)   {}
func (mute) Undefined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (mute) Pending(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)   {}
func (mute) Summary()                                                                     {}
func (mute) Failed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
func (mute) Ambiguous(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
