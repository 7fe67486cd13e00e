package sampledata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// corners are the clusters of square.csv and their centres.
var corners = []struct {
	name string
	x, y float64
}{{"lower left", -1, -1}, {"lower right", 1, -1}, {"upper left", -1, 1}, {"upper right", 1, 1}}

// drawSquare draws the table from the density of Knowles's thesis, section 4.7.1: a mixture of
// four normal distributions of equal weight around the corners, of variance 1/8 in x and in y.
func drawSquare() string {
	rng := rand.New(rand.NewPCG(2012, 49))
	var b strings.Builder
	b.WriteString("point,cluster,x,y\n")
	for n := range 100 {
		c := corners[rng.IntN(len(corners))]
		deviation := math.Sqrt(1. / 8)
		fmt.Fprintf(&b, "point%03d,%s,%.4f,%.4f\n", n+1, c.name, c.x+deviation*rng.NormFloat64(), c.y+deviation*rng.NormFloat64())
	}
	return b.String()
}

// The file matches its description to the last digit. ESPALIER_UPDATE=1 writes it.
func TestSquareIsAsDescribed(t *testing.T) {
	want := drawSquare()
	if os.Getenv("ESPALIER_UPDATE") != "" {
		if err := os.WriteFile("square.csv", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("square.csv")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("square.csv is not what drawSquare draws")
	}
}
