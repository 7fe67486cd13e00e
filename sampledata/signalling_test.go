package sampledata

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// pathway is the network behind signalling.csv: each protein with its parents and the slopes on these,
// parents first. Who depends on whom is the consensus that Sachs and others 2005 list (Science 308,
// 523-529); the numbers are made up.
var pathway = []struct {
	name    string
	parents []string
	slopes  []float64
	noise   float64
}{
	{"pkc", nil, nil, 0.8},
	{"plcg", nil, nil, 0.9},
	{"pka", []string{"pkc"}, []float64{-0.6}, 0.7},
	{"pip3", []string{"plcg"}, []float64{0.7}, 0.6},
	{"pip2", []string{"plcg", "pip3"}, []float64{0.5, 0.6}, 0.5},
	{"raf", []string{"pkc", "pka"}, []float64{0.6, -0.5}, 0.6},
	{"mek", []string{"raf", "pkc", "pka"}, []float64{0.9, 0.4, -0.4}, 0.5},
	{"erk", []string{"mek", "pka"}, []float64{0.8, -0.4}, 0.5},
	{"akt", []string{"erk", "pka"}, []float64{0.7, -0.4}, 0.5},
	{"jnk", []string{"pkc", "pka"}, []float64{0.7, -0.4}, 0.7},
	{"p38", []string{"pkc", "pka"}, []float64{0.8, -0.4}, 0.6},
}

// drawSignalling draws 600 cells and the list of edges.
func drawSignalling() (table, truth string) {
	rng := rand.New(rand.NewPCG(2005, 11))
	var b, e strings.Builder
	b.WriteString("cell")
	e.WriteString("source,target\n")
	for _, p := range pathway {
		b.WriteString("," + p.name)
		for _, q := range p.parents {
			fmt.Fprintf(&e, "%s,%s\n", q, p.name)
		}
	}
	b.WriteString("\n")
	for n := range 600 {
		fmt.Fprintf(&b, "cell%03d", n+1)
		value := map[string]float64{}
		for _, p := range pathway {
			v := p.noise * rng.NormFloat64()
			for k, q := range p.parents {
				v += p.slopes[k] * value[q]
			}
			value[p.name] = v
			fmt.Fprintf(&b, ",%.3f", 3+v) // as logs of intensities
		}
		b.WriteString("\n")
	}
	return b.String(), e.String()
}

// The files match their description to the last digit. ESPALIER_UPDATE=1 writes them.
func TestSignallingIsAsDescribed(t *testing.T) {
	table, truth := drawSignalling()
	for file, want := range map[string]string{"signalling.csv": table, "truth/signalling.csv": truth} {
		if os.Getenv("ESPALIER_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what drawSignalling draws", file)
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
