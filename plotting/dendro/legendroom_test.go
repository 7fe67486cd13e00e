package dendro

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// The legends of a tree are in the picture at every size that journals print in one column, wherever they
// are wanted, or the figure says in words and to its callers which are left out. No words
// touch, and a bar of colours is wide enough to be read.
func TestLegendsInOneColumn(t *testing.T) {
	d := example(60, 6, []string{"cortex", "hippocampus", "liver", "placenta", "brain stem", "kidney"}, 3)
	d.Heat.X.Set(3, 3, math.NaN())
	rng := plottingtest.TestRand(5)
	for _, name := range []string{"sex", "origin"} {
		d.Strips = append(d.Strips, beside.Strip{
			Annotation: plottingtest.CladeLabels(d.Tree.Tree(), name, []string{"one of them", "another", "the last"}, rng)})
	}
	titles := []string{"tissue", "sex", "origin", d.Heat.Title}
	for _, size := range []plotting.Size{{WidthMM: 57, HeightMM: 57}, {WidthMM: 85, HeightMM: 100},
		{WidthMM: 89, HeightMM: 89}, {WidthMM: 132, HeightMM: 132}} {
		for _, place := range []plotting.Place{plotting.UsualPlace, plotting.PlaceBelow, plotting.PlaceRight} {
			for _, shape := range []Shape{Rectangular, Circular} {
				t.Run(fmt.Sprintf("%g×%g %s %v", size.WidthMM, size.HeightMM, place, shape), func(t *testing.T) {
					f := *d
					f.Shape, f.Style.Look.Legend = shape, place
					checkLegends(t, f.LayoutTree(size.Points()), titles)
				})
			}
		}
	}
}

// checkLegends checks that a scene shows legends of these titles or says that they are left out.
func checkLegends(t *testing.T, s *DendrogramScene, titles []string) {
	t.Helper()
	out := plottingtest.NewInkRecorder(s.Size())
	s.Draw(out)
	left := strings.Join(s.LegendsLeftOut(), ",")
	sign := false
	for _, text := range out.Texts {
		sign = sign || strings.HasPrefix(text.Text, "legend left out")
	}
	if sign != (left != "") {
		t.Errorf("left out are %q, but the picture says so: %t", left, sign)
	}
	foot := s.layout.keys.legend
	var words [][4]vg.Point
	found := map[string]bool{}
	for _, text := range out.Texts {
		low := text.Corners[0]
		if low.X < foot.Min.X-1 || low.X > foot.Max.X+1 || low.Y > foot.Max.Y+1 || low.Y < foot.Min.Y-16 {
			continue
		}
		found[text.Text] = true
		for _, other := range words {
			if plottingtest.Overlap(text.Corners, other, 0.5) {
				t.Errorf("%q touches other words of the legend", text.Text)
			}
		}
		words = append(words, text.Corners)
	}
	for _, title := range titles {
		if title == titles[len(titles)-1] && s.layout.columns.barBelow {
			continue // below the heat map
		}
		if !found[title] && !strings.Contains(left, title) {
			t.Errorf("no legend of %s, and no word of it", title)
		}
	}
	if bar := s.layout.columns.heatBar; bar.Max.X > bar.Min.X && bar.Max.X-bar.Min.X < 40 {
		t.Errorf("the bar of colours is %.1f wide", bar.Max.X-bar.Min.X)
	}
}

// A tree before another one leaves the room of its legends: nothing else moves when they come, and they are not drawn
// before.
func TestRoomOfLaterLegends(t *testing.T) {
	early := example(60, 6, []string{"cortex", "liver"}, 3)
	early.Tree.Tree().Support = nil
	later := example(60, 6, []string{"cortex", "liver"}, 3)
	later.Tree.Tree().Support = make([]float64, later.Tree.Tree().Nodes())
	for _, size := range []vg.Point{{X: 960, Y: 600}, {X: 420, Y: 600}} {
		box := func(d plotting.Figure) (vg.Rectangle, map[string][4]vg.Point) {
			s := d.(*Dendrogram).LayoutTree(size)
			r := plottingtest.NewInkRecorder(size)
			s.Draw(r)
			texts := map[string][4]vg.Point{}
			for _, x := range r.Texts {
				texts[x.Text] = x.Corners
			}
			return s.layout.tree, texts
		}
		end, told := box(later)
		before, untold := box(early.Before(later))
		if before != end {
			t.Errorf("at %v the tree has %v, and in the end %v", size, before, end)
		}
		if _, ok := told["clade support"]; !ok || untold["clade support"] != [4]vg.Point{} ||
			untold["liver"] != told["liver"] {
			t.Errorf("at %v: %v, then %v", size, untold["liver"], told["liver"])
		}
	}
}
