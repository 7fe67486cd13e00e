package stages

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Host is the window that stages are shown in. All fields are needed.
type Host struct {
	*dialogs.Dialogs
	Version   string
	Style     func() plotting.Style     // of figures now
	Dark      func() bool               // whether the window is dark now
	Still     func() bool               // whether the user wants reduced motion
	Data      func() *inference.Dataset // of the open table, nil for none
	Covered   func(on bool)             // called when the stages begin or stop covering the work
	Changed   func()                    // called when something that menus show has changed
	Export    func()                    // asks how to save the figure shown
	Shortcuts func()                    // shows the keys
	Walk      func()                    // explains the window
}

// A Teacher shows the teaching stages over the work, which does not change behind them; a run
// continues.
type Teacher struct {
	Object *fyne.Container // to put over the work

	h          Host
	gallery    *stageGallery // nil until it is first shown
	stage      *stageScreen  // nil while the gallery is shown, and when nothing is
	last       string        // name of the stage that was shown last
	projecting bool
	filled     bool // the window filled the screen before it was projected
}

// placeOfStage returns the index of a stage in the gallery, −1 for none.
func placeOfStage(name string) int {
	return slices.IndexFunc(teach.Stages(), func(s teach.Stage) bool { return s.Name == name })
}

// beside returns the stage that number of places further in the gallery, and whether there is one.
func (t *Teacher) beside(by int) (teach.Stage, bool) {
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

// turn shows the stage that number of places further in the gallery, if there is one.
func (t *Teacher) turn(by int) {
	if s, ok := t.beside(by); ok {
		t.OpenName(s.Name)
	}
}

// New returns the stages of a window, not yet shown.
func New(h Host) *Teacher {
	t := &Teacher{h: h, Object: container.NewStack()}
	t.Object.Hide()
	return t
}

// Shown reports whether the gallery or a stage covers the work.
func (t *Teacher) Shown() bool { return t.Object.Visible() }

// cover shows an object over the work.
func (t *Teacher) cover(o fyne.CanvasObject) {
	// scrolls in a narrow window
	t.Object.Objects = []fyne.CanvasObject{controls.NewPlane(look.Ground, "", 0), container.NewScroll(o)}
	controls.Show(t.Object, true)
	t.Object.Refresh()
	t.h.Covered(true)
}

// ShowGallery shows the stages to choose from.
func (t *Teacher) ShowGallery() {
	t.closeStage()
	if t.gallery == nil {
		t.gallery = newStageGallery(t)
	}
	t.cover(t.gallery.object)
	if t.last != "" {
		t.gallery.last = max(0, placeOfStage(t.last))
	}
	t.h.Window.SetTitle("Teach – Espalier")
	t.gallery.focus()
}

// Start shows the stage that the program was asked for when it began: a stage, all of them if it has no name, or
// nothing.
func (t *Teacher) Start(r *teach.Request) {
	switch {
	case r == nil:
	case r.Stage == "":
		t.ShowGallery()
	default:
		t.Open(*r)
	}
}

// Open shows a stage. Errors in the settings are shown over the work.
func (t *Teacher) Open(r teach.Request) {
	s, err := teach.Find(r.Stage)
	if err != nil {
		t.h.Fail("This stage cannot be shown.", err)
		return
	}
	t.closeStage()
	p, err := newStageScreen(t, s, r)
	if err != nil {
		t.Leave()
		t.h.Fail(s.Title+" cannot be shown.", err)
		return
	}
	t.stage, t.last = p, s.Name
	p.followNeighbours()
	t.cover(p.object)
	t.h.Window.SetTitle(s.Title + " – Espalier")
	p.view.FocusOn(t.h.Window.Canvas())
}

// OpenPlaying shows a stage and plays it at once.
func (t *Teacher) OpenPlaying(r teach.Request) {
	if t.Open(r); t.stage != nil {
		t.stage.player.Play(true, false)
	}
}

// OpenName shows a stage with its defaults.
func (t *Teacher) OpenName(name string) { t.Open(teach.Request{Stage: name, Seed: 1}) }

// Leave goes back to the work.
func (t *Teacher) Leave() {
	if !t.Shown() {
		return
	}
	t.closeStage()
	t.project(false)
	t.Object.Objects = nil
	controls.Show(t.Object, false)
	t.h.Covered(false)
}

// escape goes from a stage to the gallery, and out of projector mode first.
func (t *Teacher) escape() {
	if t.projecting {
		t.ToggleProjector()
		return
	}
	t.ShowGallery()
}

// Playing reports whether a stage is shown, not only the gallery.
func (t *Teacher) Playing() bool { return t.stage != nil }

// AskFilm asks how to save the run of the stage shown.
func (t *Teacher) AskFilm() {
	if t.stage != nil {
		t.stage.askFilm()
	}
}

// CopyCommand copies the command line that shows the same picture.
func (t *Teacher) CopyCommand() {
	if t.stage != nil {
		t.stage.copyCommand()
	}
}

func (t *Teacher) closeStage() {
	if t.stage != nil {
		t.stage.close()
		t.stage = nil
	}
}

// Projecting reports whether stages are shown for a projector.
func (t *Teacher) Projecting() bool { return t.projecting }

// ToggleProjector turns projector mode on or off: full screen, one picture at a time, letters for the last row.
func (t *Teacher) ToggleProjector() {
	t.project(!t.projecting)
	if t.stage != nil {
		t.stage.arrange()
		t.stage.view.FocusOn(t.h.Window.Canvas())
	}
	t.h.Changed()
}

// project sets the mode. A window that filled the screen before fills it afterwards.
func (t *Teacher) project(on bool) {
	if on == t.projecting {
		return
	}
	if t.projecting = on; on {
		t.filled = t.h.Window.FullScreen()
	}
	t.h.Window.SetFullScreen(on || t.filled)
}

// Figure returns the figure of the stage shown, for export; ok is false if there is none.
func (t *Teacher) Figure() (f plotting.Figure, m plotting.Metadata, ok bool) {
	if t.stage == nil || t.stage.now.figure == nil {
		return nil, m, false
	}
	return t.stage.now.figure, t.stage.now.metadata, true
}

// Restyle redraws in the present colours.
func (t *Teacher) Restyle() {
	if t.stage != nil {
		t.stage.restyle()
	}
	if t.gallery != nil {
		t.gallery.restyle()
	}
}

// Close ends background work.
func (t *Teacher) Close() {
	t.closeStage()
	if t.gallery != nil {
		t.gallery.close()
	}
}
