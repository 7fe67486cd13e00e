package ui

import (
	"os"
	"strings"
	"testing"

	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// TestTextSize: the interface grows, figures keep their size, a click still means what the eye sees, and the size is
// remembered.
func TestTextSize(t *testing.T) {
	t.Setenv("FYNE_SCALE", "")
	t.Cleanup(func() { screen.SetTextSize(1) })
	s := newStage(t, usual, nil)
	s.fitted("crabs", "agglomerative")
	var list []*fyne.MenuItem
	s.do(func() {
		for _, menu := range s.w.menu.main.Items {
			for _, i := range menu.Items {
				if i.Label == "Text Size" {
					list = i.ChildMenu.Items
				}
			}
		}
	})
	choose := func(label string) {
		t.Helper()
		s.do(func() {
			for _, i := range list {
				if i.Label == label {
					i.Action()
					return
				}
			}
			t.Fatalf("no size %s", label)
		})
		s.until("the picture", func() bool { return s.w.centre.view().Settled() })
	}
	check := func(percent int, scale string) {
		t.Helper()
		s.do(func() {
			v := s.w.centre.view()
			_, scene := v.Shown()
			k := vg.Length(percent) / 100
			if want := k * vg.Length(v.Size().Width); scene.Size().X < want-1e-3 || scene.Size().X > want+1e-3 {
				t.Errorf("at %d %% a view of %v shows a scene of %v", percent, v.Size(), scene.Size())
			}
			// The middle of the view is the middle of the scene.
			if _, p, ok := v.SceneAt(fyne.NewPos(v.Size().Width/2, v.Size().Height/2)); !ok || p.X < scene.Size().X/2-1e-3 || p.X > scene.Size().X/2+1e-3 {
				t.Errorf("at %d %% the middle is %v of %v", percent, p, scene.Size())
			}
			if got := os.Getenv("FYNE_SCALE"); got != scale {
				t.Errorf("at %d %% the toolkit's scale is %q, not %q", percent, got, scale)
			}
			for _, i := range list {
				if strings.HasSuffix(i.Label, "%") && i.Checked != (i.Label == sizeLabel(percent)) {
					t.Errorf("at %d %% %s is checked: %v", percent, i.Label, i.Checked)
				}
			}
		})
	}
	choose("200 %")
	check(200, "2")
	choose("Smaller")
	check(170, "1.7")
	choose("Larger")
	choose("Larger") // there is no larger one
	check(200, "2")
	s.do(func() {
		if got := s.w.app.Preferences().Int("text.size"); got != 200 {
			t.Errorf("%d %% is remembered", got)
		}
	})
	choose("100 %")
	check(100, "1")
}

func sizeLabel(percent int) string {
	return map[int]string{100: "100 %", 170: "170 %", 200: "200 %"}[percent]
}

// TestNarrowWindowsKeepWhatIsWanted: a study that is saved or opened in a narrow window says nothing about the
// inspector, and the drawer gives back what was there.
func TestNarrowWindowsKeepWhatIsWanted(t *testing.T) {
	s := newStage(t, least, nil)
	s.openSample("crabs")
	s.do(func() {
		if text := string(s.w.layout()); s.w.columns.Shown() || !strings.Contains(text, `"inspector":true`) {
			t.Errorf("a narrow window shows the inspector (%v), or its layout is %s", s.w.columns.Shown(), text)
		}
		s.w.arrange(s.w.layout())
		if s.w.columns.Shown() || !s.w.left.Visible() {
			t.Error("opening a study puts the inspector in the place of the left column")
		}
		s.w.centre.looks.toggle()
		if !s.w.columns.Shown() || s.w.left.Visible() {
			t.Error("the drawer has no place")
		}
		s.w.centre.looks.toggle()
		if s.w.columns.Shown() || !s.w.left.Visible() || !s.w.columns.Wanted() {
			t.Error("the drawer leaves something else behind it")
		}
		s.w.centre.looks.toggle()
	})
	s.do(func() { s.w.win.Resize(usual) })
	s.do(func() {
		if !s.w.columns.Shown() || !s.w.left.Visible() {
			t.Error("a wide window does not show all columns")
		}
	})
}
