package ui

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/batch"
	"example.org/espalier/inference/read"
	"example.org/espalier/ui/files"
)

// TestOneListOfFormats: the file dialog, help, errors and the README name the same formats, those of the reader.
func TestOneListOfFormats(t *testing.T) {
	titles := read.Titles()
	for name, extensions := range map[string][]string{"Studies, results and tables": append([]string{"espalier", "fit"}, read.Extensions()...), "Tables (" + titles + ", also gzipped or zipped)": read.Extensions()} {
		found := false
		for _, f := range files.OpenFilters {
			if f.Name == name {
				found = slices.Equal(f.Extensions, extensions)
			}
		}
		if !found {
			t.Errorf("the file dialog does not offer %s with %v", name, extensions)
		}
	}
	var help, told strings.Builder
	batch.Main(context.Background(), []string{"--help"}, &help, &told)
	if !strings.Contains(strings.Join(strings.Fields(help.String()), " "), "("+titles+", also gzipped or in a ZIP archive)") {
		t.Errorf("help does not name %s", titles)
	}
	_, err := read.Bytes("picture.png", "", []byte("\x89PNG\r\n\x1a\n0000"), read.Options{})
	if err == nil || !strings.Contains(err.Error(), "Open a table saved as "+titles+".") {
		t.Errorf("the error does not name %s: %v", titles, err)
	}
	// The README sends to the help, so that a new format does not touch it.
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, data, _ := strings.Cut(string(text), "\n## Data\n")
	data, _, _ = strings.Cut(data, "\n## ")
	if !strings.Contains(data, "`espalier --help`") {
		t.Error("the README does not say where the formats are listed")
	}
}
