package write

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/plotting"
)

func TestBook(t *testing.T) {
	m := testMetadata
	second := m
	second.Title = "Second"
	pages := []Page{{sampler{plotting.Light}, plotting.Size{WidthMM: 40, HeightMM: 30}, m},
		{sampler{plotting.Light}, plotting.Size{WidthMM: 50, HeightMM: 90}, second}}
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		if err := Book(b, "All figures", pages); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two books of the same figures differ")
	}
	boxes := regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`).FindAllString(one.String(), -1)
	want := []string{"/MediaBox [0 0 113.39 85.04]", "/MediaBox [0 0 141.73 255.12]"}
	for _, w := range want {
		if !strings.Contains(strings.Join(boxes, " "), w) {
			t.Errorf("the pages are %v, not %v", boxes, want)
		}
	}
	if n := strings.Count(one.String(), "/Type /Page\n"); n != 2 {
		t.Errorf("%d pages", n)
	}
	if err := Book(&one, "", nil); err == nil {
		t.Error("a book of nothing")
	}
	pages[1].Size.WidthMM = 0
	if err := Book(&one, "", pages); err == nil || !strings.Contains(err.Error(), "Second") {
		t.Error(err)
	}
}
