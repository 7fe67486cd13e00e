package read

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"text only", "sample,sex\na,m\nb,f\n", "sample sex/a m/b f"},
		{"missing", "id\tx\ty\na\tNA\t1\nb\t2\n", "id x y/a - 1/b 2 -"},
		{"R's header", "x y\na 1 2\nb 3 4\nc 5 6\n", "- x y/a 1 2/b 3 4/c 5 6"},
		{"a list", "a\nb\n\nc\n", "a/b/c"},
		{"quotes", "id;what\n\"a;1\";\"one\n two\"\n", "id what/a;1 one two"},
	} {
		l, err := Lines(context.Background(), "x.csv", []byte(c.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var all []string
		for _, line := range l.Cells {
			shown := append([]string(nil), line...)
			for i := range shown {
				if shown[i] == "" {
					shown[i] = "-"
				}
			}
			all = append(all, strings.Join(shown, " "))
		}
		if got := strings.Join(all, "/"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for text, want := range map[string]string{"a,b\nc,d\ne,f,g\nh,i\n": "line 3",
		"a,b\nc,d\ne,\"f\n": "never closed", "": "empty"} {
		if _, err := Lines(context.Background(), "x.csv", []byte(text), Options{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A table comes with the annotations of other files, and a name asked for may be in one of them.
func TestAnnotated(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := file("t.csv", "id,a,b\nr1,1,2\nr2,3,4\n")
	o := Options{RowAnnotations: []string{file("rows.tsv", "id\tkind\nr2\tx\n")},
		ColumnAnnotations: []string{file("columns.csv", "gene,arm\na,p\nb,q\n")}, Annotations: []string{"kind"}}
	table, err := File(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := table.AnnotationByName("kind")
	if !reflect.DeepEqual(a.Values, []string{"", "x"}) || len(table.ColumnAnnotations) != 1 ||
		!reflect.DeepEqual(table.ColumnAnnotations[0].Values, []string{"p", "q"}) {
		t.Errorf("%+v", table)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, "rows.tsv annotates 1 of 2 rows") ||
		!strings.Contains(notes, "columns.csv annotates 2 of 2 columns") {
		t.Error(notes)
	}
	o.RowAnnotations = o.ColumnAnnotations
	if _, err := File(t.Context(), path, o); err == nil {
		t.Error("names of columns are taken for rows")
	} else {
		checkError(t, err)
	}
}

// FuzzLines: any bytes give lines of one width, or a complete error.
func FuzzLines(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, options byte) {
		l, err := Lines(context.Background(), "fuzz.csv", data, fuzzOptions(options))
		if err != nil {
			checkError(t, err)
			return
		}
		if l.Width() == 0 {
			t.Fatal("there are no cells")
		}
		for _, line := range l.Cells {
			if len(line) != l.Width() {
				t.Fatalf("%d cells among %d", len(line), l.Width())
			}
		}
	})
}
