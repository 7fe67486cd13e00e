package frame

import (
	"image/color"
	"strings"
	"testing"

	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// A narrow window has room for one column beside the centre: the left one, or the right one when it is asked for.
func TestNarrowColumns(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Light))
	part := func() fyne.CanvasObject { return canvas.NewRectangle(color.Black) }
	left, centre, right := part(), part(), part()
	c := NewColumns(left, centre, right)
	folds := 0
	c.OnFold = func() { folds++ }
	check := func(what string, width, begin, end float32) {
		t.Helper()
		c.Object.Resize(fyne.NewSize(width, 500))
		if x, w := centre.Position().X, centre.Size().Width; x != begin || x+w != end {
			t.Errorf("%s: the centre goes from %v to %v, not from %v to %v", what, x, x+w, begin, end)
		}
		if left.Visible() != (begin > 0) || right.Visible() != (end < width) || c.Shown() != right.Visible() {
			t.Errorf("%s: left %v, right %v, said %v", what, left.Visible(), right.Visible(), c.Shown())
		}
	}
	c.Fold(true) // as it was when the program ended
	check("wide", 1200, look.LeftWidth, 1200-look.RightWidth)
	check("narrow", 700, look.LeftWidth, 700)
	if folds != 1 {
		t.Errorf("told of %d folds", folds)
	}
	c.Fold(true)
	check("asked", 700, 0, 700-look.RightWidth)
	c.Fold(false)
	check("folded", 700, look.LeftWidth, 700)
	check("wide, as wanted before", 1200, look.LeftWidth, 1200-look.RightWidth)
	c.Want(false)
	check("wide and folded", 1200, look.LeftWidth, 1200)
	check("narrow and folded", 700, look.LeftWidth, 700)
	c.Want(true) // as a study has it
	check("narrow and wanted", 700, look.LeftWidth, 700)
	c.Want(false)
	check("wide and not wanted", 1200, look.LeftWidth, 1200)
	c.Fold(true)
	if !c.Wanted() {
		t.Error("what was asked for in a wide window is not wanted")
	}
	check("wide again", 1200, look.LeftWidth, 1200-look.RightWidth)
	check("narrow again", 700, look.LeftWidth, 700)
}

// still is a form that has one height.
func still(bool) bool { return false }

// part is something of a height.
func part(h float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Black)
	r.SetMinSize(fyne.NewSize(100, h))
	return r
}

// What is said about a run scrolls where it is too long, and the buttons keep their place.
func TestLeftKeepsItsButtons(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Light))
	form, told, buttons := part(900), part(200), part(30)
	more := controls.NewButton("More", controls.Linked, func() {})
	o := NewLeft(form, &Told{Object: told, more: more}, buttons, still).(*fyne.Container)
	for _, height := range []float32{700, 330} {
		o.Resize(fyne.NewSize(look.LeftWidth, height))
		last := o.Objects[2]
		if last.Position().Y+last.Size().Height != height || last.Size().Height < 30 {
			t.Errorf("at a height of %v the buttons end at %v", height, last.Position().Y+last.Size().Height)
		}
		if f := o.Objects[0].Size().Height; f < leastForm {
			t.Errorf("at a height of %v the form has %v", height, f)
		}
		if got := o.Objects[1].Size().Height; (got == 200+toldRing) != (height == 700) || got < leastTold {
			t.Errorf("at a height of %v the text has %v", height, got)
		}
	}
}

// What is said about a run folds where the form needs the room, shows all of it when asked to, and again where there is room.
func TestToldFolds(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Light))
	form := canvas.NewRectangle(color.Black)
	form.SetMinSize(fyne.NewSize(100, 900))
	buttons := canvas.NewRectangle(color.Black)
	buttons.SetMinSize(fyne.NewSize(100, 30))
	status, verdict := controls.NewStatus(200), controls.NewStatus(200)
	status.Set(look.Good, strings.Repeat("A sentence about what the run found. ", 6))
	verdict.Set(look.Warn, "Short.")
	wait := controls.Stack(0, part(8))
	told := NewTold(controls.Head("Run"), controls.Stack(8, wait, status, verdict), []*fyne.Container{wait},
		status, verdict)
	o := NewLeft(form, told, buttons, still).(*fyne.Container)
	whole := func(height float32) float32 {
		o.Resize(fyne.NewSize(look.LeftWidth, height))
		return o.Objects[1].Size().Height
	}
	long := whole(1400)
	if told.more.Visible() || status.Most() != 0 || !wait.Visible() || long != told.Object.MinSize().Height+toldRing {
		t.Fatalf("in a high column %v of %v are shown, folded to %d lines", long, told.Object.MinSize().Height, status.Most())
	}
	if between := whole(900); !told.more.Visible() || status.Most() != 0 && status.Most() <= leastLines || between <= whole(400) {
		t.Errorf("with some room %v are shown, folded to %d lines", between, status.Most())
	}
	short := whole(400)
	if !told.more.Visible() || told.more.Text != "More" || status.Most() != leastLines || wait.Visible() ||
		short >= long || short != told.Object.MinSize().Height+toldRing {
		t.Fatalf("in a low column %v are shown, folded to %d lines, with %q", short, status.Most(), told.more.Text)
	}
	if form := o.Objects[0].Size().Height; form < 2*short {
		t.Errorf("the form has %v beside %v", form, short)
	}
	test.Tap(told.more)
	if got := o.Objects[1].Size().Height; got != long || told.more.Text != "Less" {
		t.Errorf("asked for more, it shows %v of %v, with %q", got, long, told.more.Text)
	}
	test.Tap(told.more)
	if got := o.Objects[1].Size().Height; got != short {
		t.Errorf("asked for less, it shows %v in place of %v", got, short)
	}
	status.Set(look.Good, "Short.")
	wait.RemoveAll()
	controls.Relayout(o)
	if told.more.Visible() {
		t.Error("nothing is left to unfold")
	}
	status.Set(look.Good, strings.Repeat("A sentence about what the run found. ", 6))
	wait.Add(part(8))
	form.SetMinSize(fyne.NewSize(100, 100))
	controls.Relayout(o)
	if got := o.Objects[1].Size().Height; told.more.Visible() || got != long {
		t.Errorf("beside a low form %v of %v are shown", got, long)
	}
}
