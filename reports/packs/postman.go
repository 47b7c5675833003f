package packs

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// The parts of a Postman collection (format 2.1.0).
type (
	collection struct {
		Info      collectionInfo  `json:"info"`
		Items     []folder        `json:"item"`
		Variables []collectionVar `json:"variable"`
	}
	collectionInfo struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Schema      string `json:"schema"`
	}
	collectionVar struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	folder struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Items       []item `json:"item"`
	}
	item struct {
		Name     string         `json:"name"`
		Events   []event        `json:"event"`
		Request  request        `json:"request"`
		Behavior map[string]any `json:"protocolProfileBehavior"`
	}
	event struct {
		Listen string `json:"listen"`
		Script script `json:"script"`
	}
	script struct {
		Type string   `json:"type"`
		Exec []string `json:"exec"`
	}
	request struct {
		Method  string          `json:"method"`
		Headers []collectionVar `json:"header"`
		Body    *requestBody    `json:"body,omitempty"`
		URL     string          `json:"url"`
	}
	requestBody struct {
		Mode string `json:"mode"`
		Raw  string `json:"raw"`
	}
)

const (
	collectionSchema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
	keep             = "pm.collectionVariables.set"
)

// postman returns a collection with a folder for each pack.
func postman(run *result.Run, all []*page) (string, error) {
	c := collection{Info: collectionInfo{
		Name:        "What failed in the conformance run of " + line(run.Target.BaseURL),
		Description: "Set ASSAY_TOKEN to an access token. With newman: newman run postman_collection.json --env-var ASSAY_TOKEN=… --folder " + all[0].requirement.ID,
		Schema:      collectionSchema,
	}}
	seen := make(map[string]bool)
	for _, p := range all {
		for _, a := range p.addresses() {
			if !seen[a[0]] {
				c.Variables = append(c.Variables, collectionVar{a[0], a[1]})
			}
			seen[a[0]] = true
		}
		f := folder{Name: p.requirement.ID, Description: strings.Join(p.head(), "\n")}
		for n := range p.Calls {
			f.Items = append(f.Items, p.item(n))
		}
		c.Items = append(c.Items, f)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(c)
	return b.String(), err
}

func (p *page) item(n int) item {
	c := &p.Calls[n]
	i := item{Name: fmt.Sprintf("%d. %s", n+1, line(c.Title)), Request: request{Method: c.Method, URL: "{{" + base(c) + "}}" + templated(c.Path)},
		Behavior: map[string]any{"followRedirects": false, "disableBodyPruning": true}}
	if withoutAccept(c) != "" {
		i.Behavior["disabledSystemHeaders"] = map[string]bool{"accept": true}
	}
	for _, h := range c.Headers {
		i.Request.Headers = append(i.Request.Headers, collectionVar{h.Name, templated(h.Value)})
	}
	if c.Body != "" {
		i.Request.Body = &requestBody{"raw", templated(c.Body)}
	}
	if n == 0 {
		values := p.initialValues(keep, `pm.variables.get("`+tokenName+`")`)
		i.Events = append(i.Events, event{"prerequest", script{"text/javascript", values}})
	}
	i.Events = append(i.Events, event{"test", script{"text/javascript", p.test(n)}})
	return i
}

// test returns the script that runs after a call.
func (p *page) test(n int) []string {
	lines := []string{
		"let body;",
		"try { body = JSON.parse(pm.response.text()); } catch (e) { body = undefined; }",
		"const mark = (pm.response.stream || [])[0] === 0xef && pm.response.stream[1] === 0xbb ? \"\\ufeff\" : \"\"; // Postman leaves a byte order mark out",
		"const answer = {status: pm.response.code, body, text: mark + pm.response.text(), header: name => pm.response.headers.get(name)};",
	}
	lines = append(lines, captureStatements(&p.Calls[n], keep)...)
	value := func(name string) string { return `pm.variables.get(` + quoted(name) + `)` }
	for _, expect := range p.conditionsAfter(n, value) {
		lines = append(lines, fmt.Sprintf("pm.test(%s, () => pm.expect(%s, pm.response.text().slice(0, 2000)).to.be.true);", quoted(expect[0]), expect[1]))
	}
	if p.marksServed(n) {
		lines = append(lines, `if (served(answer)) `+keep+`("some_served", "yes");`)
	}
	return withHelpers(lines)
}
