package ui

import (
	"os"
	"runtime"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/datacolumn"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/frame"
	"example.org/espalier/ui/stages"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A window is the program's one window.
type window struct {
	*dialogs.Dialogs
	app     fyne.App
	win     fyne.Window
	config  Config
	post    func(func())
	ws      *workspace.Workspace
	theme   look.Theme
	tips    *controls.TipLayer
	columns *frame.Columns
	left    fyne.CanvasObject
	middle  *fyne.Container // centre, the banner over it

	study   studyKeeper
	opens   opener
	exports exporter
	notes   annotator

	data   *datacolumn.Column
	model  *modelColumn
	run    *runColumn
	list   *resultColumn
	centre *centre
	banner *banner
	side   *inspector
	card   fyne.CanvasObject // that leads to the stages, below it
	menu   *menus
	text   *frame.TextSize
	recent *files.Recent
	teach  *stages.Teacher
	later  bool // unsaved work of before waits for the next start, which is said when the stages are left

	curtain *frame.Curtain // before a study is there at the start
	settle  func()         // waits until automatic saves have ended; set by close
}

// least is the smallest size at which nothing overlaps.
var least = fyne.NewSize(640, 360)

// newWindow makes the window without showing it. post runs a function on the goroutine of the
// window.
func newWindow(a fyne.App, c Config, models []inference.Model, post func(func())) *window {
	w := &window{app: a, config: c, post: post}
	w.study, w.opens, w.exports, w.notes = studyKeeper{w}, opener{w}, exporter{w}, annotator{w}
	mode := os.Getenv(themeMode)
	if mode == "" {
		mode = a.Preferences().StringWithFallback(prefTheme, string(look.System))
	}
	w.theme = look.New(look.Mode(mode))
	a.Settings().SetTheme(w.theme)
	w.text = frame.NewTextSize(a)
	w.win = a.NewWindow("Espalier")
	w.win.SetPadded(false)
	w.win.SetMaster()
	threads := runtime.GOMAXPROCS(0)
	if threads > 2 {
		threads--
	}
	w.ws = workspace.NewWorkspace(models, threads, post)
	w.ws.Version, w.ws.Apart = c.Version, a.Preferences().Bool(prefApart)
	w.takeClusters()
	w.ws.Outside = fit.Kept{Process: fit.Process{Limited: true}}
	w.Dialogs = &dialogs.Dialogs{App: a, Window: w.win, Post: post, Context: w.ws.Context, Fail: w.ws.Fail,
		Tell:    func(text string) { w.ws.Tell(workspace.Notice{Text: text}) },
		Saved:   func(text, folder string) { w.ws.Tell(workspace.Notice{Text: text, Folder: folder}) },
		Saving:  func(what string, end func()) { w.ws.SetWriting(workspace.Writing{Text: what, End: end}) },
		Chooser: c.Chooser}
	w.recent = files.NewRecent(a.Preferences())

	w.teach = stages.New(w.stageHost())
	w.data = datacolumn.New(datacolumn.Wishes{Open: w.opens.askOpen, Samples: w.showSamples, Notes: w.showNotes,
		Parts:    w.askParts,
		Annotate: func(column string) { w.ws.MakeAnnotation(column) }, Again: func(a read.Advice) { readAgain(w, a) },
		Choose: w.ws.SetChosen, Scale: w.ws.SetPreprocessing,
		Wrong:   func(text string) { w.ws.Tell(workspace.Notice{Bad: true, Text: text}) },
		Resized: func() { controls.Relayout(w.left) }, Dialogs: w.Dialogs,
		Style: func() plotting.Style { return w.centre.style() }})
	w.model = newModelColumn(w.ws)
	w.run = newRunColumn(w.ws)
	style := plotting.Light
	if w.isDark() {
		style = plotting.Dark
	}
	w.list = newResultColumn(w, style)
	w.banner = newBanner(w.ws)
	w.banner.repaint = func() { w.win.Canvas().Refresh(w.banner.object) }
	w.banner.above, w.banner.show = w.Dialogs.Remark, w.showFolder
	w.centre = newCentre(w)
	w.side = newInspector(w)
	form := controls.Stack(16, w.data.Object, controls.Rule(), w.list.object, controls.Rule(), w.model.object,
		controls.Rule())
	w.left = frame.NewLeft(form, w.run.told, w.run.buttons, w.list.shorten)
	w.middle = container.New(frame.Over{}, w.centre.object, w.banner.object)
	w.card = container.NewStack(w.teach.Card(func() { controls.Relayout(w.columns.Object) }))
	right := container.New(frame.Spare{Inner: w.side.height},
		container.NewStack(w.side.object, w.centre.looks.object), w.card)
	w.side.panel.Resized = func() { right.Layout.Layout(right.Objects, right.Size()) }
	w.columns = frame.NewColumns(w.left, w.middle, right)
	w.columns.OnWidth = func(width float32) { w.banner.fit(width); w.centre.fitWidth(width) }
	w.model.onSize = func() { controls.Relayout(w.left) }
	w.run.resize, w.list.resize = w.model.onSize, w.model.onSize
	w.columns.Fold(a.Preferences().BoolWithFallback(prefInspector, true))
	w.tips = controls.NewTipLayer(w.win.Canvas())
	w.win.SetContent(container.NewStack(
		controls.NewPlane(look.Ground, "", 0), w.columns.Object, w.teach.Object, w.tips.Object))
	w.menu = newMenus(w)
	w.columns.OnFold = func() {
		if !w.columns.Shown() {
			w.centre.looks.close()
		}
		w.menu.refresh()
	}
	w.win.SetOnDropped(func(at fyne.Position, files []fyne.URI) {
		w.teach.Leave()
		w.opens.dropped(at, files)
	})
	w.win.SetCloseIntercept(w.quit)
	w.shortcuts()
	w.ws.OnChange = w.changed
	w.ws.Studies.Layout, w.ws.Studies.Arrange = w.layout, w.arrange
	a.Settings().AddListener(func(fyne.Settings) { w.restyle() })
	return w
}

// changed shows a change of the workspace.
func (w *window) changed(c workspace.Change) {
	if c&workspace.DataChanged != 0 {
		remember(w)
	}
	if c&(workspace.DataChanged|workspace.BusyChanged) != 0 {
		w.refreshData()
	}
	if c&(workspace.ModelChanged|workspace.DataChanged) != 0 {
		w.model.refresh()
	}
	if c&(workspace.DataChanged|workspace.ModelChanged|workspace.RunChanged|workspace.BusyChanged) != 0 {
		w.run.refresh()
	}
	if c&workspace.OthersChanged != 0 {
		w.centre.other.follow()
	}
	if c&(workspace.NoticeChanged|workspace.BusyChanged) != 0 {
		w.banner.refresh()
		if w.ws.Notice != (workspace.Notice{}) {
			w.curtain.Lift()
		}
	}
	if c&(workspace.ResultChanged|workspace.DataChanged|workspace.BusyChanged) != 0 {
		w.centre.refresh()
		w.side.refresh()
	}
	if c&workspace.RunChanged != 0 {
		w.centre.board.SetProgress(w.ws.Comparing())
	}
	if c&(workspace.WorkChanged|workspace.OthersChanged) != 0 {
		w.centre.fillBoard() // groups, and names of results
		w.centre.relist()
	}
	if c&workspace.WorkChanged != 0 {
		w.centre.follow()
		w.centre.offerDetails()
	}
	listed := workspace.DataChanged | workspace.RunChanged | workspace.ResultChanged | workspace.OthersChanged |
		workspace.WorkChanged | workspace.StudyChanged
	if c&listed != 0 {
		w.list.refresh()
	}
	if c&(listed&^workspace.OthersChanged|workspace.HistoryChanged|workspace.BusyChanged) != 0 {
		w.menu.refresh()
	}
	if c&(workspace.DataChanged|workspace.StudyChanged) != 0 {
		w.retitle()
	}
	if c&(workspace.DataChanged|workspace.ModelChanged|workspace.RunChanged|workspace.BusyChanged) != 0 {
		controls.Relayout(w.left)
	}
	if c&(workspace.NoticeChanged|workspace.BusyChanged) != 0 {
		controls.Relayout(w.middle)
	}
}

func (w *window) retitle() {
	if w.teach.Shown() {
		return // a stage has its own title
	}
	if t := w.title(); t != w.win.Title() {
		w.win.SetTitle(t)
	}
}

// setMode changes between light, dark and the desktop's choice, and remembers it.
func (w *window) setMode(m look.Mode) {
	w.app.Preferences().SetString(prefTheme, string(m))
	w.theme = look.New(m)
	w.app.Settings().SetTheme(w.theme)
	w.restyle()
}

// isDark reports whether the window is dark now.
func (w *window) isDark() bool { return w.theme.IsDark(w.app.Settings().ThemeVariant()) }

func (w *window) restyle() {
	w.centre.restyle()
	w.list.restyle(w.centre.style())
	w.side.restyle()
	w.teach.Restyle()
	w.menu.refresh()
}

// close ends the program without waiting for background work.
func (w *window) close() {
	size := w.win.Canvas().Size()
	w.app.Preferences().SetFloat(prefWidth, float64(size.Width))
	w.app.Preferences().SetFloat(prefHeight, float64(size.Height))
	w.teach.Close()
	studies := w.ws.Studies
	w.settle = studies.Close(!studies.Changed() && studies.SaveLast()) // the view is kept, discarded work is not
	w.ws.Close()
	w.centre.close()
	w.list.pictures.Close()
	w.side.close()
	w.banner.hold()
	w.tips.Close(w.win.Canvas())
	w.win.SetCloseIntercept(nil)
	w.win.Close()
}

// stageHost returns the window's functions for stages.
func (w *window) stageHost() stages.Host {
	return stages.Host{
		Dialogs: w.Dialogs, Version: w.config.Version,
		Style: func() plotting.Style { return w.centre.style() }, Dark: w.isDark, Still: w.still,
		Data:    func() *inference.Dataset { return w.ws.Data() },
		Covered: w.covered, Changed: func() { w.menu.refresh() },
		Export: w.exports.exportFigure, Shortcuts: w.showShortcuts, Walk: w.showWalk,
	}
}

// covered hides the work while the stages cover it.
func (w *window) covered(on bool) {
	controls.Show(w.columns.Object, !on)
	if !on {
		w.columns.Object.Refresh()
		w.retitle()
		w.centre.view().FocusOn(w.win.Canvas())
		if w.later {
			w.later = false
			w.ws.Tell(workspace.Notice{
				Text: "There is unsaved work. Espalier offers it at the next start without a stage."})
		}
	}
	w.menu.refresh()
}

// refreshData shows the open table in the left column.
func (w *window) refreshData() {
	of := datacolumn.Subject{Table: w.ws.Table(), Data: w.ws.Data(), Preprocessing: w.ws.Preprocessing()}
	if of.Table == nil {
		of.Busy = w.ws.Busy()
	} else {
		h, _ := w.ws.Now().Sheet()
		of.Annotated, of.Doubts = h.AnnotatedTable(of.Table), w.ws.Runs.Check().Doubts
	}
	w.data.Refresh(of)
}
