package drawer

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestFormIsMadeFromControls: every control has a widget, a wrong value is refused with its reason, and
// a right one handed over.
func TestFormIsMadeFromControls(t *testing.T) {
	test.NewTempApp(t)
	got := map[string]string{}
	d := New(220, Wishes{Set: func(c plotting.Control, text string) { got[c.Name] = text }})
	all := plotting.Controls()
	choices := plotting.Choices{"heat-share": "40"}
	d.Show("Tree", all, choices.Value, true)
	if len(d.put) < len(all) {
		t.Fatalf("%d of %d controls have a row", len(d.put), len(all))
	}
	var fields []*controls.Field
	var toggles []*controls.Toggle
	for _, o := range flat(d.form.Objects) {
		switch o := o.(type) {
		case *controls.Field:
			fields = append(fields, o)
		case *controls.Toggle:
			toggles = append(toggles, o)
		}
	}
	field := func(name string) *controls.Field {
		c, _ := plotting.ControlNamed(name)
		return fields[slices.IndexFunc(fields, func(f *controls.Field) bool { return f.Tip == c.Help })]
	}
	if f := field("heat-share"); f.Shown() != "40 %" {
		t.Errorf("the share is shown as %q", f.Shown())
	}
	enter := func(name, text string) {
		f := field(name)
		f.SetText(text)
		f.Commit()
	}
	enter("label-size", "1000")
	if _, ok := got["label-size"]; ok || !field("label-size").Wrong || !d.wrong.Visible() ||
		!strings.Contains(d.wrong.Text, "from 4 to 30") {
		t.Errorf("a size of 1000 gives %q, %v", d.wrong.Text, got)
	}
	enter("label-size", "12,5")
	enter("low", "2%")
	enter("heat-share", "35 %")
	test.Tap(toggles[0])
	if got["label-size"] != "12.5" || got["low"] != "2%" || got["heat-share"] != "35" ||
		got["title"] != "off" || d.wrong.Visible() {
		t.Errorf("handed over: %v", got)
	}
	d.Show("Trace", all[:3], choices.Value, false)
	if len(d.list) != 3 {
		t.Error("another figure keeps the controls of the first")
	}
}

// The colour of missing cells is that of the figure, in a dark window too; one that is chosen is itself.
func TestSwatchOfMissingCells(t *testing.T) {
	a := test.NewTempApp(t)
	c, _ := plotting.ControlNamed("missing")
	choices := plotting.Choices{}
	var s *controls.Swatch
	d := New(220, Wishes{})
	for _, mode := range []look.Mode{look.Dark, look.Light} {
		a.Settings().SetTheme(look.New(mode))
		d.Show("Tree", []plotting.Control{c}, choices.Value, false)
		for _, o := range flat(d.form.Objects) {
			if k, ok := o.(*controls.Swatch); ok {
				s = k
			}
		}
		want := plotting.Light.Missing
		if mode == look.Dark {
			want = plotting.Dark.Missing
		}
		if s == nil || s.Colour != want {
			t.Errorf("%v: %+v", mode, s)
		}
	}
	choices["missing"] = "#ff0000"
	if d.Show("Tree", []plotting.Control{c}, choices.Value, true); s.Colour != plotting.Hex(0xFF0000) {
		t.Errorf("chosen red is shown as %v", s.Colour)
	}
}

// What a figure cannot follow is disabled or left out, and a sentence below says why.
func TestLackingControls(t *testing.T) {
	test.NewTempApp(t)
	gaps, _ := plotting.ControlNamed("heat-gaps")
	gaps.Lacks = "There is nothing to part."
	form, _ := plotting.ControlNamed("heat-form")
	form.Lacks, form.Options = "Pies are shares.", []string{"cells", "bars"}
	d := New(220, Wishes{Set: func(c plotting.Control, text string) { t.Errorf("%s became %s", c.Name, text) }})
	d.Show("Tree", []plotting.Control{gaps, form}, plotting.Choices{"heat-gaps": "on", "heat-form": "pies"}.Value, true)
	var said []string
	for _, o := range flat(d.form.Objects) {
		switch w := o.(type) {
		case *controls.Toggle:
			if test.Tap(w); !w.Disabled() || w.On {
				t.Error("a switch that does nothing can be turned on")
			}
		case *controls.Picker:
			if w.Disabled() || len(w.Options) != 2 || w.Value != "cells" {
				t.Errorf("the picker has %v and shows %s", w.Options, w.Value)
			}
		case *controls.Paragraph:
			said = append(said, w.Text)
		}
	}
	if !slices.Equal(said, []string{gaps.Lacks, form.Lacks}) {
		t.Errorf("said: %v", said)
	}
}

func flat(list []fyne.CanvasObject) (all []fyne.CanvasObject) {
	for _, o := range list {
		all = append(all, o)
		if c, ok := o.(*fyne.Container); ok {
			all = append(all, flat(c.Objects)...)
		}
	}
	return all
}

// Each palette of a list shows its own colours, and all have room beside the names.
func TestPalettesShowColours(t *testing.T) {
	names := slices.Concat([]string{usual}, plotting.SequentialPalettes, plotting.DivergingPalettes,
		plotting.CategoryPalettes)
	seen := map[string]string{}
	for _, o := range withColours(names) {
		if o.Value == usual {
			if o.Colours != nil {
				t.Error("the usual palette depends on the figure, but shows colours")
			}
			continue
		}
		key := fmt.Sprint(o.Colours)
		if other, taken := seen[key]; len(o.Colours) < 7 || taken {
			t.Errorf("%s shows %d colours, as %q does", o.Value, len(o.Colours), other)
		}
		seen[key] = o.Value
	}
}

// TestLevelsAreOrderedAndColoured by keys, by dragging and by a tap.
func TestLevelsAreOrderedAndColoured(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Light))
	var now plotting.Codings
	grey := color.NRGBA{A: 255}
	var k *Codings
	show := func() {
		list := plotting.Coded{Name: "species", As: plotting.CodedColours}
		for _, i := range now.Of("species").Levels([]string{"a", "b", "c"}) {
			list.Levels, list.Colours = append(list.Levels, string("abc"[i])), append(list.Colours, grey)
		}
		k.Show([]plotting.Coded{list}, &now)
	}
	k = NewCodings(func(annotation string, c plotting.Coding) { now = now.With(annotation, c); show() },
		func(_, _ string, chosen func(string)) { chosen("#123456") })
	show()
	k.levels[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if got := now["species"].Order; !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("the first moved down: %v", got)
	}
	w := test.NewTempWindow(t, k.Object)
	w.SetPadded(false)
	tags := controls.NewTipLayer(w.Canvas())
	defer tags.Close(w.Canvas())
	w.SetContent(container.NewStack(k.Object, tags.Object))
	w.Resize(fyne.NewSize(220, 300))
	line := func() *canvas.Rectangle { return tags.Object.Objects[0].(*canvas.Rectangle) }
	l := k.levels[2]
	l.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DY: -30}})
	l.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DY: -24}})
	if at := controls.AreaOf(k.levels[0]).At.Y; !line().Visible() || line().Position().Y != at-1 ||
		line().Size().Height != 2 {
		t.Errorf("above the first row at %g a line shows where it goes: %v, %v", at, line().Position(), line().Size())
	}
	l.DragEnd()
	if line().Visible() {
		t.Error("the line stays")
	}
	if got := now["species"].Order; !slices.Equal(got, []string{"c", "b", "a"}) {
		t.Errorf("the last dragged to the top: %v", got)
	}
	if got := now["species"].Among; !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("the places in the palette are those of %v, not of the table", got)
	}
	test.Tap(k.levels[1])
	if got := now["species"].Colours; got["b"] != "#123456" {
		t.Errorf("the colours are %v", got)
	}
}
