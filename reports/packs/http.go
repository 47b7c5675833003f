package packs

import (
	"fmt"
	"strings"
)

// http returns the pack for the HTTP clients of editors. It uses the format of JetBrains, which
// httpYac can read too.
func (p *page) http() string {
	const set = "client.global.set"
	var b strings.Builder
	b.WriteString(comment("#", append(p.head(), "", "Give your HTTP client the variable ASSAY_TOKEN, an access token of the build:",
		"in JetBrains in http-client.private.env.json, with httpYac by", "httpyac send requests.http --all --var ASSAY_TOKEN=…")))
	b.WriteString("\n")
	for _, a := range p.addresses() {
		fmt.Fprintf(&b, "@%s = %s\n", a[0], line(a[1]))
	}
	for n := range p.Calls {
		c := &p.Calls[n]
		fmt.Fprintf(&b, "\n### %d. %s\n", n+1, line(c.Title))
		if why := withoutAccept(c); why != "" {
			b.WriteString("# " + why + "\n")
		}
		if n == 0 {
			values := p.initialValues(set, `request.environment.get("`+tokenName+`")`)
			fmt.Fprintf(&b, "< {%%\n%s\n%%}\n", strings.Join(values, "\n"))
		}
		fmt.Fprintf(&b, "%s {{%s}}%s\n", c.Method, base(c), templated(c.Path))
		for _, h := range c.Headers {
			fmt.Fprintf(&b, "%s: %s\n", h.Name, templated(h.Value))
		}
		if c.Body != "" {
			b.WriteString("\n" + templated(c.Body) + "\n")
		}
		fmt.Fprintf(&b, "\n> {%%\n%s%%}\n", strings.ReplaceAll(p.handler(n, set), "%}", "%\\u007d"))
	}
	return b.String()
}

// handler returns the script that checks the answer to the n-th call.
func (p *page) handler(n int, set string) string {
	lines := []string{
		`const body = typeof response.body === "string" ? (() => { try { return JSON.parse(response.body); } catch (e) { return undefined; } })() : response.body;`,
		`const answer = {status: response.status, body, text: String(response.rawBody ?? JSON.stringify(body)), header: name => response.headers.valueOf(name)};`,
	}
	lines = append(lines, captureStatements(&p.Calls[n], set)...)
	value := func(name string) string { return `client.global.get(` + quoted(name) + `)` }
	for _, expect := range p.conditionsAfter(n, value) {
		lines = append(lines, fmt.Sprintf("client.test(%s, () => client.assert(%s, %s));", quoted(expect[0]), expect[1], quoted("not so: "+expect[0])))
	}
	if p.marksServed(n) {
		lines = append(lines, fmt.Sprintf(`if (served(answer)) %s("some_served", "yes");`, set))
	}
	return strings.Join(withHelpers(lines), "\n") + "\n"
}
