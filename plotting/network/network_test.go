package network

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// some is a directed graph of n nodes with a tree and a few edges more.
func some(n int) *Network {
	rng := rand.New(rand.NewPCG(1, 2))
	f := &Network{Title: "Out-tree of a table", Subtitle: "the best tree", Directed: true,
		Strength: "posterior probability", Weight: "distance",
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light, Roots: []int{0}}
	values := make([]string, n)
	for u := range n {
		angle := 2 * math.Pi * float64(u) / float64(n)
		f.Names = append(f.Names, fmt.Sprint("row ", u+1))
		f.X, f.Y = append(f.X, 5*math.Cos(angle)), append(f.Y, 3*math.Sin(angle))
		f.Root = append(f.Root, 1/float64(n))
		values[u] = []string{"oak", "elm", "ash"}[u%3]
		if u > 0 {
			f.Edges = append(f.Edges, Edge{From: rng.IntN(u), To: u, Strength: rng.Float64(), Weight: rng.Float64(),
				Best: u%4 > 0})
		}
	}
	f.Strip = &beside.Strip{Annotation: inference.NewAnnotation("kind", values)}
	return f
}

func TestPictures(t *testing.T) {
	plottingtest.GoldenPicture(t, "tree", some(14), 560, 360)
	signed := some(9)
	signed.Directed, signed.Root, signed.Roots, signed.Strip, signed.Signed, signed.Columns = false, nil, nil, nil,
		true, true
	signed.Weight, signed.Strength = "partial correlation", "share of subsamples"
	for k := range signed.Edges {
		if k%2 == 0 {
			signed.Edges[k].Weight *= -1
		}
	}
	signed.Selection.Columns = []int{2, 3}
	none := some(5)
	none.Edges, none.Roots, none.Empty = nil, nil,
		"No edge is as strong as 50 %. The strongest has 30 %: a lower threshold shows it."
	plottingtest.GoldenPicture(t, "none", none, 520, 340)
	plottingtest.GoldenPicture(t, "signed_dark", signed.WithStyle(plotting.Dark), 520, 340)
}

// Thousands of edges of both signs, some of them hidden, bent or selected, and hundreds of nodes.
func TestPictureOfMany(t *testing.T) {
	f := anywhere()
	f.Title, f.Subtitle, f.Directed, f.Signed, f.Strip = "Many edges", "", false, true, nil
	f.Hidden = make([]bool, len(f.Names))
	for u := range f.Names {
		f.Hidden[u] = u%5 > 0
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range f.Edges {
		e := &f.Edges[k]
		e.From, e.To, e.Weight = e.From/5*5, e.To/5*5, rng.NormFloat64()
		if k%100 == 0 {
			e.Via = [][2]float64{{2 * rng.NormFloat64(), rng.NormFloat64()}}
		}
	}
	f.Selection.Rows = []int{10, 20, 500}
	plottingtest.GoldenPicture(t, "many", f, 500, 360)
}

// Nodes around a circle do not touch, and grow with the window; those of a colour like the ground have a grey rim.
func TestNodesAreToldApart(t *testing.T) {
	f := some(600)
	f.Outward = true
	f.Bounds = [4]float64{-5, 5, -3, 3}
	s := f.Layout(vg.Point{X: 800, Y: 500}).(*Scene)
	if a, b := s.at(0), s.at(1); s.middle > 0.9*vg.Length(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))) ||
		s.middle < 0.8 {
		t.Errorf("nodes of radius %v stand %v and %v", s.middle, a, b)
	}
	if part := f.WithWindow(plotting.Window{X0: 0.4, X1: 0.6, Y0: 0.4, Y1: 0.6}).Layout(vg.Point{X: 800,
		Y: 500}).(*Scene); part.middle <= s.middle {
		t.Errorf("a part has nodes of radius %v, all of %v", part.middle, s.middle)
	}
	few := some(5)
	few.Outward = true
	for size, want := range map[vg.Point]vg.Length{{X: 800, Y: 500}: 1.55, {X: 240, Y: 200}: 1} { // as large as usual
		if r := few.Layout(size).(*Scene).middle; r != want*few.radius() {
			t.Errorf("five nodes whose bounds are not given have radius %v, %v of the usual one", r, r/few.radius())
		}
	}
	yellow := color.NRGBA{250, 240, 60, 255}
	if s.rimOf(yellow) != plotting.Light.Muted || s.rimOf(color.NRGBA{0, 60, 160, 255}) != plotting.Light.Surface {
		t.Error("rims do not tell nodes from the ground")
	}
	if f.WithStyle(plotting.Dark).Layout(vg.Point{X: 800, Y: 500}).(*Scene).rimOf(yellow) != plotting.Dark.Surface {
		t.Error("yellow has a grey rim on a dark ground")
	}
}

// A weight with a unit is named with it: in the legend, in what the pointer tells and in the table.
func TestUnit(t *testing.T) {
	f := some(4)
	f.Directed, f.Root, f.Roots, f.Strip = false, nil, nil, nil
	f.Strength, f.Weight, f.Unit = "1 − q-value", "mutual information", "nats"
	for k := range f.Edges {
		f.Edges[k].Weight = 0.25 * float64(k+1)
	}
	s := f.Layout(vg.Point{X: 500, Y: 340}).(*Scene)
	blocks := s.legend(10)
	last := blocks[len(blocks)-1]
	if last.Title != "mutual information" || len(last.Entries) != 1 || last.Entries[0].Text != "0.25 to 0.75 nats" {
		t.Errorf("legend %+v", last)
	}
	if m := s.edgeMark(1); !slices.Contains(m.Lines, [2]string{"mutual information", "0.5 nats"}) {
		t.Errorf("an edge tells %v", m.Lines)
	}
	for row := range f.Sheets()[0].Rows {
		if row[4] != "mutual information, nats" {
			t.Errorf("row %v", row)
		}
	}
	f.Strength = ""
	if text := f.Layout(vg.Point{X: 500,
		Y: 340}).(*Scene).edgeText(f.Edges[0]); text != "mutual information 0.25 nats" {
		t.Errorf("an edge is %q", text)
	}
}

// Every node is hit where it is drawn, and an edge in its middle where nothing lies on it.
func TestHit(t *testing.T) {
	f := some(12)
	s := f.Layout(vg.Point{X: 800, Y: 500}).(*Scene)
	for u := range f.Names {
		m, ok := s.Hit(s.at(u))
		if !ok || m.Kind != "node" || m.Row != u || m.Column != -1 {
			t.Errorf("at node %d stands %+v", u, m)
		}
	}
	hit := 0
	for _, e := range f.Edges {
		a, b := s.at(e.From), s.at(e.To)
		if m, ok := s.Hit(vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}); ok && m.Kind == "edge" {
			if g := f.Edges[m.Index]; g.From == e.From && g.To == e.To {
				hit++
			}
		}
	}
	if hit < 9 {
		t.Errorf("%d of 11 edges are hit in their middle", hit)
	}
	if _, ok := s.Hit(vg.Point{X: 1, Y: 1}); ok {
		t.Error("something is hit outside of the plot")
	}
	f.Columns = true
	if m, _ := f.Layout(vg.Point{X: 800, Y: 500}).Hit(s.at(3)); m.Column != 3 || m.Row != -1 {
		t.Errorf("a node that is a column: %+v", m)
	}
}

// A part of the graph is shown larger, about where the window says.
func TestWindow(t *testing.T) {
	f := some(12)
	size := vg.Point{X: 800, Y: 500}
	whole := f.Layout(size).(*Scene)
	part := f.WithWindow(plotting.Window{X0: 0.5, X1: 1, Y0: 0, Y1: 0.5}).Layout(size).(*Scene)
	a, b := whole.plane.Area, part.plane.Area
	if a != b {
		t.Fatalf("the plot moved from %v to %v", a, b)
	}
	for u := range f.Names {
		p, q := whole.at(u), part.at(u)
		x, y := a.Min.X+2*(p.X-(a.Min.X+a.Max.X)/2), a.Min.Y+2*(p.Y-(a.Min.Y+a.Max.Y)/2)
		if !(math.Abs(float64(q.X-x)) <= 1e-6) || !(math.Abs(float64(q.Y-y)) <= 1e-6) {
			t.Errorf("node %d is at %v, want %v, %v", u, q, x, y)
		}
	}
}

// Names never lie on one another.
func TestNamesStandApart(t *testing.T) {
	f := some(200)
	size := vg.Point{X: 700, Y: 500}
	s := f.Layout(size).(*Scene)
	if len(s.front.Items) == 0 {
		t.Fatal("nothing is drawn")
	}
	g := newGrid(vg.Rectangle{Max: size}, 24, 1)
	a := vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 60, Y: 20}}
	g.add(a)
	for _, c := range []struct {
		x, y vg.Length
		want bool
	}{{55, 15, true}, {61, 15, false}, {30, 21, false}, {-20, -20, false}} {
		if got := g.meets(vg.Rectangle{Min: vg.Point{X: c.x, Y: c.y},
			Max: vg.Point{X: c.x + 5, Y: c.y + 5}}); got != c.want {
			t.Errorf("at %v, %v: %v", c.x, c.y, got)
		}
	}
}

// Nothing is drawn out of bounds, and nothing panics, in any size, empty or not.
func TestEverySize(t *testing.T) {
	for _, f := range []*Network{some(1), some(2), some(60), {Style: plotting.Dark}} {
		for _, size := range []vg.Point{{X: 10, Y: 10}, {X: 120, Y: 90}, {X: 900, Y: 600}} {
			_, s := raster.Figure(f, int(size.X), int(size.Y), 1, nil)
			if s.Size() != size {
				t.Errorf("the scene is %v for %v", s.Size(), size)
			}
		}
	}
}

func BenchmarkFrame(b *testing.B) { benchmark(b, anywhere()) }

func BenchmarkNear(b *testing.B) { benchmark(b, nearby()) }

func benchmark(b *testing.B, f *Network) {
	f.Prepare()
	var dst *image.RGBA
	for b.Loop() {
		dst, _ = raster.Figure(f, 1000, 700, 1, dst)
	}
}

// anywhere has 2,000 nodes and some 10,000 edges between any two of them.
func anywhere() *Network {
	f := some(2000)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 8000 {
		f.Edges = append(f.Edges, Edge{From: rng.IntN(2000), To: rng.IntN(2000), Strength: rng.Float64()})
	}
	return f
}

// nearby has 2,000 nodes and 10,000 edges between nodes that lie near each other.
func nearby() *Network {
	rng := rand.New(rand.NewPCG(1, 2))
	f := some(2000)
	f.Edges = nil
	for u := range f.X {
		f.X[u], f.Y[u] = 10*rng.Float64(), 7*rng.Float64()
	}
	for len(f.Edges) < 10000 {
		u, v := rng.IntN(2000), rng.IntN(2000)
		if u != v && math.Hypot(f.X[u]-f.X[v], f.Y[u]-f.Y[v]) < 1 {
			f.Edges = append(f.Edges, Edge{From: u, To: v, Strength: rng.Float64()})
		}
	}
	return f
}

// Long names that differ in the middle only are written from where they differ.
func TestLongNamesAreToldApart(t *testing.T) {
	face := ink.Regular(plotting.Sans, 9.5)
	for _, c := range []struct{ names, want []string }{
		{[]string{"Sample number 31 of the collection, Kew", "Sample number 32 of the collection, Kew", "Sample 7"},
			[]string{"…number 31", "…number 32", "Sample 7"}},
		{[]string{"Sample number 31 of the collection, Kew", "Sample number 32 of the collection, Kew"},
			[]string{"…31 of", "…32 of"}},
		{[]string{"one name that is as long as others are", "another name as long as all the others"},
			[]string{"one name", "another name"}},
	} {
		f := &Network{Names: c.names}
		for u, got := range prepare(f).written(f, face) {
			if !strings.HasPrefix(got.text, c.want[u]) {
				t.Errorf("%q is written %q", c.names[u], got.text)
			}
		}
	}
}
