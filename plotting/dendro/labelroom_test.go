package dendro

import (
	"fmt"
	"testing"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// Names that fit do so when they are selected, and so in bold, too.
func TestSelectedNamesFit(t *testing.T) {
	for _, word := range []string{"penguin", "WWWWWW", "iiiiii", "rrrrtt", "hippocampus_"} {
		var newick string
		for i := range 40 {
			newick += fmt.Sprintf(",%s%03d:1", word, i*7)
		}
		tr, err := tree.ParseNewick([]byte("(" + newick[1:] + "):0;"))
		if err != nil {
			t.Fatal(err)
		}
		for _, face := range []plotting.Typeface{plotting.Sans, plotting.Serif, plotting.Mono} {
			widest := beside.Prepare(tr).WidestName(face)
			for _, name := range tr.Names {
				if w := float64(ink.TextWidth(ink.Bold(face, 1), name)); w > widest {
					t.Errorf("%s is %.3f wide in bold %v, %.3f are kept", name, w, face, widest)
				}
			}
		}
	}
}
