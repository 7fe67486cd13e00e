package sampledata

import (
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/sampledata/simulated"
)

// The stored tables are what is drawn, to the last digit. ESPALIER_UPDATE=1 writes them.
func TestSimulatedAreAsDescribed(t *testing.T) {
	files := map[string]string{}
	for _, name := range simulated.Names() {
		d, ok := simulated.Stored(name)
		if !ok {
			t.Fatalf("%s is not drawn", name)
		}
		files[name+".csv"] = d.Whole()
		for _, f := range d.Truth {
			if f.Name == "edges.csv" {
				files["truth/"+name+".csv"] = f.Text()
			}
		}
	}
	if len(files) != 9 {
		t.Errorf("%d files", len(files))
	}
	for name, want := range files {
		if os.Getenv("ESPALIER_UPDATE") != "" {
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what is drawn", name)
		}
	}
}

// Only this sample has a known network.
func TestTruth(t *testing.T) {
	b, err := Truth("signalling")
	if err != nil {
		t.Fatal(err)
	}
	if lines := slices.Collect(strings.SplitSeq(strings.TrimSpace(string(b)), "\n")); len(lines) != 1+17 {
		t.Errorf("%d lines", len(lines))
	}
	if _, err := Truth("iris"); err == nil || !strings.Contains(err.Error(), "signalling") {
		t.Errorf("%v", err)
	}
}
