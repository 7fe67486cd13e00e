package trees

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

// A kept tree is a TreeView with a history of its own.
type kept struct {
	*View
	*viewstest.Keeper[drawn.State]
}

// newKept returns a tree view whose wishes come true.
func newKept(post screen.Post, style plotting.Style) *kept {
	t := New(post, style)
	k := &kept{t, viewstest.NewKeeper(t.SetState)}
	t.Keeper = k
	k.Begin(t.State())
	return k
}

// SetState starts a new history.
func (k *kept) SetState(s drawn.State) {
	k.Begin(s)
	k.View.SetState(s)
}

// SetData starts a new history where the data have other rows.
func (k *kept) SetData(data *inference.Dataset) {
	old := k.Data()
	k.View.SetData(data)
	if old == nil || data == nil || !slices.Equal(old.Rows, data.Rows) {
		k.Begin(k.View.State())
	}
}

// treeStage shows the tree of a sample, 1000 by 700.
func treeStage(tb testing.TB, name string) (*viewstest.Stage, *kept) {
	tb.Helper()
	s := viewstest.NewStage(tb)
	data, tr := viewstest.Sample(tb, name)
	t := newKept(s.Post, plotting.Light)
	tb.Cleanup(t.Close)
	t.view.Modifiers = func() fyne.KeyModifier { return 0 }
	t.SetData(data)
	t.SetTrees(viewstest.One(tr))
	s.Show(t, 1000, 700)
	s.Settle(t.view)
	return s, t
}

// place returns where a node is drawn, in the coordinates of the view.
func place(tb testing.TB, t *kept, v int) fyne.Position {
	tb.Helper()
	_, scene := t.view.Shown()
	at, ok := scene.(*dendro.DendrogramScene).NodePosition(v)
	if !ok {
		tb.Fatalf("node %d is not drawn", v)
	}
	return fyne.NewPos(float32(at.X), float32(scene.Size().Y-at.Y))
}
