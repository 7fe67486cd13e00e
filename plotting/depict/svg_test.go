package depict_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/write"
)

// TestPartsOfSVGHaveNames takes files apart as a drawing program does: by groups with names, each of
// which holds something.
func TestPartsOfSVGHaveNames(t *testing.T) {
	for _, c := range []struct{ model, figure, want, formats string }{
		{"agglomerative", "tree", "title tree heatmap labels legend axis annotations column-labels", "png svg pdf"},
		{"agglomerative", "heatmap", "title heatmap labels legend", "png svg pdf"},
		{"agglomerative", "density", "title axis points", "svg"},
		{"glasso", "network", "edges nodes labels", "png svg pdf"},
		{"pca", "loadings", "title squares labels legend", "svg"},
		{"kmeans", "clusters", "title axis clusters", "svg"},
	} {
		s := fit(t, "iris", c.model, 1, nil)
		e, err := depict.Named(s, c.figure)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("SOURCE_DATE_EPOCH", "86400")
		for _, format := range write.Formats() {
			if !strings.Contains(c.formats, format.Name) {
				continue
			}
			size := p.Size
			size.DPI = 60
			var one, two bytes.Buffer
			for _, b := range []*bytes.Buffer{&one, &two} {
				if err := write.Encode(b, format.Name, plotting.ForPrint(p.Figure), size, p.Metadata); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(one.Bytes(), two.Bytes()) {
				t.Errorf("%s, %s: two files of one figure differ", c.figure, format.Name)
			}
			if format.Name != "svg" {
				continue
			}
			held := groups(t, one.Bytes())
			for _, name := range strings.Fields(c.want) {
				if held[name] == 0 {
					t.Errorf("%s: nothing is in a group %q; the groups are %v", c.figure, name, held)
				}
			}
			if !strings.Contains(one.String(), "1970-01-02") {
				t.Errorf("%s is not dated by SOURCE_DATE_EPOCH", c.figure)
			}
		}
	}
}

// TestInkscapeTakesApart: a tree looks in Inkscape as it does in the PNG, its groups are objects that can be selected
// by name and ungrouped, after which it looks the same, and its text is text.
func TestInkscapeTakesApart(t *testing.T) {
	if _, err := exec.LookPath("inkscape"); err != nil {
		t.Skip("there is no Inkscape")
	}
	s := fit(t, "iris", "agglomerative", 1, nil)
	e, err := depict.Named(s, "tree")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p.Size.DPI = 300
	w, _, _ := p.Size.Pixels()
	for _, format := range []string{"svg", "png"} {
		var b bytes.Buffer
		if err := errors.Join(write.Encode(&b, format, plotting.ForPrint(p.Figure), p.Size, p.Metadata),
			os.WriteFile(filepath.Join(dir, "tree."+format), b.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	inkscape := func(arguments ...string) string {
		t.Helper()
		c := exec.Command("inkscape", arguments...)
		c.Dir, c.Env = dir,
			append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v", arguments, err)
		}
		return string(out)
	}
	drawn := func(name string) image.Image {
		t.Helper()
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	inkscape("tree.svg", "--export-filename=ink.png", fmt.Sprintf("--export-width=%d", w))
	if share := plottingtest.Differing(drawn("tree.png"), drawn("ink.png")); share > 0.04 {
		t.Errorf("%.3f of the pixels differ from those of the PNG", share)
	}
	parts := strings.Fields("title tree heatmap labels legend axis annotations column-labels")
	listed := inkscape("--query-all", "tree.svg")
	actions := ""
	for _, name := range parts {
		if !strings.Contains(listed, "\n"+name+",") {
			t.Errorf("Inkscape lists no object %q", name)
		}
		actions += "select-clear;select-by-id:" + name + ";selection-ungroup;"
	}
	inkscape("--actions="+actions+"export-filename:apart.svg;export-plain-svg;export-do", "tree.svg")
	inkscape("apart.svg", "--export-filename=apart.png", fmt.Sprintf("--export-width=%d", w))
	if share := plottingtest.Differing(drawn("ink.png"), drawn("apart.png")); share > 0 {
		t.Errorf("taken apart, %.4f of the pixels differ", share)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
	if err != nil {
		t.Fatal(err)
	}
	apart, err := os.ReadFile(filepath.Join(dir, "apart.svg"))
	if err != nil {
		t.Fatal(err)
	}
	left := groups(t, apart)
	for _, name := range parts {
		if _, there := left[name]; there {
			t.Errorf("the group %s is still there", name)
		}
	}
	if n := bytes.Count(whole, []byte("<text")); n < 20 || bytes.Count(apart, []byte("<text")) != n {
		t.Errorf("of %d texts Inkscape keeps %d", n, bytes.Count(apart, []byte("<text")))
	}
}

// groups returns how many elements are in the groups of an SVG, by name. No two have the same.
func groups(t *testing.T, text []byte) map[string]int {
	t.Helper()
	held := map[string]int{}
	var open []string
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return held
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && e.Name.Local == "g" {
					id = a.Value
					if _, again := held[id]; again {
						t.Errorf("two groups are called %s", id)
					}
					held[id] = 0
				}
			}
			if e.Name.Local != "g" {
				for _, name := range open {
					if name != "" {
						held[name]++
					}
				}
			}
			open = append(open, id)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

// TestNothingDarkIsLeftInPrint: a figure that was dark in the window is printed as one that never was, also that of a
// table of zeros and ones.
func TestNothingDarkIsLeftInPrint(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	seen := 0
	for _, c := range [][2]string{{"animals", "agglomerative"}, {"animals", "fok"}, {"iris", "kmeans"}, {"iris", "glasso"}} {
		s := fit(t, c[0], c[1], 2, nil)
		for _, e := range depict.Of(s) {
			p, err := e.Plate(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			styled, ok := p.Figure.(plotting.Styled)
			if !ok {
				continue
			}
			var never, was bytes.Buffer
			if err := errors.Join(write.Encode(&never, "svg", plotting.ForPrint(p.Figure), p.Size, p.Metadata),
				write.Encode(&was, "svg", plotting.ForPrint(styled.WithStyle(plotting.Dark)), p.Size, p.Metadata)); err != nil {
				t.Fatal(err)
			}
			if seen++; !bytes.Equal(never.Bytes(), was.Bytes()) {
				t.Errorf("%s of %s: something of the dark figure is printed", e.Name, c[0])
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d figures were printed", seen)
	}
}
