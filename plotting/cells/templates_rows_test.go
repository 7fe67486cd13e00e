package cells

import (
	"math"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// TestSelectedRowsArePictures shows twenty rows before the clusters: a dozen as pictures with the values
// of the table, the rest counted; a click on one means its row.
func TestSelectedRowsArePictures(t *testing.T) {
	data, f := digitTemplates(t)
	clusters := len(f.Blocks)
	rows := make([]int, 20)
	for i := range rows {
		rows[i] = 3 * i
	}
	f.AddRows(data, rows, "clusters")
	if len(f.Blocks) != clusters+12 || f.Blocks[11].Note != "and 8 more" || f.Groups[0] != "selected" ||
		f.Blocks[12].Group != 1 {
		t.Fatalf("%d blocks, %q, groups %v", len(f.Blocks), f.Blocks[11].Note, f.Groups)
	}
	for q, v := range f.Blocks[2].Pictures[0].Values {
		if want := data.X.At(6, q)*data.Scale[q] + data.Centre[q]; !(math.Abs(v-want) <= 1e-12) {
			t.Fatalf("pixel %d of row 6 is %v, want %v", q, v, want)
		}
	}
	plottingtest.Keep(t, "selected_rows", f, 900, 600)
	s := f.Layout(vg.Point{X: 900, Y: 600}).(*templatesScene)
	box := s.picture(s.tiles[2], 0)
	m, ok := s.Hit(vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2})
	if row, is := RowOfBlock(m.Index); !ok || !is || row != 6 {
		t.Errorf("on the picture of row 6 there is %+v", m)
	}
	if _, is := RowOfBlock(plotting.NewMark("").Index); is {
		t.Error("no block is a row")
	}
}
