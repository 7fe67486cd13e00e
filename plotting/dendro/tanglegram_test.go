package dendro

import (
	"context"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// nearCopy returns t with some of its leaves cut off and joined to others.
func nearCopy(t *tree.Tree, moves int, rng *rand.Rand) *tree.Tree {
	n := t.Leaves()
	order := rng.Perm(n)
	rest := order[min(moves, n-3):]
	r := t.Restrict(rest)
	names := slices.Clone(r.Names)
	for _, v := range order[:n-len(rest)] {
		names = append(names, t.Names[v])
	}
	gap := n - len(rest) // new leaves stand before the branch points
	parent, at := make([]int, n), make([]float64, n)
	for v := range r.Nodes() {
		u := r.Parent[v]
		if u >= 0 {
			u += gap
		}
		if v < len(rest) {
			parent[v], at[v] = u, math.Inf(1)
		} else {
			parent, at = append(parent, u), append(at, r.LogTime[v])
		}
	}
	for _, v := range r.PreOrder() { // the oldest of random trees may be at one time
		if u := r.Parent[v]; u >= 0 && v >= len(rest) {
			at[v+gap] = max(at[v+gap], at[u+gap]+1e-9)
		}
	}
	for v := len(rest); v < n; v++ {
		u := rng.IntN(v)
		above := parent[u]
		parent, at = append(parent, above), append(at, at[above]+0.3*rng.Float64()+0.01)
		parent[u], parent[v], at[v] = len(parent)-1, len(parent)-1, math.Inf(1)
	}
	c, err := tree.New(names, parent, at)
	if err != nil {
		panic(err)
	}
	if c, err = tree.MatchLeaves(c, t.Names); err != nil {
		panic(err)
	}
	return c
}

// facing returns a tanglegram of two similar trees, untangled.
func facing(leaves, moves int, seed uint64) *Tanglegram {
	rng := plottingtest.TestRand(seed)
	a := plottingtest.Coalescent(leaves, rng)
	b := nearCopy(a, moves, rng)
	x, y, _, err := compare.Untangle(context.Background(), a, b, compare.Starts(leaves), plottingtest.TestRand(1))
	if err != nil {
		panic(err)
	}
	k := NewTangle(x, y)
	return &Tanglegram{Tangle: k, Title: "Pitman-Yor diffusion tree and Ward linkage, random",
		Subtitle:   fmt.Sprintf("Robinson-Foulds distance %d · %d crossings", k.Comparison.RobinsonFoulds, k.Crossings),
		Names:      [2]string{"Pitman-Yor diffusion tree", "Ward linkage"},
		Axes:       [2]TimeAxis{DiffusionAxis(), HeightAxis(12.6)},
		ShowLabels: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
}

func tangleCases() map[string]struct {
	f             *Tanglegram
	width, height int
} {
	type c = struct {
		f             *Tanglegram
		width, height int
	}
	selected := facing(40, 4, 1)
	selected.Selection.Rows = selected.Tangle.trees[0].Leaves(selected.Tangle.Comparison.OnlyA[1])
	selected.Style = plotting.Dark
	long := facing(60, 6, 5)
	for _, p := range long.Tangle.trees {
		for i := range p.Tree().Names {
			p.Tree().Names[i] = fmt.Sprintf("a name that goes on and on until it has some sixty letters %02d", i)
		}
	}
	long.Names = [2]string{strings.Repeat("a very long name ", 9), strings.Repeat("another one ", 12)}
	coloured := facing(120, 14, 3)
	coloured.Colour = &beside.Strip{Annotation: plottingtest.CladeLabels(coloured.Tangle.trees[0].Tree(), "tissue",
		plottingtest.Tissues, plottingtest.TestRand(2))}
	coloured.Axes[1] = lengthAxis(73.2)
	early := facing(24, 3, 6)
	early.Tangle = NewTangle(early.Tangle.trees[0].Tree(), endedEarly(early.Tangle.trees[1].Tree()))
	early.Axes[1] = branchingAxis()
	dense := facing(2000, 40, 2)
	zoomed := *dense
	zoomed.Window = plotting.Window{X0: 0, X1: 1, Y0: 0.4, Y1: 0.42}
	return map[string]c{
		"tanglegram-40":       {facing(40, 4, 1), 860, 640},
		"tanglegram-selected": {selected, 860, 640},
		"tanglegram-long":     {long, 860, 640},
		"tanglegram-coloured": {coloured, 900, 700},
		"tanglegram-early":    {early, 700, 480},
		"tanglegram-2000":     {dense, 900, 700},
		"tanglegram-zoomed":   {&zoomed, 900, 700},
		"tanglegram-small":    {facing(40, 4, 1), 320, 240},
		"tanglegram-3":        {facing(3, 0, 1), 860, 500},
		"tanglegram-alike":    {facing(30, 0, 1), 600, 500},
	}
}

// endedEarly returns t with leaves that end at different times.
func endedEarly(t *tree.Tree) *tree.Tree {
	c := *t
	c.LogTime = slices.Clone(t.LogTime)
	for v := range t.Leaves() {
		c.LogTime[v] = t.LogTime[t.Parent[v]] + 0.3*float64(1+v%5)
	}
	return &c
}

func TestTanglegramPictures(t *testing.T) {
	for name, c := range tangleCases() {
		t.Run(name, func(t *testing.T) { plottingtest.GoldenPicture(t, name, c.f, c.width, c.height) })
	}
	if dir := os.Getenv("ESPALIER_PICTURES"); dir != "" {
		c := tangleCases()["tanglegram-40"]
		s := c.f.LayoutTrees(vg.Point{X: 860, Y: 640})
		for i, m := range []plotting.Mark{s.NodeMark(0, c.f.Tangle.Comparison.OnlyA[1]),
			s.NodeMark(1, c.f.Tangle.Comparison.Shared[2][1]), s.NodeMark(1, 7)} {
			img := image.NewRGBA(image.Rect(0, 0, 860, 640))
			r := raster.New(img, 1)
			s.Draw(r)
			s.DrawOverlay(r, m)
			plottingtest.WritePNG(t, filepath.Join(dir, fmt.Sprintf("tanglegram-hover-%d.png", i)), img)
		}
	}
}

// TestTanglegramLayout holds for every case and size: labels do not touch each other,
// the two sides mirror each other, and lines begin and end at the heights of their leaves.
func TestTanglegramLayout(t *testing.T) {
	for name, c := range tangleCases() {
		for _, size := range []vg.Point{{X: 860, Y: 640}, {X: 320, Y: 240}, {X: 1400, Y: 200}, {X: 90, Y: 60}, {X: 10, Y: 10}} {
			s := c.f.LayoutTrees(size)
			img := image.NewRGBA(image.Rect(0, 0, int(size.X), int(size.Y)))
			raster.Render(s, 1, img)
			if !s.shown() {
				continue
			}
			l, r := s.sides[0], s.sides[1]
			if l.tree.Max.X > s.lines.Min.X || s.lines.Max.X > r.tree.Min.X || s.lines.Size().X < 20 ||
				!(math.Abs(float64(l.tree.Size().X-r.tree.Size().X)) <= 1e-6) {
				t.Errorf("%s at %v: the parts overlap: %v %v %v", name, size, l.tree, s.lines, r.tree)
			}
			for i := range s.sides {
				p := s.NodePosition(i, s.sides[i].p.Tree().Top)
				if !ink.Contains(s.sides[i].tree, p) && c.f.Window.IsAll() {
					t.Errorf("%s at %v: the top of tree %d lies outside its box", name, size, i)
				}
			}
		}
	}
}

// TestTanglegramHit: what is drawn at a place is what is found there.
func TestTanglegramHit(t *testing.T) {
	f := facing(40, 4, 1)
	s := f.LayoutTrees(vg.Point{X: 860, Y: 640})
	for side, p := range f.Tangle.trees {
		points, leaves := 0, 0
		for v := range p.Preorder {
			at := s.NodePosition(side, v)
			m, ok := s.Hit(at)
			if !ok || m.Index != side {
				t.Fatalf("side %d: nothing at node %d", side, v)
			}
			if p.Tree().IsLeaf(v) {
				leaves++
				if m.Kind != "leaf" || m.Row != v {
					t.Errorf("side %d: at leaf %d is %s %d", side, v, m.Kind, m.Node)
				}
			} else if m.Node == v && m.Kind == "branch point" {
				points++
			}
		}
		if inner := p.Tree().Nodes() - p.Tree().Leaves(); points < inner*9/10 || leaves != 40 {
			t.Errorf("side %d: %d of %d branch points were hit", side, points, inner)
		}
		label := vg.Point{X: s.sides[side].labelling.labels.Min.X + 3, Y: s.NodePosition(side, 5).Y}
		if m, ok := s.Hit(label); !ok || m.Kind != "leaf" || m.Row != 5 || m.Index != side {
			t.Errorf("side %d: the label of leaf 5 is %+v", side, m)
		}
	}
	for leaf := range 40 {
		for _, share := range []float64{0.02, 0.98} {
			y := float64(f.Tangle.trees[0].Rank[leaf]) + 0.5
			z := float64(f.Tangle.trees[1].Rank[leaf]) + 0.5
			at := vg.Point{X: s.lines.Min.X + vg.Length(share)*s.lines.Size().X,
				Y: s.sides[0].level(y + s.rise(share)*(z-y))}
			if m, ok := s.Hit(at); !ok || m.Row != leaf || m.Index != LineSide {
				t.Errorf("on the line of leaf %d is %+v", leaf, m)
			}
		}
	}
	if _, ok := s.Hit(vg.Point{X: 430, Y: 635}); ok {
		t.Error("there is nothing in the title")
	}
}

// TestRiseFollowsTheCurve: the height of a bent line is that of its Bézier curve.
func TestRiseFollowsTheCurve(t *testing.T) {
	s := &TanglegramScene{bent: true}
	for _, u := range []float64{0, 0.1, 0.37, 0.5, 0.9, 1} {
		x := 3*u*(1-u)*(1-u)*bend + 3*u*u*(1-u)*(1-bend) + u*u*u
		y := 3*u*u*(1-u) + u*u*u
		if got := s.rise(x); !(math.Abs(got-y) <= 1e-6) {
			t.Errorf("at %g of the curve the rise is %g, want %g", u, got, y)
		}
	}
}

func TestTanglegramMarks(t *testing.T) {
	f := facing(40, 4, 1)
	s := f.LayoutTrees(vg.Point{X: 860, Y: 640})
	has := func(m plotting.Mark, label, value string) bool {
		return slices.Contains(m.Lines, [2]string{label, value})
	}
	c := f.Tangle.Comparison
	if m := s.NodeMark(0, c.OnlyA[0]); !has(m, "found", "only at the left") {
		t.Errorf("%+v", m)
	}
	m := s.NodeMark(1, c.Shared[0][1])
	if !has(m, "found", "in both trees") ||
		!has(m, "left", "t = "+plotting.FormatTime(f.Tangle.trees[0].Time[c.Shared[0][0]])) {
		t.Errorf("%+v", m)
	}
}

func TestTanglegramNumbers(t *testing.T) {
	f := facing(40, 4, 1)
	f.Facts = [][2]string{{"log posterior, left, nats", "-12.5"}}
	sheets, err := plotting.Numbers(f)
	if err != nil || len(sheets) != 3 {
		t.Fatal(sheets, err)
	}
	rows := map[string]int{}
	for _, s := range sheets {
		for row := range s.Rows {
			if len(row) != len(s.Header) {
				t.Fatalf("%s: %d cells, %d names", s.Name, len(row), len(s.Header))
			}
			rows[s.Name]++
			if s.Name == "summary" && row[0] == "Robinson-Foulds distance" &&
				row[1] != fmt.Sprint(f.Tangle.Comparison.RobinsonFoulds) {
				t.Errorf("%v", row)
			}
		}
	}
	c := f.Tangle.Comparison
	if rows["leaves"] != 40 || rows["clades"] != len(c.Shared)+c.RobinsonFoulds || rows["summary"] != len(f.Summary()) {
		t.Errorf("%v", rows)
	}
}

// TestDenseLinesAreBundled: of 2,000 leaves in few pixels only the differences are lines.
func TestDenseLinesAreBundled(t *testing.T) {
	f := facing(2000, 0, 2)
	s := f.LayoutTrees(vg.Point{X: 900, Y: 700})
	components := 0
	var lines []ink.Item
	for _, item := range s.list.Items {
		if k, ok := item.(ink.Grouped); ok && k.Name == "lines" {
			lines = k.List.Items
		}
	}
	for _, item := range lines {
		if k, ok := item.(ink.Clipped); ok && k.Rect == s.lines {
			for _, part := range k.List.Items {
				switch part := part.(type) {
				case *ink.Stroke:
					components += len(part.Path)
				case ink.Fill:
					components += len(part.Path)
				}
			}
		}
	}
	if components == 0 || components > 20 {
		t.Errorf("equal trees of 2,000 leaves take %d pieces of line", components)
	}
}

// TestManyLinesAreThinned: of very many lines enough are drawn, and all that are selected.
func TestManyLinesAreThinned(t *testing.T) {
	runs := make([]lineRun, 2000)
	for i := range runs {
		runs[i].left = [2]float64{float64(i), float64(i + 1)}
	}
	runs[1].left[1] = 9 // a band
	kept := thinned(runs, lineKind{})
	if len(kept) > mostLines+1 || len(kept) < mostLines/2 || !slices.Contains(kept, runs[1]) {
		t.Errorf("%d lines of 2,000 are drawn", len(kept))
	}
	if kept = thinned(runs, lineKind{turn: selectedTurn}); len(kept) != len(runs) {
		t.Errorf("%d selected lines of 2,000 are drawn", len(kept))
	}
}

func benchmarkTangle(b *testing.B, leaves, moves int, window func(i int) plotting.Window) {
	f := facing(leaves, moves, 1)
	drawFrames(b, func(i int) plotting.Scene {
		f.Window = window(i)
		return f.LayoutTrees(vg.Point{X: 1200, Y: 800})
	})
}

func BenchmarkTanglegram2000(b *testing.B)       { benchmarkTangle(b, 2000, 40, whole) }
func BenchmarkTanglegram2000Far(b *testing.B)    { benchmarkTangle(b, 2000, 1990, whole) }
func BenchmarkTanglegram2000Zoomed(b *testing.B) { benchmarkTangle(b, 2000, 40, zoomed) }
