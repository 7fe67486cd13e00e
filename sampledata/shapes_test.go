package sampledata

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// shapes are the features of the pictures in shapes.csv, and the probability of each.
var shapes = []struct {
	name    string
	p       float64
	picture string
}{
	{"frame", 0.5, "####.. #..#.. #..#.. ####.. ...... ......"},
	{"cross", 0.4, "....#. ...### ....#. ...... ...... ......"},
	{"diagonal", 0.5, "#..... .#.... ..#... ...#.. ....#. .....#"},
	{"stairs", 0.3, "...... ...... ...... #..... ##.... ###..."},
	{"block", 0.4, "...... ...... ...... ...... ...### ...###"},
}

// drawShapes draws the table: each picture is the sum of its shapes, 1 for each pixel that one
// covers, plus normal noise of standard deviation 0.5.
func drawShapes() string {
	rng := rand.New(rand.NewPCG(2011, 36))
	var b strings.Builder
	b.WriteString("picture")
	for _, s := range shapes {
		b.WriteString("," + s.name)
	}
	for i := range 36 {
		fmt.Fprintf(&b, ",p%d%d", i/6+1, i%6+1)
	}
	b.WriteString("\n")
	for n := range 100 {
		fmt.Fprintf(&b, "picture%03d", n+1)
		x := make([]float64, 36)
		for _, s := range shapes {
			if rng.Float64() >= s.p {
				b.WriteString(",no")
				continue
			}
			b.WriteString(",yes")
			for i, c := range strings.ReplaceAll(s.picture, " ", "") {
				if c == '#' {
					x[i]++
				}
			}
		}
		for _, v := range x {
			fmt.Fprintf(&b, ",%.2f", v+0.5*rng.NormFloat64())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The file matches its description to the last digit. ESPALIER_UPDATE=1 writes it.
func TestShapesAreAsDescribed(t *testing.T) {
	want := drawShapes()
	if os.Getenv("ESPALIER_UPDATE") != "" {
		if err := os.WriteFile("shapes.csv", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("shapes.csv")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("shapes.csv is not what drawShapes draws")
	}
}
