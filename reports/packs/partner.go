package packs

import (
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// sideBySide shows a request of a partner build as it was sent, and as it should be.
func (p *page) sideBySide() string {
	var b strings.Builder
	b.WriteString("# " + p.requirement.ID + ": " + line(p.requirement.Statement) + "\n\n")
	b.WriteString(line(p.Message) + " (section " + line(p.Section) + ", exchange " + line(p.Calls[0].Exchange) + ").\n")
	b.WriteString("Expected: " + inline(p.Pack.Expected) + ". Actual: " + inline(p.Actual) + ".\n")
	b.WriteString("\n## As it was sent\n\n" + block(&p.Calls[0]) + "\n## As it should be\n\n" + block(p.ShouldBe))
	b.WriteString("\nWhat stands in ‹› is described, and yours to fill in. What stands as «cut» or with\nasterisks was hidden in this report.\n")
	return b.String()
}

func inline(text string) string { return "`" + strings.ReplaceAll(line(text), "`", "'") + "`" }

func block(c *result.PackCall) string {
	var b strings.Builder
	b.WriteString(c.Method + " " + line(c.Path) + "\n")
	for _, h := range c.Headers {
		b.WriteString(line(h.Name+": "+h.Value) + "\n")
	}
	if c.Body != "" {
		b.WriteString("\n" + c.Body + "\n")
	}
	fence := "```"
	for strings.Contains(b.String(), fence) {
		fence += "`"
	}
	return fence + "http\n" + b.String() + fence + "\n"
}
