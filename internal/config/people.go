package config

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// people is the content of a file of test identities.
type people struct {
	Existing []Identity `yaml:"existing" form:"existing"`
	New      []Identity `yaml:"new" form:"new"`
}

// Listed returns the listed people: from the file at path; without a path, from the file that the
// config names; without that, from the config itself. The error is an *Error if the content of the
// file is wrong.
func (i Identities) Listed(path string) (existing, fresh []Identity, err error) {
	if path == "" {
		path = i.File
	}
	switch {
	case path == "":
		return i.Existing, i.New, nil
	case len(i.Existing)+len(i.New) > 0:
		return nil, nil, fmt.Errorf("%s lists test identities, and so does the config: keep one of the two", path)
	}
	data, err := read(path)
	if err != nil {
		return nil, nil, fmt.Errorf("test identities %s: %w", path, err)
	}
	return ParseIdentities(path, data)
}

// ParseIdentities parses a list of test identities. It is CSV if the name ends in .csv, and
// otherwise YAML with the keys existing and new. Both are checked in the same way as a config.
func ParseIdentities(name string, data []byte) (existing, fresh []Identity, err error) {
	r := &reader{dir: filepath.Dir(name), lines: map[string]int{}, failure: &Error{File: name}}
	var root *yaml.Node
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		root = r.table(data)
	} else if root, err = document(data); err != nil {
		r.failure.Problems = []Problem{syntax(err)}
	}
	if len(r.failure.Problems) > 0 {
		return nil, nil, r.failure
	}
	var listed people
	if root != nil {
		r.object(reflect.ValueOf(&listed).Elem(), "", root, "identities")
	}
	if len(r.failure.Problems) == 0 {
		r.checkIdentities(Identities{Existing: listed.Existing, New: listed.New})
	}
	if len(r.failure.Problems) == 0 && len(listed.Existing)+len(listed.New) == 0 {
		r.failure.Problems = []Problem{{Text: "it lists nobody"}}
	}
	return listed.Existing, listed.New, r.failure.orNil()
}

// listColumn is the column for the list that a row belongs to: existing, or new if it is empty.
const listColumn = "list"

// columns maps each key to the other names that its column may have, in small letters and without
// spaces, dashes and underscores.
var columns = map[string][]string{
	"first_name":    {"givenname", "forename"},
	"last_name":     {"surname", "familyname"},
	"id_number":     {"id", "nationalid", "nationalidno", "idno"},
	"phone_number":  {"phone", "mobile", "mobilenumber", "msisdn"},
	"email":         {"emailaddress"},
	"date_of_birth": {"dob", "birthday", "birthdate"},
	"country_code":  {"country"},
	"kind":          {"employment"},
	"has_limit":     {"limit"},
	listColumn:      {"customer"},
}

// table reads CSV, with a comma or a semicolon between cells, and returns it as YAML nodes. So
// each problem has its line, and the same rules apply to both forms.
func (r *reader) table(data []byte) *yaml.Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // spreadsheets write a byte order mark
	rows := csv.NewReader(bytes.NewReader(data))
	rows.TrimLeadingSpace = true
	if head, _, _ := bytes.Cut(data, []byte("\n")); !bytes.Contains(head, []byte(",")) && bytes.Contains(head, []byte(";")) {
		rows.Comma = ';'
	}
	heads, err := rows.Read()
	if err != nil {
		r.notCSV(err)
		return nil
	}
	keys := r.columnKeys(heads)
	lists := map[string][]*yaml.Node{}
	for {
		cells, err := rows.Read()
		if err == io.EOF {
			return listsNode(lists)
		}
		if err != nil {
			r.notCSV(err)
			return nil
		}
		line, _ := rows.FieldPos(0)
		r.row(lists, keys, cells, line)
	}
}

// notCSV adds the problem that a text is not valid CSV. It does not quote cells, because they are
// personal details.
func (r *reader) notCSV(err error) {
	p := Problem{Text: "it is not proper CSV: " + err.Error()}
	var wrong *csv.ParseError
	switch {
	case err == io.EOF:
		p.Text = "it is empty; the first line names the columns"
	case errors.As(err, &wrong):
		p.Line, p.Text = wrong.Line, "it is not proper CSV: "+wrong.Err.Error()
	}
	r.failure.Problems = append(r.failure.Problems, p)
}

// columnKeys returns the key that each column stands for.
func (r *reader) columnKeys(heads []string) []string {
	keys := make([]string, len(heads))
	for n, head := range heads {
		for key, others := range columns {
			if name := plain(strings.TrimSpace(head)); name == plain(key) || slices.Contains(others, name) {
				keys[n] = key
			}
		}
		problem := ""
		switch {
		case keys[n] == "":
			problem = "this column is not known; " + allowedWords(head, slices.Sorted(maps.Keys(columns)))
		case slices.Index(keys, keys[n]) < n:
			problem = "two columns are for " + keys[n] + "; keep one"
		}
		if problem != "" {
			r.failure.Problems = append(r.failure.Problems, Problem{Line: 1, Key: cut(head), Text: problem})
		}
	}
	return keys
}

// yesNo replaces yes and no, which people write in tables, with the values of YAML.
var yesNo = strings.NewReplacer("yes", "true", "no", "false")

// row adds the person in a row to the list that the row names.
func (r *reader) row(lists map[string][]*yaml.Node, keys, cells []string, line int) {
	person := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: line}
	list := "new"
	for n, cell := range cells {
		cell = strings.TrimSpace(cell)
		switch {
		case cell == "":
		case keys[n] == listColumn:
			list = strings.ToLower(cell)
		default:
			tag := "!!str"
			if keys[n] == "has_limit" {
				tag, cell = "!!bool", yesNo.Replace(strings.ToLower(cell))
			}
			person.Content = append(person.Content, textNode(keys[n], "!!str", line), textNode(cell, tag, line))
		}
	}
	if list != "new" && list != "existing" {
		r.failure.Problems = append(r.failure.Problems, Problem{Line: line, Key: listColumn, Text: "it must be existing or new"})
		return
	}
	if len(person.Content) > 0 { // a row of empty cells is no person
		lists[list] = append(lists[list], person)
	}
}

func textNode(value, tag string, line int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value, Line: line}
}

// listsNode returns the YAML document for the rows.
func listsNode(lists map[string][]*yaml.Node) *yaml.Node {
	root := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1}
	for _, name := range []string{"existing", "new"} {
		if len(lists[name]) > 0 {
			root.Content = append(root.Content, textNode(name, "!!str", 1), &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: 1, Content: lists[name]})
		}
	}
	return root
}

// WriteNew writes a list of new people in the form that ParseIdentities reads from a file with
// that name.
func WriteNew(w io.Writer, name string, fresh []Identity) error {
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return writeTable(w, fresh)
	}
	var b strings.Builder
	b.WriteString("# Test identities for assay: `assay server --identities FILE`, or identities.file in\n" +
		"# the config. Each of them asks for one credit limit, and is then no longer new.\nnew:\n")
	for _, p := range fresh {
		fmt.Fprintf(&b, "  - {first_name: %q, last_name: %q, id_number: %q, phone_number: %q,\n     email: %q, date_of_birth: %s, country_code: %q}\n",
			p.FirstName, p.LastName, p.IDNumber, p.PhoneNumber, p.Email, p.DateOfBirth.Format(time.DateOnly), p.CountryCode)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTable(w io.Writer, fresh []Identity) error {
	table := csv.NewWriter(w)
	rows := [][]string{{"first_name", "last_name", "id_number", "phone_number", "email", "date_of_birth", "country_code"}}
	for _, p := range fresh {
		rows = append(rows, []string{p.FirstName, p.LastName, p.IDNumber, p.PhoneNumber, p.Email, p.DateOfBirth.Format(time.DateOnly), p.CountryCode})
	}
	return table.WriteAll(rows)
}
