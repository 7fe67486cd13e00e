package ui

import (
	"context"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/export"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/plot/vg"
)

// A tallFigure has room for its legend in 300 points of height or more.
type tallFigure struct{}

type tallScene struct{ size vg.Point }

func (tallFigure) Layout(size vg.Point) plotting.Scene { return tallScene{size} }

func (s tallScene) Size() vg.Point                     { return s.size }
func (s tallScene) PlotArea() vg.Rectangle             { return vg.Rectangle{} }
func (s tallScene) Hit(vg.Point) (plotting.Mark, bool) { return plotting.Mark{}, false }
func (s tallScene) Draw(c vg.Canvas) {
	c.SetColor(color.Black)
	c.Fill(vg.Rectangle{Max: vg.Point{X: 10, Y: 10}}.Path())
}

func (s tallScene) LegendsLeftOut() []string {
	if s.size.Y < 300 {
		return []string{"tissue"}
	}
	return nil
}

// A preset grows in height until the legends have room. A height that the user typed stays, and the
// dialog says what has no room.
func TestPresetsGrowForLegends(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	var fields []*controls.Field
	path := s.save(dir, "grown.svg", func() {
		export.Figure(s.w.Dialogs, tallFigure{}, plotting.Metadata{Title: "tall"}, nil, nil)
		pickPreset(t, s, "Science, one column")
		s.w.Top().Accept()
	})
	text, err := os.ReadFile(path)
	// The first of 57, 62, 67, … with 300 points of the layout, which are 60.5 mm where letters have 6 points.
	if err != nil || !strings.Contains(string(text), `height="62mm"`) {
		t.Errorf("%v: the picture begins %.200s", err, text)
	}
	s.do(func() {
		export.Figure(s.w.Dialogs, tallFigure{}, plotting.Metadata{Title: "tall"}, nil, nil)
		pickPreset(t, s, "Science, one column")
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok {
				fields = append(fields, f)
			}
		})
		fields[1].Text = "60"
		fields[1].Commit()
	})
	s.until("the dialog says what has no room", func() bool {
		said := ""
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Paragraph); ok {
				said += p.Text
			}
		})
		return strings.Contains(said, "No room for the legend of tissue")
	})
	path = s.save(dir, "typed.svg", func() { s.w.Top().Accept() })
	if text, err := os.ReadFile(filepath.Clean(path)); err != nil || !strings.Contains(string(text), `height="60mm"`) {
		t.Errorf("%v: the picture begins %.200s", err, text)
	}
}

// pickPreset chooses a size in the export dialog.
func pickPreset(t *testing.T, s *stage, name string) {
	t.Helper()
	var pickers []*controls.Picker
	each(s.w.Top().Content(), func(o fyne.CanvasObject) {
		if p, ok := o.(*controls.Picker); ok {
			pickers = append(pickers, p)
		}
	})
	pickers[1].OnPicked(name)
}

// A figure among all figures grows as it does when it is exported alone.
func TestAllFiguresGrow(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	one := plotting.Presets()[1].Size
	one.HeightMM = 60
	plates := func(context.Context) ([]export.Plate, error) {
		return []export.Plate{{Plate: depict.Plate{Name: "tall", Figure: tallFigure{}, Size: one}}}, nil
	}
	path := s.save(dir, "all.svg", func() {
		export.Figure(s.w.Dialogs, tallFigure{}, plotting.Metadata{Title: "tall"}, nil, plates)
		test.Tap(s.button("All Figures…"))
	})
	text, err := os.ReadFile(filepath.Join(strings.TrimSuffix(path, ".svg"), "tall.svg"))
	if err != nil || strings.Contains(string(text), `height="60mm"`) {
		t.Errorf("%v: the picture begins %.200s", err, text)
	}
}

// The next export begins with the choices of the last one.
func TestExportKeepsItsChoices(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	fields := func() (list []*controls.Field) {
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok {
				list = append(list, f)
			}
		})
		return list
	}
	open := func() { export.Figure(s.w.Dialogs, tallFigure{}, plotting.Metadata{Title: "tall"}, nil, nil) }
	s.do(func() {
		open()
		pickPreset(t, s, "Nature, one and a half")
		f := fields()
		f[3].Text = "7.5" // points, of text
		f[3].Commit()
		s.w.Top().Close()
		open()
		f = fields()
		if f[0].Text != "120" || f[3].Text != "7.5" || f[8].Text != "1" {
			t.Errorf("the export begins with %q mm, text of %q points and a margin of %q mm", f[0].Text, f[3].Text,
				f[8].Text)
		}
		s.w.Top().Close()
	})
}
