package controls

import (
	"testing"

	"fyne.io/fyne/v2"
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
		t.Errorf("now is %v of %v, told %v", s.Value, s.Max, told)
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
