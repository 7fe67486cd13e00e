package files

import (
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A cellTable is a table of cells in a sheet. The keys that accept and close the sheet are left to the window.
type cellTable struct {
	widget.Table
}

func newCellTable(length func() (rows, columns int), create func() fyne.CanvasObject,
	update func(widget.TableCellID, fyne.CanvasObject)) *cellTable {
	t := &cellTable{}
	t.Length, t.CreateCell, t.UpdateCell = length, create, update
	t.ExtendBaseWidget(t)
	return t
}

// TypedKey implements fyne.Focusable.
func (t *cellTable) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyEscape:
		controls.PassOn(t, e)
	default:
		t.Table.TypedKey(e)
	}
}
