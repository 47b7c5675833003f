package docs

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// index finds pages by the words in them.
type index []indexed

type indexed struct {
	page       Page
	plain, low string
}

// hit is a page that contains all words of a search.
type hit struct {
	Address, Title, Excerpt string
	score                   int
}

const (
	mostHits     = 50
	excerptRunes = 160
)

var markup = regexp.MustCompile("(?m)[`*\\\\]|^#+ |^\\|[-|: ]+\\|$|\\]\\([^)]*\\)|[\\[|]")

func searchable(pages []Page) index {
	all := make(index, len(pages))
	for n, p := range pages {
		plain := strings.Join(strings.Fields(markup.ReplaceAllString(p.Markdown, " ")), " ")
		all[n] = indexed{page: p, plain: plain, low: strings.ToLower(plain)}
	}
	return all
}

// find returns the pages that contain every word. The pages with the words in the title, or with
// many of them, come first.
func (all index) find(query string) []hit {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var hits []hit
	for _, p := range all {
		if score := p.score(words); score > 0 {
			hits = append(hits, hit{Address: address(p.page.Path), Title: p.page.Title, Excerpt: p.excerpt(words[0]), score: score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	return hits[:min(len(hits), mostHits)]
}

func (p indexed) score(words []string) int {
	sum := 0
	for _, word := range words {
		count := strings.Count(p.low, word)
		if count == 0 {
			return 0
		}
		sum += min(count, 20)
		if strings.Contains(strings.ToLower(p.page.Title), word) {
			sum += 100
		}
	}
	return sum
}

// excerpt returns the text around the first occurrence of a word.
func (p indexed) excerpt(word string) string {
	before, _, _ := strings.Cut(p.low, word)
	runes := []rune(p.plain)
	from := min(max(len([]rune(before))-excerptRunes/3, 0), len(runes))
	to := min(from+excerptRunes, len(runes))
	text := string(runes[from:to])
	if from > 0 {
		text = "… " + text
	}
	if to < len(runes) {
		text += " …"
	}
	return text
}
