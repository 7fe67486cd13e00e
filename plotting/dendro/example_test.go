package dendro_test

import (
	"fmt"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/plottingtest"
)

func parse(newick string) *tree.Tree {
	t, err := tree.ParseNewick([]byte(newick))
	if err != nil {
		panic(err)
	}
	return t
}

// A tree of three animals. Hit finds the leaf under a point.
func ExampleDendrogram() {
	d := dendro.NewDendrogram(parse("((lion:0.25,tiger:0.25):0.25,whale:0.5):0.5;"))
	d.Title, d.Style = "Animals", plotting.Light
	plottingtest.PrintSheet(d, "leaves", 3)
	scene := d.Layout(plottingtest.At(400, 300))
	area := scene.PlotArea()
	mark, ok := scene.Hit(plottingtest.At(area.Max.X-2, area.Max.Y-(area.Max.Y-area.Min.Y)/6))
	fmt.Println(ok, mark.Kind, mark.Title)
	// Output:
	// position,name
	// 1,lion
	// 2,tiger
	// 3,whale
	// true leaf lion
}

// Two trees of the same leaves, which share the clade of lion and tiger.
func ExampleTanglegram() {
	a, b := parse("((lion:1,tiger:1):1,(whale:1,seal:1):1);"), parse("(((lion:1,tiger:1):1,seal:2):1,whale:3);")
	names, err := tree.MatchLeaves(b, a.Names)
	if err != nil {
		panic(err)
	}
	f := &dendro.Tanglegram{Tangle: dendro.NewTangle(a, names), Names: [2]string{"first", "second"},
		Style: plotting.Light, Window: plotting.All}
	plottingtest.PrintSheet(f, "summary", 9)
	// Output:
	// measure,value
	// left,first
	// right,second
	// leaves,4
	// Robinson-Foulds distance,2
	// normalised Robinson-Foulds distance,0.5
	// shared clades,1
	// clades only left,1
	// clades only right,1
	// crossings,1
}
