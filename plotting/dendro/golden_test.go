package dendro

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
)

// goldenCases are the pictures kept in testdata.
func goldenCases() map[string]struct {
	d             *Dendrogram
	width, height int
} {
	cases := layoutCases()
	dark := *cases["full"]
	dark.Style = plotting.Dark
	type c = struct {
		d             *Dendrogram
		width, height int
	}
	post := posteriorCases()
	return map[string]c{
		"posterior-labels":    {post["posterior-labels"], 860, 600},
		"posterior-dark":      {post["posterior-dark"], 860, 600},
		"posterior-colour":    {post["posterior-colour"], 700, 500},
		"posterior-circular":  {post["posterior-circular"], 860, 700},
		"posterior-500":       {post["posterior-500"], 700, 500},
		"dendrogram-46":       {cases["46"], 860, 600},
		"dendrogram-full":     {cases["full"], 1000, 700},
		"dendrogram-dark":     {&dark, 1000, 700},
		"dendrogram-small":    {cases["46"], 400, 300},
		"dendrogram-column":   {cases["189"], 321, 400},
		"dendrogram-2000":     {cases["2000"], 1000, 700},
		"dendrogram-zoomed":   {cases["zoomed"], 860, 600},
		"dendrogram-strips":   {cases["strips"], 1000, 700},
		"dendrogram-long":     {cases["long"], 1000, 700},
		"dendrogram-circular": {cases["circular full"], 860, 700},
	}
}

// TestGolden compares pictures with those that were looked at and found good. They
// differ where more than one pixel in two hundred is visibly another, which rounding
// on another processor does not reach. Flag -update writes them again.
func TestGolden(t *testing.T) {
	for name, c := range goldenCases() {
		t.Run(name, func(t *testing.T) {
			plottingtest.GoldenPicture(t, name, c.d, c.width, c.height)
		})
	}
}

// TestDiffering makes sure that the comparison can fail.
func TestDiffering(t *testing.T) {
	c := goldenCases()["dendrogram-46"]
	a := plottingtest.Rendered(c.d, 860, 600)
	turned := *c.d
	turned.Tree = beside.Prepare(plottingtest.Coalescent(46, plottingtest.TestRand(99)))
	if share := plottingtest.Differing(a, plottingtest.Rendered(&turned, 860, 600)); share < 0.02 {
		t.Errorf("another tree differs in %.2f %% of the pixels only", 100*share)
	}
	if share := plottingtest.Differing(a, a); share != 0 {
		t.Errorf("a picture differs from itself by %v", share)
	}
}
