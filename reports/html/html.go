// Package html writes the report as one page that needs no network, opens from
// disk and can be printed.
package html

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

//go:embed templates
var templateFiles embed.FS

// assets are the parts of the page that do not depend on the run.
type assets struct {
	template *template.Template
	style    template.CSS
	script   template.JS
}

// loadAssets reads and parses the embedded files once.
var loadAssets = sync.OnceValues(func() (*assets, error) {
	style, err := templateFiles.ReadFile("templates/report.css")
	if err != nil {
		return nil, err
	}
	script, err := templateFiles.ReadFile("templates/report.js")
	if err != nil {
		return nil, err
	}
	parsed, err := template.New("page.gohtml").Funcs(templateFunctions()).ParseFS(templateFiles, "templates/*.gohtml")
	if err != nil {
		return nil, err
	}
	return &assets{
		template: parsed,
		style:    template.CSS(style),
		script:   template.JS(script),
	}, nil
})

// contentPolicy allows the page its own styles and script, by their digests, and nothing else: no
// network, no frames, no forms, no inline handlers.
func contentPolicy(script []byte, styles ...[]byte) string {
	var allowed []string
	for _, style := range styles {
		allowed = append(allowed, "'"+digest(style)+"'")
	}
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src '%s'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
		strings.Join(allowed, " "), digest(script))
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func templateFunctions() template.FuncMap {
	return template.FuncMap{
		"symbol":   wording.Symbol,
		"served":   wording.ServedLine,
		"plural":   wording.Plural,
		"sentence": wording.AsSentence,
		"moment":   wording.Time,
		"millis":   func(ms int64) string { return wording.Millis(float64(ms)) },
		"section":  spec.SectionTitle,
		"short":    wording.ShortDigest,
		"add":      func(a, b int) int { return a + b },
		"minus":    func(a, b int) int { return a - b },
		"unstated": unstated,
		"half":     func(a int) int { return a / 2 },
		"list":     func(values ...string) []string { return values },
	}
}

// Write writes index.html: the whole report as one page that needs no
// network, opens from disk and can be printed.
func Write(w io.Writer, run *result.Run) error {
	a, err := loadAssets()
	if err != nil {
		return fmt.Errorf("write HTML: %w", err)
	}
	buffered := bufio.NewWriterSize(w, 64*1024)
	if err := a.template.Execute(buffered, newPage(run, a)); err != nil {
		return fmt.Errorf("write HTML: %w", err)
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("write HTML: %w", err)
	}
	return nil
}
