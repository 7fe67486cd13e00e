package stages

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// The controls of time lie in one row where there is room, in two where there is little, and never on one another.
func TestTransport(t *testing.T) {
	var o []fyne.CanvasObject
	for _, w := range []float32{100, 280, 20, 86, 190} {
		r := canvas.NewRectangle(color.Black)
		r.SetMinSize(fyne.NewSize(w, 20))
		o = append(o, r)
	}
	if w := (transport{}).MinSize(o).Width; w != 478 {
		t.Errorf("least width %v", w)
	}
	for _, c := range []struct {
		width float32
		rows  int
	}{{478, 2}, {600, 2}, {700, 1}, {1000, 1}} {
		transport{}.Layout(o, fyne.NewSize(c.width, 400))
		rows := map[float32]bool{}
		for i, a := range o {
			if i > 0 {
				rows[a.Position().Y] = true
			}
			if a.Position().X < 0 || a.Position().X+a.Size().Width > c.width+0.1 || a.Position().Y+a.Size().Height > 400 {
				t.Errorf("%v wide: object %d reaches out of it", c.width, i)
			}
			for _, b := range o[:i] {
				p, q := a.Position(), b.Position()
				if p.X < q.X+b.Size().Width && q.X < p.X+a.Size().Width && p.Y < q.Y+b.Size().Height && q.Y < p.Y+a.Size().Height {
					t.Errorf("%v wide: object %d lies on another", c.width, i)
				}
			}
		}
		if len(rows) != c.rows {
			t.Errorf("%v wide: %d rows", c.width, len(rows))
		}
	}
}
