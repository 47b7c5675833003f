package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// WriteBadge writes a small SVG that names the verdict, for a README or a
// dashboard. It states the counts too, so that its colour is not the only sign.
func WriteBadge(w io.Writer, run *result.Run) error {
	right := badgeText(run)
	if n := wording.AcceptedDeviations(run.Deviations); n > 0 {
		right += " with " + wording.Plural(n, "deviation")
	}
	if _, err := io.WriteString(w, badge("credit partner", right, badgeColour(run.Verdict))); err != nil {
		return fmt.Errorf("write badge: %w", err)
	}
	return nil
}

// badgeText returns the verdict, the number of requirements that pass, and the scope if it is not
// everything. A badge stands alone, so it must name the scope.
func badgeText(run *result.Run) string {
	counts, all := wording.CountByOutcome(run.Requirements), len(run.Requirements)
	if run.Coverage != nil {
		all = run.Coverage.Planned
	}
	verdict := string(wording.KnownVerdict(run.Verdict))
	if run.Setup != nil {
		return verdict + ": set-up"
	}
	if n := len(run.Scope); n > 0 && n < len(spec.Capabilities()) {
		verdict += " for " + strings.Join(run.Scope, ", ")
	}
	return fmt.Sprintf("%s %d/%d", verdict, counts[result.Passed]+counts[result.Tolerated], all)
}

// badgeColour returns a colour that is dark enough for white text (a contrast of at least 4.5).
func badgeColour(v result.Verdict) string {
	switch wording.KnownVerdict(v) {
	case result.Conformant:
		return "#1a7f37"
	case result.Partial:
		return "#0b57b8"
	case result.NonConformant:
		return "#b42318"
	default:
		return "#8a5a00"
	}
}

func badge(left, right, colour string) string {
	l, r := badgeWidth(left), badgeWidth(right)
	title := escapeXML(left + ": " + right)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s">`+"\n", l+r, title)
	fmt.Fprintf(&b, "<title>%s</title>\n", title)
	fmt.Fprintf(&b, `<clipPath id="r"><rect width="%d" height="20" rx="3"/></clipPath>`+"\n", l+r)
	fmt.Fprintf(&b, `<g clip-path="url(#r)"><rect width="%d" height="20" fill="#444"/><rect x="%d" width="%d" height="20" fill="%s"/></g>`+"\n", l, l, r, colour)
	b.WriteString(`<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">` + "\n")
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", l/2, l-12, escapeXML(left))
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", l+r/2, r-12, escapeXML(right))
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// badgeWidth assumes about seven units for a character; textLength makes the text fit.
func badgeWidth(s string) int { return 12 + 7*utf8.RuneCountInString(s) }

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // writing to a strings.Builder never fails
	return b.String()
}
