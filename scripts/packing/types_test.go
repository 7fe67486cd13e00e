package main

import (
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/read"
)

var placeholder = regexp.MustCompile("@[A-Z]+@")

// packed returns a file of packaging as it is packed.
func packed(t *testing.T, command, name string) string {
	t.Helper()
	var b strings.Builder
	if err := run([]string{command, "../../packaging/" + name}, &b); err != nil {
		t.Fatal(err)
	}
	if place := placeholder.FindString(b.String()); place != "" { // a magic text may begin with @
		t.Errorf("%s keeps the placeholder %s", name, place)
	}
	return b.String()
}

// What is packed names the types of every format that the program reads, and declares those that a desktop
// does not know.
func TestTypesOfTables(t *testing.T) {
	_, line, _ := strings.Cut(packed(t, "desktop", "org.espalier.Espalier.desktop"), "\nMimeType=")
	const want = "application/x-espalier-study;text/csv;text/tab-separated-values;application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;" +
		"text/x-gct;text/x-cdt;text/x-matrix-market;application/vnd.apache.parquet;"
	opened := strings.Split(strings.TrimSpace(line), ";")
	for _, kind := range strings.Split(want, ";") { // a later format adds its own
		if !slices.Contains(opened, kind) {
			t.Errorf("the entry in the menu does not open %s:\n%s", kind, line)
		}
	}
	text := packed(t, "mime", "org.espalier.Espalier.mime.xml")
	var declared struct {
		Types []struct {
			Type    string `xml:"type,attr"`
			Comment string `xml:"comment"`
			Parent  struct {
				Type string `xml:"type,attr"`
			} `xml:"sub-class-of"`
			Magic struct {
				Match []struct {
					Value string `xml:"value,attr"`
				} `xml:"match"`
			} `xml:"magic"`
			Glob struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal([]byte(text), &declared); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	names := map[string]int{}
	for i, d := range declared.Types {
		names[d.Type] = i
	}
	for _, m := range read.MediaTypes() {
		i, ok := names[m.Type]
		if !slices.Contains(opened, m.Type) || ok != (m.Comment != "") {
			t.Errorf("%s: opened: %v, declared: %v", m.Type, slices.Contains(opened, m.Type), ok)
		}
		if !ok {
			continue
		}
		d := declared.Types[i]
		if d.Comment != m.Comment || d.Parent.Type != m.Parent || d.Glob.Pattern != "*."+m.Extension ||
			len(d.Magic.Match) != len(m.Magic) || len(m.Magic) > 0 && d.Magic.Match[0].Value != m.Magic[0] {
			t.Errorf("%+v is declared as %+v", m, d)
		}
	}
	if _, ok := names["application/x-espalier-study"]; !ok || len(names) < 5 {
		t.Errorf("declared are %v", names)
	}
}

func TestFillRefuses(t *testing.T) {
	if err := fill(&strings.Builder{}, "types.go.none", ""); err == nil {
		t.Error("a template that is not there")
	}
	name := t.TempDir() + "/empty"
	if err := os.WriteFile(name, []byte("nothing here"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := fill(&strings.Builder{}, name, ""); err == nil {
		t.Error("a template without a place")
	}
}
