package pairing

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/visible"
)

//go:embed page.gohtml
var pageText string

//go:embed page.css
var style string

//go:embed page.js
var script string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"visible": visible.Text}).Parse(pageText))

// view holds the values that the page shows.
type view struct {
	*pair.Matrix
	Policy   string
	Style    template.CSS
	Script   template.JS
	Data     template.JS
	Sentence string
	Single   *pair.Forecast // the only pair; nil if there are several
}

// data is the input of the script: every reason once, and for each cell the numbers of its
// reasons. Reasons that agree are left out.
type data struct {
	Reasons []pair.Reason `json:"reasons"`
	Cells   [][][]int     `json:"cells"`
}

// WritePage writes the pairs as one page. The page opens from disk and runs only its own style
// and script.
func WritePage(w io.Writer, m *pair.Matrix) error {
	v := view{Matrix: m, Policy: policy(), Style: template.CSS(style), Script: template.JS(script)}
	if len(m.Servers) == 1 && len(m.Partners) == 1 {
		v.Single = &m.Cells[0][0]
		v.Sentence = pair.Sentence(m.Servers[0].Name, m.Partners[0].Name, *v.Single)
	} else {
		v.Sentence = sum(m)
		encoded, err := json.Marshal(dataOf(m)) // it escapes <, > and &
		if err != nil {
			return fmt.Errorf("write the page of pairs: %w", err)
		}
		v.Data = template.JS(encoded)
	}
	out := bufio.NewWriter(w)
	if err := page.Execute(out, v); err != nil {
		return fmt.Errorf("write the page of pairs: %w", err)
	}
	return out.Flush()
}

func dataOf(m *pair.Matrix) data {
	d := data{Cells: make([][][]int, len(m.Cells))}
	known := make(map[pair.Reason]int)
	for i, row := range m.Cells {
		d.Cells[i] = make([][]int, len(row))
		for j, f := range row {
			d.Cells[i][j] = []int{}
			for _, r := range f.Reasons {
				if r.Answer == pair.Yes {
					continue
				}
				n, seen := known[r]
				if !seen {
					n = len(d.Reasons)
					known[r], d.Reasons = n, append(d.Reasons, r)
				}
				d.Cells[i][j] = append(d.Cells[i][j], n)
			}
			slices.Sort(d.Cells[i][j])
		}
	}
	return d
}

// policy allows the page its own style and script, by their digests, and nothing else.
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'", digest(style), digest(script))
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// WriteFolder writes the page, and the pairs as JSON, into a folder.
func WriteFolder(dir string, m *pair.Matrix) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("folder of the page: %w", err)
	}
	return errors.Join(
		writeFile(filepath.Join(dir, "index.html"), m, WritePage),
		writeFile(filepath.Join(dir, "pairs.json"), m, WriteJSON))
}

func writeFile(path string, m *pair.Matrix, write func(io.Writer, *pair.Matrix) error) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the page of pairs: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return write(file, m)
}
