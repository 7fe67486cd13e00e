package controls

import (
	"testing"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// The slider goes through the accepted epochs to the present state, by keys as by drags,
// and follows what is shown otherwise.
func TestEpochSlider(t *testing.T) {
	told := []int{}
	s := NewEpochSlider(func(i int) { told = append(told, i) })
	if s.Set(-1, 0); !s.needless {
		t.Error("there is a slider of nothing")
	}
	s.Set(-1, 3)
	if s.needless || s.Value != 3 || len(told) != 0 {
		t.Errorf("now is %v of %v, told %v", s.Value, s.Steps, told)
	}
	for _, k := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight} {
		s.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if len(told) != 4 || told[0] != 2 || told[1] != 1 || told[2] != 2 || told[3] != -1 {
		t.Errorf("the keys show %v", told)
	}
	if s.Set(0, 4); s.Value != 0 || len(told) != 4 {
		t.Errorf("what is set is %v, told %v", s.Value, told)
	}
}

// The whole of the slider is seen on the ground of the window.
func TestEpochSliderIsSeenOnTheGround(t *testing.T) {
	test.NewTempApp(t)
	for _, mode := range []look.Mode{look.Light, look.Dark} {
		test.ApplyTheme(t, look.New(mode))
		s := NewEpochSlider(func(int) {})
		s.Set(1, 4)
		r := test.TempWidgetRenderer(t, s)
		s.Resize(s.MinSize())
		rail, ok := r.Objects()[0].(*canvas.Rectangle)
		if !ok || rail.FillColor != tone(look.Hairline) || rail.FillColor == tone(look.Ground) {
			t.Fatalf("mode %v: the rail is %#v", mode, r.Objects()[0])
		}
		if rail.Size().Width < epochSliderWidth/2 {
			t.Errorf("mode %v: a rail of %v", mode, rail.Size())
		}
	}
}
