// Package reports renders a finished run for those who read, sign, gate on and
// argue over it: one HTML file, JUnit, JSON, Markdown, a badge, annotations and
// plain text. Everything comes from a result.Run alone, so that an old result
// can be shown again.
//
// Whatever a target said is foreign text. Every writer but WriteJSON first
// makes it visible (control characters, direction marks, invalid UTF-8) and
// then escapes it for its own format.
package reports
