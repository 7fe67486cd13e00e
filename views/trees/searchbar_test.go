package trees

import (
	drawn "example.org/espalier/plotting/depict/trees"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestSearchBar(t *testing.T) {
	s, v := treeStage(t, "iris")
	b := NewSearchBar(v.View)
	closed := 0
	b.OnClose = func() { closed++ }
	v.OnSearch = b.Open
	v.OnState = func(drawn.State) { b.Follow() }
	s.Show(container.NewBorder(b, nil, nil, nil, v), 900, 700)
	s.Win.Canvas().Focus(v.view)
	test.Type(v.view, "/")
	if s.Win.Canvas().Focused() != b.entry {
		t.Fatal("/ does not open the search")
	}
	test.Type(b.entry, "versi")
	if v.State().Search != "versi" || b.count.Left != "50 matches" {
		t.Errorf("%q, %q", v.State().Search, b.count.Left)
	}
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if b.count.Left != "2 of 50" {
		t.Error(b.count.Left)
	}
	b.entry.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.entry.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	if b.count.Left != "1 of 50" {
		t.Error(b.count.Left)
	}
	s.Keep("search")
	test.Type(b.entry, "xyz")
	if b.count.Left != "no match" || !b.next.Off {
		t.Error(b.count.Left)
	}
	v.Undo() // the letters in a row are one step, after the selection
	if v.State().Search != "versi" || b.entry.Text != "versi" {
		t.Errorf("%q, %q", v.State().Search, b.entry.Text)
	}
	b.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if closed != 1 || v.State().Search != "" || !v.view.Focused() {
		t.Errorf("closed %d times, %q", closed, v.State().Search)
	}
}
