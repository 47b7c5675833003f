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
	godog.Format(silent, "writes nothing", func(string, io.Writer) formatters.Formatter { return discardFormatter{} })
}

type discardFormatter struct{}

func (discardFormatter) TestRunStarted()                                                            {}
func (discardFormatter) Feature(*messages.GherkinDocument, string, []byte)                          {}
func (discardFormatter) Pickle(*messages.Pickle)                                                    {}
func (discardFormatter) Defined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Passed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)  {}
func (discardFormatter) Skipped(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Undefined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {
}
func (discardFormatter) Pending(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Summary()                                                                   {}
func (discardFormatter) Failed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
func (discardFormatter) Ambiguous(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
