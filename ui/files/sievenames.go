package files

import (
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A nameList leaves out rows and columns one by one, or all that a search finds.
type nameList struct {
	byHand func(side int) inference.Names // names left out
	choose func(side int, names inference.Names)
	reload func() // asks for the names that rules leave out on the side that is listed

	table   *inference.Table
	turned  bool
	side    int // 0 rows, 1 columns of the model
	names   []string
	share   []float64 // missing of each
	out     map[string]bool
	kept    []bool // with all rules
	found   []int  // places of the names that are listed
	pattern string

	searched func() // after each search; may be nil

	object fyne.CanvasObject
	sides  *controls.Picker
	find   *controls.Field
	count  *controls.Text
	list   *labelledList
	all    [2]*controls.Button // leave out, keep
}

func newNameList(byHand func(side int) inference.Names, choose func(side int, names inference.Names),
	reload func()) *nameList {
	l := &nameList{byHand: byHand, choose: choose, reload: reload, out: map[string]bool{}}
	l.sides = controls.NewPicker([]controls.Option{{Value: "0", Title: "Rows"}, {Value: "1", Title: "Columns"}}, "1",
		func(v string) {
			l.side = int(v[0] - '0')
			l.load()
			l.reload()
		})
	l.side = 1
	l.sides.SetName("Names of")
	l.find = controls.NewField("", func(text string) { l.search(text) })
	l.find.Left, l.find.PlaceHolder = true, "Find names"
	l.find.Tip = "Lists the names that contain this text."
	l.find.OnChanged = func(text string) { l.search(text) }
	l.find.SetName("Find names")
	l.count = controls.NewText("", look.SizeSmall, look.Muted).Elastic()
	l.all[0] = controls.NewButton("Leave out those listed", controls.Linked, func() { l.setAll(true) })
	l.all[1] = controls.NewButton("Keep those listed", controls.Linked, func() { l.setAll(false) })
	l.list = newLabelledList(func() int { return len(l.found) },
		func() fyne.CanvasObject {
			mark := controls.NewText("", look.SizeBody, look.Ink)
			mark.Fixed = 20
			right := controls.NewText("", look.SizeSmall, look.Muted)
			right.Align = fyne.TextAlignTrailing
			right.Fixed = 190
			return container.NewBorder(nil, nil, mark, controls.Inset(0, 0, 14, 0, right),
				controls.NewText("", look.SizeBody, look.Ink).Elastic())
		}, l.fill)
	l.list.OnSelected = func(i widget.ListItemID) {
		l.list.UnselectAll()
		if i < len(l.found) {
			l.toggle(l.names[l.found[i]])
		}
	}
	head := container.NewBorder(nil, nil, container.New(controls.Fixed(110, 26), l.sides),
		controls.Beside(14, l.all[0], l.all[1]), controls.Inset(8, 0, 8, 0, l.find))
	l.object = container.NewBorder(controls.Stack(4, head, l.count), nil, nil, nil, l.list)
	return l
}

// fill shows a name: whether it is used, and why not.
func (l *nameList) fill(i widget.ListItemID, o fyne.CanvasObject) {
	parts := o.(*fyne.Container).Objects
	name, mark, right := parts[0].(*controls.Text), parts[1].(*controls.Text),
		parts[2].(*fyne.Container).Objects[0].(*controls.Text)
	if i >= len(l.found) {
		return
	}
	k := l.found[i]
	state, sign := "used", "✓"
	name.Color = look.Ink
	switch {
	case l.out[l.names[k]]:
		state, sign = "left out by hand", "–"
		name.Color = look.Muted
	case k < len(l.kept) && !l.kept[k]:
		state, sign = "left out by a rule", "–"
		name.Color = look.Muted
	}
	if l.share[k] > 0 {
		state += ", " + plotting.FormatPercent(l.share[k]) + " missing"
	}
	mark.Set(sign)
	name.Set(l.names[k])
	right.Set(state)
}

// use lists the names of another table.
func (l *nameList) use(t *inference.Table, turned bool) {
	l.table, l.turned = t, turned
	l.load()
}

// load takes the names of the side, with their shares of missing cells.
func (l *nameList) load() {
	if l.table == nil {
		return
	}
	n, d := l.table.Dims()
	ofRows := (l.side == 0) != l.turned
	l.names = l.table.Columns
	if ofRows {
		l.names = l.table.Rows
	}
	l.share = make([]float64, len(l.names))
	inference.Rows(l.table.X, func(i int, row []float64) bool {
		for j, x := range row {
			if math.IsNaN(x) {
				if ofRows {
					l.share[i] += 1 / float64(d)
				} else {
					l.share[j] += 1 / float64(n)
				}
			}
		}
		return true
	})
	l.kept = nil
	l.take()
	l.search(l.pattern)
}

// take marks the names that are left out by hand.
func (l *nameList) take() {
	l.out = map[string]bool{}
	for _, name := range l.byHand(l.side).List() {
		l.out[name] = true
	}
}

// search lists the names that hold a text.
func (l *nameList) search(text string) {
	l.pattern = strings.ToLower(strings.TrimSpace(text))
	l.found = l.found[:0]
	for i, name := range l.names {
		if strings.Contains(strings.ToLower(name), l.pattern) {
			l.found = append(l.found, i)
		}
	}
	l.describe()
	l.list.Refresh()
	if l.searched != nil {
		l.searched()
	}
}

// ofColumns reports whether the names are those of columns of the file.
func (l *nameList) ofColumns() bool { return (l.side == 1) != l.turned }

func (l *nameList) describe() {
	text := "Click a name to leave it out, or to keep it."
	if l.pattern != "" {
		what := []string{"row", "column"}[l.side]
		text = plotting.FormatCount(len(l.found)) + " of " + plotting.Plural(len(l.names), what) + " found. " + text
	}
	l.count.Set(text)
}

// put shows the names left out.
func (l *nameList) put(k inference.Kept) {
	l.take()
	kept, all := k.Rows, k.AllRows
	if l.side == 1 {
		kept, all = k.Columns, k.AllColumns
	}
	l.kept = make([]bool, all)
	for _, i := range kept {
		l.kept[i] = true
	}
	l.list.Refresh()
}

func (l *nameList) chosen() inference.Names {
	var names []string
	for name, out := range l.out {
		if out {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return inference.NamesOf(names...)
}

func (l *nameList) toggle(name string) {
	l.take()
	l.out[name] = !l.out[name]
	l.choose(l.side, l.chosen())
}

// setAll leaves out or keeps all that are listed.
func (l *nameList) setAll(out bool) {
	l.take() // there may be no names yet
	for _, i := range l.found {
		l.out[l.names[i]] = out
	}
	l.choose(l.side, l.chosen())
}

// A labelledList tells screen readers what it is, and gives Escape to the sheet.
type labelledList struct{ widget.List }

func newLabelledList(length func() int, create func() fyne.CanvasObject,
	fill func(widget.ListItemID, fyne.CanvasObject)) *labelledList {
	l := &labelledList{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, fill
	l.ExtendBaseWidget(l)
	return l
}

// AccessibilityLabel implements fyne.Accessible.
func (l *labelledList) AccessibilityLabel() string { return "Names: Space leaves one out, or keeps it" }

// AccessibilityRole implements fyne.Accessible. The toolkit has no role for a list.
func (l *labelledList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// TypedKey implements fyne.Focusable.
func (l *labelledList) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		controls.PassOn(l, e)
		return
	}
	l.List.TypedKey(e)
}
