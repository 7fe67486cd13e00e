package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestOfThisBinary packs the binary of the test, which has modules of its own.
func TestOfThisBinary(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	var text, again strings.Builder
	for _, b := range []*strings.Builder{&text, &again} {
		if err := run([]string{"sbom", binary}, b); err != nil {
			t.Fatal(err)
		}
	}
	if text.String() != again.String() {
		t.Error("two bills of one binary differ")
	}
	var b bom
	if err := json.Unmarshal([]byte(text.String()), &b); err != nil {
		t.Fatal(err)
	}
	if b.Metadata.Timestamp != "1970-01-02T00:00:00Z" || len(b.Components) == 0 || b.Components[0].Name != "std" ||
		b.Components[0].Licenses[0].License.ID != "BSD-3-Clause" {
		t.Errorf("%s", text.String())
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	if err := run([]string{"sbom", binary}, &again); err == nil {
		t.Error("no error for a date that is none")
	}
}

func TestPartsOfModules(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.0"}
	where, err := folders()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"codeberg.org/go-fonts/liberation", "fyne.io/fyne/v2"} {
		for name := range where {
			if p, version, _ := strings.Cut(name, "@"); p == path {
				info.Deps = append(info.Deps, &debug.Module{Path: path, Version: version, Sum: "h1:x"})
			}
		}
	}
	parts, err := partsOf(info)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := notices(&out, parts); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The Go standard library 1.26.0 (LICENSE)", "codeberg.org/go-fonts/liberation v",
		"SIL OPEN FONT LICENSE", "theme/font/LICENSE_Inter.txt"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the notices have no %q", want)
		}
	}
	info.Deps = append(info.Deps, &debug.Module{Path: "example.org/nowhere", Version: "v1.0.0"})
	if _, err := partsOf(info); err == nil {
		t.Error("a module that is not there has a licence")
	}
}

func TestIdentifier(t *testing.T) {
	for words, want := range map[string]string{
		"Permission is hereby granted ... The above copyright notice and this permission\nnotice shall be included in all copies": "MIT",
		"Apache License\n   Version 2.0, January 2004":                                                        "Apache-2.0",
		"Neither the name of X nor its contributors may be used to endorse or promote products\nderived from": "BSD-3-Clause",
		"all rights reserved": "",
	} {
		if got := identifier(words); got != want {
			t.Errorf("%q is %q, not %q", words, got, want)
		}
	}
}
