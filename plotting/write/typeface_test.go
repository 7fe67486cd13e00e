package write

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/plotting"
)

// All letters of a figure are of the typeface of its style, in each format that keeps text, and one book holds figures of
// several.
func TestTypefaces(t *testing.T) {
	size := plotting.Size{WidthMM: 120, HeightMM: 90}
	var pages []Page
	for face, want := range map[plotting.Typeface]struct{ svg, pdf string }{
		plotting.Sans:  {"", "liberationsans"},
		plotting.Serif: {`font-family="'Liberation Serif', 'Times New Roman', Times, serif"`, "liberationserif"},
		plotting.Mono:  {`font-family="'Liberation Mono', 'Courier New', Courier, monospace"`, "liberationmono"},
	} {
		style := plotting.Light
		style.Typeface = face
		f := sampler{style}
		pages = append(pages, Page{f, size, testMetadata})
		var svg, pdf bytes.Buffer
		if err := Inline(&svg, "a", f, size, "title", "words"); err != nil {
			t.Fatal(err)
		}
		texts := regexp.MustCompile(`<text[^>]*>`).FindAllString(svg.String(), -1)
		if len(texts) == 0 {
			t.Fatal("the figure has no text")
		}
		for _, text := range texts {
			if strings.Contains(text, "font-family") != (want.svg != "") || !strings.Contains(text, want.svg) {
				t.Errorf("%v: %s", face, text)
			}
		}
		if err := Book(&pdf, "one", pages[len(pages)-1:]); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"liberationsans", "liberationserif", "liberationmono"} {
			if strings.Contains(pdf.String(), "/FontName /utf8"+name) != (name == want.pdf) {
				t.Errorf("%v: whether the document has %s is wrong", face, name)
			}
		}
	}
	var book bytes.Buffer
	if err := Book(&book, "all", pages); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"liberationsans", "liberationserif", "liberationmono"} {
		if !strings.Contains(book.String(), want) {
			t.Errorf("the book lacks %s", want)
		}
	}
}
