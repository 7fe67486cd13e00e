package read

import (
	"slices"
	"strings"
	"testing"
)

// TestFormats: what the list says of the formats is what the reader does.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range formats {
		if f.Title == "" || len(f.Extensions) == 0 || f.text == nil || !strings.Contains(Titles(), f.Title) {
			t.Errorf("%+v", f)
		}
		for _, e := range f.Extensions {
			if seen[e] || e == "" || e != strings.ToLower(strings.Trim(e, ".")) || !slices.Contains(Extensions(), e) {
				t.Errorf("extension %q of %s", e, f.Title)
			}
			seen[e] = true
			for _, name := range []string{"a." + e, "a." + e + ".gz", "a." + strings.ToUpper(e)} {
				if got := tableName(name); got != "a" {
					t.Errorf("the table in %s is called %q", name, got)
				}
			}
		}
	}
	if !slices.Contains(Extensions(), "gz") || !slices.Contains(Extensions(), "zip") {
		t.Error("packed files are not offered")
	}
}

// A format that is not text is known by its content, and a note says so. Lines are counted as
// in the file.
func TestFormatOfContent(t *testing.T) {
	defer func(before []format) { formats = before }(formats)
	formats = []format{csvFormat, {Title: "Boxes", Extensions: []string{"box"},
		has: func(content []byte) bool { return strings.HasPrefix(string(content), "BOX\n") },
		text: func(file string, content []byte, _ Options) (decoded, *Error) {
			text, ok := strings.CutPrefix(string(content), "BOX\n")
			if text = strings.ReplaceAll(text, "/", "\t"); !ok || text == "" {
				return decoded{}, &Error{File: file, What: "the box is empty"}
			}
			return decoded{text: []byte(text), separator: '\t', skipped: 1}, nil
		}}}
	const good = "BOX\nid/a,b\nr/1\ns/2\n"
	for _, content := range []string{good, zipped(t, good)} {
		p, err := look("crabs.box", []byte(content), Options{Separator: ';'})
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != "crabs" || p.Rows != 2 || p.Numbers != 1 || p.Columns[1].Name != "a,b" ||
			p.Guesses[0] != "The file is Boxes." {
			t.Errorf("%+v", p)
		}
	}
	for content, want := range map[string]string{
		"BOX\n":                   "the box is empty. Open a table saved as CSV or Boxes.",
		"BOX\nid/a\nr/1\ns/2/3\n": "crabs.box, line 4: ",
		"id,a\nr,1\ns,2,3\n":      "crabs.box, line 3: ",
		"GIF89a":                  "saved as CSV or Boxes",
	} {
		if _, err := Bytes("crabs.box", "", []byte(content), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
	}
}
