package ui

import (
	"slices"

	"espalier/plotting"
	"espalier/plotting/teach"
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A teacher shows the teaching stages over the work, which waits behind them as it was: a
// run goes on, and nothing of it is changed.
type teacher struct {
	w          *window
	object     *fyne.Container
	gallery    *stageGallery // nil until it is first shown
	stage      *stageScreen  // nil while the gallery is shown, and when nothing is
	last       string        // name of the stage that was shown last
	projecting bool
}

// placeOfStage returns where a stage stands in the gallery, −1 for none.
func placeOfStage(name string) int {
	return slices.IndexFunc(teach.Stages(), func(s teach.Stage) bool { return s.Name == name })
}

// beside returns the stage so many places on in the gallery, and whether there is one.
func (t *teacher) beside(by int) (teach.Stage, bool) {
	stages := teach.Stages()
	if t.stage == nil {
		return teach.Stage{}, false
	}
	at := placeOfStage(t.stage.stage.Name) + by
	if at < 0 || at >= len(stages) {
		return teach.Stage{}, false
	}
	return stages[at], true
}

// turn shows the stage so many places on in the gallery, if there is one.
func (t *teacher) turn(by int) {
	if s, ok := t.beside(by); ok {
		t.openName(s.Name)
	}
}

func newTeacher(w *window) *teacher {
	t := &teacher{w: w, object: container.NewStack()}
	t.object.Hide()
	return t
}

// shown reports whether the gallery or a stage covers the work.
func (t *teacher) shown() bool { return t.object.Visible() }

// cover shows an object over the work.
func (t *teacher) cover(o fyne.CanvasObject) {
	t.object.Objects = []fyne.CanvasObject{controls.NewPlane(look.Ground, "", 0), o}
	controls.Show(t.w.columns.object, false)
	controls.Show(t.object, true)
	t.object.Refresh()
	t.w.menu.refresh()
}

// showGallery shows the stages to choose from.
func (t *teacher) showGallery() {
	t.closeStage()
	if t.gallery == nil {
		t.gallery = newStageGallery(t)
	}
	t.cover(t.gallery.object)
	if t.last != "" {
		t.gallery.last = max(0, placeOfStage(t.last))
	}
	t.w.win.SetTitle("Teach – Espalier")
	t.gallery.focus()
}

// open shows a stage. Wrong settings are told over the work.
func (t *teacher) open(r teach.Request) {
	s, err := teach.Find(r.Stage)
	if err != nil {
		t.w.ws.fail("This stage cannot be shown.", err)
		return
	}
	t.closeStage()
	p, err := newStageScreen(t.w, s, r)
	if err != nil {
		t.leave()
		t.w.ws.fail(s.Title+" cannot be shown.", err)
		return
	}
	t.stage, t.last = p, s.Name
	p.followNeighbours()
	t.cover(p.object)
	t.w.win.SetTitle(s.Title + " – Espalier")
	p.view.FocusOn(t.w.win.Canvas())
}

// openName shows a stage as it is at first.
func (t *teacher) openName(name string) { t.open(teach.Request{Stage: name, Seed: 1}) }

// leave goes back to the work.
func (t *teacher) leave() {
	if !t.shown() {
		return
	}
	t.closeStage()
	t.object.Objects = nil
	controls.Show(t.object, false)
	controls.Show(t.w.columns.object, true)
	t.w.columns.object.Refresh()
	t.w.retitle()
	t.w.menu.refresh()
	t.w.centre.view().FocusOn(t.w.win.Canvas())
}

// escape goes from a stage to the gallery, and out of projector mode first.
func (t *teacher) escape() {
	if t.projecting {
		t.toggleProjector()
		return
	}
	t.showGallery()
}

func (t *teacher) closeStage() {
	if t.stage != nil {
		t.stage.close()
		t.stage = nil
	}
}

func (t *teacher) toggleProjector() {
	t.projecting = !t.projecting
	if t.stage != nil {
		t.stage.arrange()
	}
	t.w.menu.refresh()
}

// figure returns what is shown of a stage, for export; ok is false where none is.
func (t *teacher) figure() (f plotting.Figure, m plotting.Metadata, ok bool) {
	if t.stage == nil || t.stage.now.figure == nil {
		return nil, m, false
	}
	return t.stage.now.figure, t.stage.now.metadata, true
}

func (t *teacher) restyle() {
	if t.stage != nil {
		t.stage.restyle()
	}
	if t.gallery != nil {
		t.gallery.restyle()
	}
}

func (t *teacher) close() {
	t.closeStage()
	if t.gallery != nil {
		t.gallery.close()
	}
}
