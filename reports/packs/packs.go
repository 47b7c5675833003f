// Package packs writes files that reproduce a failure, for people who do not know the suite: a
// shell script, and files for the HTTP clients of editors, for Hurl and for Postman. Everything
// comes from the packs of a result, which contain no secrets.
package packs

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports/wording"
)

// Folder is the folder of the packs in a report.
const Folder = "repro"

// File is one file of the packs.
type File struct {
	Name    string // path below the report folder, with slashes
	Mode    fs.FileMode
	Content []byte
}

// The modes of files to read and of files to run.
const (
	readable   fs.FileMode = 0o644
	executable fs.FileMode = 0o755
)

// Files returns all files of the packs of a run, or none if the run has no packs.
func Files(run *result.Run) ([]File, error) {
	var files []File
	var all []*page
	add := func(name string, mode fs.FileMode, content string) {
		files = append(files, File{Folder + "/" + name, mode, []byte(content)})
	}
	for i := range run.Requirements {
		r := &run.Requirements[i]
		if r.Pack == nil || !isName(r.ID) {
			continue
		}
		p := newPage(run, r)
		all = append(all, p)
		if r.Pack.ShouldBe != nil {
			add(r.ID+"/request.md", readable, p.sideBySide())
			continue
		}
		add(r.ID+"/run.sh", executable, p.shell())
		add(r.ID+"/requests.http", readable, p.http())
		add(r.ID+"/requests.hurl", readable, p.hurl())
	}
	if len(all) == 0 {
		return nil, nil
	}
	add("README.md", readable, index(run, all))
	if run.Side == result.PartnerSide {
		return files, nil
	}
	collection, err := postman(run, all)
	if err != nil {
		return nil, fmt.Errorf("write the Postman collection: %w", err)
	}
	add("postman_collection.json", readable, collection)
	return files, nil
}

// idForm is the form of a requirement's id, which becomes the name of a folder.
var idForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*-[0-9]+$`)

func isName(id string) bool { return idForm.MatchString(id) }

// Path returns the main file of a requirement's pack, relative to the report folder. It is empty
// if the requirement has no pack.
func Path(r *result.Requirement) string {
	switch {
	case r.Pack == nil || !isName(r.ID):
		return ""
	case r.Pack.ShouldBe != nil:
		return Folder + "/" + r.ID + "/request.md"
	}
	return Folder + "/" + r.ID + "/run.sh"
}

// page is a pack with the context that its files describe.
type page struct {
	*result.Pack
	requirement *result.Requirement
	target      result.Target
}

func newPage(run *result.Run, r *result.Requirement) *page {
	return &page{Pack: r.Pack, requirement: r, target: run.Target}
}

// line turns untrusted text into one line without control characters.
func line(text string) string { return wording.Cut(wording.OneLine(visible.Text(text)), 300) }

// head describes a pack, in lines.
func (p *page) head() []string {
	lines := []string{
		p.requirement.ID + ": " + line(p.requirement.Statement),
		"",
		"Section   " + line(p.Section) + " of the specification",
		"Check     " + line(p.Check),
		"Found     " + line(p.Message),
		"Expected  " + line(p.Pack.Expected),
		"Actual    " + line(p.Actual),
	}
	lines = append(lines, p.doubts()...)
	return append(lines, "", "The customers are made up anew each time (run), and the later calls use what an", "answer gives.")
}

// doubts says why the calls may not reproduce the failure.
func (p *page) doubts() []string {
	var lines []string
	if p.Shown == result.NotShownAgain {
		lines = append(lines, "", "assay made these calls once more after the run: they did not show the failure again.")
	}
	if p.Why == "" {
		return lines
	}
	return append(append(lines, ""), strings.Split(wording.Wrap(line(p.Why), 84, ""), "\n")...)
}

// withoutAccept says of a call that it was made without an Accept header, or returns "". Clients send one by
// themselves. A shell script and Postman can leave it out.
func withoutAccept(c *result.PackCall) string {
	if slices.ContainsFunc(c.Headers, func(h result.Header) bool { return h.Name == "Accept" }) {
		return ""
	}
	return "The call has no Accept header. If your client adds one, use run.sh."
}

// comment puts a sign before each line.
func comment(sign string, lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(sign+" "+l, " ") + "\n")
	}
	return b.String()
}

// placeholder matches the name of a value in a text of a pack.
var placeholder = regexp.MustCompile(`\{\{([A-Za-z0-9_]+)\}\}`)

// replaceNames converts a text: plain converts the parts between the placeholders, and name
// converts the names in the placeholders.
func replaceNames(text string, plain, name func(string) string) string {
	var b strings.Builder
	last := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(plain(text[last:at[0]]))
		b.WriteString(name(text[at[2]:at[3]]))
		last = at[1]
	}
	b.WriteString(plain(text[last:]))
	return b.String()
}

// tokenName is the name of the access token in the environment of the user.
const tokenName = "ASSAY_TOKEN"

// templated replaces the internal name of the token by tokenName.
func templated(text string) string { return strings.ReplaceAll(text, "{{token}}", "{{"+tokenName+"}}") }

// base returns the name of the base address of a call.
func base(c *result.PackCall) string {
	if c.Lookup {
		return "lookup_base_url"
	}
	return "base_url"
}

// addresses returns the base addresses that a pack calls, with the values that the run used.
func (p *page) addresses() [][2]string {
	all := [][2]string{{"base_url", strings.TrimRight(p.target.BaseURL, "/")}}
	for i := range p.Calls {
		if p.Calls[i].Lookup {
			lookup := p.target.LookupBaseURL
			if lookup == "" {
				lookup = p.target.BaseURL
			}
			return append(all, [2]string{"lookup_base_url", strings.TrimRight(lookup, "/")})
		}
	}
	return all
}

// segments splits a path into its members.
func segments(path string) []string {
	if path == "" {
		return nil
	}
	var all []string
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		switch {
		case path[i] == '\\' && i+1 < len(path):
			i++
			b.WriteByte(path[i])
		case path[i] == '.':
			all = append(all, b.String())
			b.Reset()
		default:
			b.WriteByte(path[i])
		}
	}
	return append(all, b.String())
}

func isIndex(segment string) bool {
	return segment != "" && strings.Trim(segment, "0123456789") == ""
}

// index lists the packs and explains how to run them.
func index(run *result.Run, all []*page) string {
	var b strings.Builder
	b.WriteString("# What shows the failures again\n\n")
	if run.Side == result.PartnerSide {
		b.WriteString("Each folder holds a request as it was sent, and as it should be.\n\n")
	} else {
		b.WriteString("Each folder is one failed requirement, in as few calls as show it, from nothing. Run one:\n\n" +
			"    ASSAY_TOKEN=… BASE_URL=" + line(strings.TrimRight(run.Target.BaseURL, "/")) + " repro/" + all[0].requirement.ID + "/run.sh\n\n" +
			"It ends with 0 where the build does what is asked, with 1 where it does not, and with 2 where\n" +
			"that could not be found out. `run.sh` needs bash, curl and jq. `requests.http` is for the HTTP\n" +
			"clients of JetBrains and for httpYac, `requests.hurl` for Hurl, `postman_collection.json`, which\n" +
			"holds all of them, for Postman and newman.\n\n")
	}
	b.WriteString("| pack | calls | what is asked | what was found |\n|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'")
	for _, p := range all {
		fmt.Fprintf(&b, "| [%[1]s](%[1]s) | %d | %s | %s |\n", p.requirement.ID, len(p.Calls), cell.Replace(line(p.requirement.Statement)), cell.Replace(line(p.Message)))
	}
	for _, p := range all {
		if d := p.doubts(); len(d) > 0 {
			fmt.Fprintf(&b, "\n%s may not show its failure:\n%s\n", p.requirement.ID, strings.TrimSpace(strings.Join(d, "\n")))
		}
	}
	return b.String()
}

// sideBySide shows a request of a partner build in two forms: as it was sent, and as it should
// be.
func (p *page) sideBySide() string {
	var b strings.Builder
	b.WriteString("# " + p.requirement.ID + ": " + line(p.requirement.Statement) + "\n\n")
	b.WriteString(line(p.Message) + " (section " + line(p.Section) + ", exchange " + line(p.Calls[0].Exchange) + ").\n")
	b.WriteString("Expected: " + inline(p.Pack.Expected) + ". Actual: " + inline(p.Actual) + ".\n")
	b.WriteString("\n## As it was sent\n\n" + block(&p.Calls[0]) + "\n## As it should be\n\n" + block(p.ShouldBe))
	b.WriteString("\nFill in what is between ‹ and ›. The report hid what reads «cut» or has asterisks.\n")
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
