package ui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestControlsHaveLabels: a screen reader that is handed the window finds words on everything that takes the keyboard,
// on all pages and in the sheets.
func TestControlsHaveLabels(t *testing.T) {
	s := newStage(t, usual, nil)
	s.fitted("crabs", "agglomerative")
	check := func(where string, o fyne.CanvasObject) {
		t.Helper()
		found := map[string]int{}
		parts(o, func(o fyne.CanvasObject) {
			if _, focusable := o.(fyne.Focusable); !focusable {
				return
			}
			if a, ok := o.(fyne.Accessible); !ok || a.AccessibilityLabel() == "" {
				found[fmt.Sprintf("%T", o)]++
			}
		})
		for name, n := range found {
			t.Errorf("%s: %d × %s without a label", where, n, name)
		}
	}
	s.do(func() {
		for _, page := range s.w.centre.tabs.Names() {
			s.w.centre.tabs.Pick(page)
			check(page, s.w.win.Content())
		}
		s.w.centre.tabs.Pick(tabTree)
		s.w.centre.openFind()
		check("the search", s.w.win.Content())
		s.w.centre.looks.toggle()
		check("the drawer", s.w.win.Content())
		s.w.centre.looks.toggle()
		for name, open := range map[string]func(){"export": s.w.exports.exportFigure, "keys": s.w.showShortcuts,
			"samples":  s.w.showSamples,
			"clusters": func() { s.w.book().Ask(s.w.Dialogs, s.w.takeClusters) }, "groups": s.w.askGroups, "rows and columns": s.w.askParts} {
			open()
			if top := s.w.Top(); top == nil {
				t.Errorf("%s opens no sheet", name)
			} else {
				check(name, top.Content())
				top.Close()
			}
		}
	})
}

// parts calls f with an object and all that it is made of, the insides of widgets too.
func parts(o fyne.CanvasObject, f func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	f(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			parts(child, f)
		}
	case fyne.Widget:
		if _, leaf := o.(fyne.Focusable); leaf {
			return
		}
		for _, child := range test.WidgetRenderer(o).Objects() {
			parts(child, f)
		}
	}
}
