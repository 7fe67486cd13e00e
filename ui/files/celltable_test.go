package files

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"

	"fyne.io/fyne/v2"
)

// TestKeysInTheTable: with the focus in the table of cells, Return opens the file, Escape closes the sheet, and arrows
// go from cell to cell.
func TestKeysInTheTable(t *testing.T) {
	s := newRoom(t)
	s.Win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if top := s.d.Top(); top != nil {
			top.Typed(e)
		}
	})
	opened := false
	for _, c := range []struct {
		key  fyne.KeyName
		open bool
	}{{fyne.KeyEscape, false}, {fyne.KeyReturn, true}} {
		p := s.preview("ones.csv", ones(3), func(read.Options, inference.Preprocessing) { opened = true })
		s.answered(p.sieve, func() bool { return p.settled() })
		s.Win.Canvas().Focus(p.table)
		s.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		if s.d.Top() != p.sheet {
			t.Fatal("an arrow closed the sheet")
		}
		s.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: c.key})
		if s.d.Top() != nil || opened != c.open {
			t.Errorf("after %s a sheet is open: %v; the file is opened: %v", c.key, s.d.Top() != nil, opened)
		}
	}
}
