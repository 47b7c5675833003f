package docs

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	manual "github.com/credit-partner/assay/docs"
)

// markdown parses the syntax of our pages: CommonMark and tables.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// Handler returns a handler that shows the pages in a browser, with a search.
func Handler(pages []Page) (http.Handler, error) {
	style, err := manual.Pages.ReadFile("site/style.css")
	if err != nil {
		return nil, fmt.Errorf("read the style of the pages: %w", err)
	}
	h := &handler{pages: make(map[string]Page, len(pages)), search: searchable(pages), style: style}
	for _, p := range pages {
		h.pages[address(p.Path)] = p
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /style.css", h.styleSheet)
	mux.HandleFunc("GET /search", h.found)
	mux.HandleFunc("GET /", h.page)
	return mux, nil
}

type handler struct {
	pages  map[string]Page
	search index
	style  []byte
}

// address returns the path of a page on the site: verdicts.md is at /verdicts.html, and README.md
// is at /.
func address(file string) string {
	if file == "README.md" {
		return "/"
	}
	return "/" + strings.TrimSuffix(file, ".md") + ".html"
}

func (h *handler) styleSheet(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(h.style) // if the reader is gone, an error does not matter
}

func (h *handler) page(w http.ResponseWriter, r *http.Request) {
	p, ok := h.pages[r.URL.Path]
	if !ok {
		http.Error(w, "there is no such page: go to / or use the search", http.StatusNotFound)
		return
	}
	body, err := render(p)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	show(w, view{Title: p.Title, Body: body})
}

func (h *handler) found(w http.ResponseWriter, r *http.Request) {
	words := r.URL.Query().Get("q")
	show(w, view{Title: "Search", Words: words, Found: h.search.find(words), Searched: true})
}

var (
	toPage  = regexp.MustCompile(`(href="(?:[^":]*/)?)README\.md(#[^"]*)?"`)
	toOther = regexp.MustCompile(`(href="[^":]*)\.md(#[^"]*)?"`)
)

// render returns a page as HTML, with links to the paths on the site.
func render(p Page) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(p.Markdown), &b); err != nil {
		return "", fmt.Errorf("render %s: %w", p.Path, err)
	}
	text := toPage.ReplaceAllString(b.String(), `href="/$2"`)
	return template.HTML(toOther.ReplaceAllString(text, `$1.html$2"`)), nil // safe: these are our own pages
}

type view struct {
	Title    string
	Body     template.HTML
	Words    string
	Found    []hit
	Searched bool
}

var layout = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} · assay</title><link rel="stylesheet" href="/style.css"></head>
<body><header><a class="name" href="/">assay</a><a href="/requirements.html">Requirements</a><a href="/tolerances.html">Tolerances</a><a href="/glossary.html">Glossary</a>
<form action="/search" role="search"><input type="search" name="q" value="{{.Words}}" placeholder="Search" aria-label="Search"></form></header>
<main>{{if .Searched}}<h1>Search</h1><div class="found">{{range .Found}}<a href="{{.Address}}">{{.Title}}</a><p>{{.Excerpt}}</p>{{else}}<p>No page contains all of these words.</p>{{end}}</div>{{else}}{{.Body}}{{end}}</main></body></html>
`))

func show(w http.ResponseWriter, v view) {
	var b bytes.Buffer
	if err := layout.Execute(&b, v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'")
	_, _ = w.Write(b.Bytes()) // if the reader is gone, an error does not matter
}
