package partner

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestABuildThatGoesOnWithNothing holds that who cannot read an answer in one form, and
// goes on without what it gave, is told which answer and which form it was.
func TestABuildThatGoesOnWithNothing(t *testing.T) {
	ask := func(method, path string) *recording.Exchange {
		return &recording.Exchange{ID: path, Request: recording.Request{Method: method, URL: "http://h" + path, Header: http.Header{"Authorization": {"Bearer tok"}}}}
	}
	for _, c := range []struct {
		name, plain, again string
		want               FormRun
	}{
		{"the same with both", "/api/v2/limits/" + anID, "/api/v2/limits/" + anID, FormRun{}},
		{"faulty with both", "/api/v2/limits/None", "/api/v2/limits/None", FormRun{}},
		{"faulty with this form", "/api/v2/limits/" + anID, "/api/v2/limits/None", FormRun{
			Failure: "a faulty GET /api/v2/limits/{id}: the id in the path is not a UUID", Lapsed: true, Endpoint: spec.CreateLimit, Exchange: "/api/v2/limits/None",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := partnerRun(t, Config{Closed: true})
			r.RestartWith("")
			r.Add(ask("GET", c.plain))
			r.RestartWith("whole-seconds")
			r.Add(ask("GET", c.again))
			r.AddFormRun(FormRun{Form: "whole-seconds"})
			c.want.Form = "whole-seconds"
			require.Equal(t, c.want, r.formTrace.runs["whole-seconds"])
			if c.want.Lapsed {
				failures := r.findings.at(obligation{spec.FetchLimit, pathIDObligation}).failures
				require.Equal(t, "None, only with responses in the form whole-seconds", failures[0].Actual)
			}
		})
	}
}
