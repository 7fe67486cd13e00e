package files

import (
	"strconv"
	"strings"

	"example.org/espalier/inference/column/guess"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A kindList is the list of columns. Left and Right change the kind of the column that is chosen; Escape is the
// sheet's.
type kindList struct {
	widget.List
	page *kindsPage
}

// AccessibilityLabel implements fyne.Accessible.
func (l *kindList) AccessibilityLabel() string {
	return "Columns: Space chooses one, Left and Right change its kind"
}

// AccessibilityRole implements fyne.Accessible. The toolkit has no role for a list.
func (l *kindList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// TypedKey implements fyne.Focusable.
func (l *kindList) TypedKey(e *fyne.KeyEvent) {
	switch p := l.page; {
	case e.Name == fyne.KeyEscape || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
		controls.PassOn(l, e)
	case p.at >= 0 && (e.Name == fyne.KeyLeft || e.Name == fyne.KeyRight):
		can, now, step := p.guesses[p.at].Can, p.of(p.at).Sort, 1
		if e.Name == fyne.KeyLeft {
			step = len(can) - 1
		}
		for i, s := range can {
			if s == now {
				p.take(p.at, can[(i+step)%len(can)].String())
				return
			}
		}
	default:
		l.List.TypedKey(e)
	}
}

// mostBars is how many bars a distribution has.
const mostBars = 12

// newRow makes a row of the list: the name, the kind chosen, the distribution, and levels or the reason of the guess.
func (k *kindsPage) newRow() fyne.CanvasObject {
	bars := make([]fyne.CanvasObject, mostBars)
	for i := range bars {
		bars[i] = canvas.NewRectangle(theme.Color(look.Accent))
	}
	return container.New(kindRow{}, controls.NewText("", look.SizeBody, look.Ink).Elastic(),
		controls.NewPicker(nil, "", nil),
		container.New(&barsLayout{}, bars...), controls.NewText("", look.SizeSmall, look.Muted).Elastic())
}

// fill shows a column in a row.
func (k *kindsPage) fill(id widget.ListItemID, o fyne.CanvasObject) {
	if id >= len(k.listed) {
		return
	}
	i := k.listed[id]
	g := k.guesses[i]
	parts := o.(*fyne.Container).Objects
	name, kind, bars, text := parts[0].(*controls.Text), parts[1].(*controls.Picker), parts[2].(*fyne.Container),
		parts[3].(*controls.Text)
	taken := k.of(i)
	name.Color = look.Ink
	against := taken.Sort != g.Kind.Sort
	name.WithTip(g.Name + ": " + g.Why)
	name.Set(g.Name)
	kind.OnPicked = nil
	kind.Options = kindOptions(g)
	kind.SetName("Kind of " + g.Name)
	kind.Put(taken.Sort.String())
	kind.Refresh()
	kind.OnPicked = func(v string) { k.take(i, v) }
	said := g.Why
	if levels := k.levelsOf(i); levels != nil {
		said = strings.Join(levels, " < ")
		if !strings.HasPrefix(taken.String(), "ordered") {
			said = strings.Join(levels, ", ")
		}
	}
	if against {
		said = "looks like " + g.Kind.Sort.As(1) + " (" + g.Why + ")"
	}
	if g.Missing > 0 {
		said += "; " + strconv.Itoa(g.Missing) + " missing"
	}
	text.WithTip(said)
	text.Set(said)
	bars.Layout.(*barsLayout).counts = barsOf(g)
	for _, bar := range bars.Objects {
		bar.(*canvas.Rectangle).FillColor = theme.Color(look.Accent) // it may have become dark
	}
	bars.Layout.Layout(bars.Objects, bars.Size())
	bars.Refresh()
}

// barsOf returns the heights of the bars: of more levels than bars, the first.
func barsOf(g guess.Guess) []int { return g.Counts[:min(len(g.Counts), mostBars)] }

// kindRow is the layout of a row. A narrow one has no room for the distribution.
type kindRow struct{}

// Sizes of a row.
const (
	rowHeight    = 30
	kindWidth    = 170
	barsWidth    = 84
	rowGap       = 10
	leastForBars = 560
)

// MinSize implements fyne.Layout.
func (kindRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, rowHeight) }

// Layout implements fyne.Layout.
func (kindRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	bars := float32(barsWidth)
	if size.Width < leastForBars {
		bars = 0
	}
	kind := min(kindWidth, size.Width*.4)
	name := (size.Width - kind - bars) * .28 // the rest describes the column
	x := float32(0)
	for i, w := range []float32{name, kind, bars, size.Width - name - kind - bars - 3*rowGap} {
		height := min(size.Height, max(o[i].MinSize().Height, 24))
		if i == 2 {
			controls.Show(o[i], bars > 0)
			height = size.Height - 8
		}
		controls.Place(o[i], x, (size.Height-height)/2, max(0, w), height)
		x += w + rowGap
	}
}

// barsLayout makes bars as high as counts.
type barsLayout struct{ counts []int }

// MinSize implements fyne.Layout.
func (*barsLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(10, 10) }

// Layout implements fyne.Layout.
func (b *barsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	most := 1
	for _, c := range b.counts {
		most = max(most, c)
	}
	width := float32(int(size.Width / mostBars))
	for i, bar := range o {
		height := float32(0)
		if i < len(b.counts) {
			height = size.Height * float32(b.counts[i]) / float32(most)
			if b.counts[i] > 0 {
				height = max(height, 1)
			}
		}
		controls.Place(bar, float32(i)*width, size.Height-height, max(0, width-1), height)
	}
}
