package screen

import (
	"image"
	"image/color"
	"math"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/views/clock"
	"example.org/espalier/views/stamp"
)

// Post runs a function on the goroutine of the window and returns when it is done: fyne.DoAndWait
// in the program.
type Post func(f func())

// A View shows a figure. Make one with [NewView]; Close it when it is no longer needed.
type View struct {
	widget.BaseWidget
	pointing

	// OnHover receives the mark under the pointer; ok is false when there is none.
	OnHover func(m plotting.Mark, ok bool)
	// OnPoint receives where the pointer is over the figure, after it has moved; ok is false once it has left.
	OnPoint func(at fyne.Position, ok bool)
	// OnSelect receives the mark that was clicked, or chosen with Enter; ok is false
	// when the click met none.
	OnSelect func(m plotting.Mark, ok bool, modifiers fyne.KeyModifier)
	// OnOpen receives the mark of a double click. Where it is nil, or returns false, a
	// double click shows the whole figure.
	OnOpen func(m plotting.Mark, ok bool) bool
	// OnMenu receives the mark under a right click and its place on the canvas.
	OnMenu func(m plotting.Mark, ok bool, at fyne.Position)
	// OnGrab receives the mark on which a drag begins; if it returns true, the drag goes to OnDrag
	// and does not pan. OnDrag receives the place of the pointer and, at the end, that the drag ended.
	OnGrab func(m plotting.Mark, ok bool) bool
	OnDrag func(at fyne.Position, ended bool)
	// OnAdjust receives the value of a control that a handle of the figure is dragged to; "" is the
	// usual one.
	OnAdjust func(control, value string)
	// OnLasso receives the marks that a lasso encloses, and whether they are added to the selection. Where it is nil there
	// is no lasso. OnLassoTool is called when the tool is taken up or put away.
	OnLasso     func(inside plotting.Selection, adds bool)
	OnLassoTool func(on bool)
	// OnWindow receives the visible part when a gesture or key changed it.
	OnWindow func(w plotting.Window)
	// OnChosen is called when the user chose the visible part; see [View.Chosen].
	OnChosen func()
	// OnWheel, where it is not nil, gets the wheel in place of the view: in a figure that is as high as its content, the
	// wheel is for its container.
	OnWheel func(e *fyne.ScrollEvent)
	// OnDrawn is called when a new picture is on the screen.
	OnDrawn func()
	// OnKey, OnRune and OnShortcut get keys before the view does. If they return true, the view
	// ignores the key.
	OnKey      func(k *fyne.KeyEvent) bool
	OnRune     func(r rune) bool
	OnShortcut func(s fyne.Shortcut) bool
	// Plain hides the focus ring, such as on a projector.
	Plain bool
	// Description describes the figure in words, for those who cannot see it.
	Description string
	// Of is the stamp of the source; see [Seen].
	Of stamp.Stamp
	// Modifiers returns the modifier keys that are down. Nil asks the driver.
	Modifiers func() fyne.KeyModifier

	post   Post
	worker *Worker
	raster *canvas.Raster
	probe  *canvas.Rectangle // tells whether the view is on the screen
	least  fyne.Size

	overlay struct {
		raster *canvas.Raster
		buffer *image.RGBA
	}

	style  plotting.Style
	seen   raster.Vision          // with which it was asked for last
	beside float64                // the text size of the interface then
	source func() plotting.Figure // makes the figure, in the worker
	window plotting.Window
	// chosen says that the user chose the window. recalled is one to be shown once a figure zooms; see [View.Recall].
	chosen   bool
	recalled plotting.Window

	hidden bool
	stale  bool // something changed while hidden

	pace   Pace
	motion atomic.Bool // see SetMotion
	// gliding is how long figures glide, in nanoseconds; see SetGlide.
	gliding atomic.Int64
	asked   struct { // by the painter
		size   fyne.Size
		pixels image.Point
	}

	pictures pictures
	made     made // belongs to the worker alone
	serial   int  // counts sources

	focused   bool
	ring      bool // the focus ring is shown: keys were used
	pointer   fyne.Position
	inside    bool
	hover     plotting.Mark
	hovering  bool
	dragging  bool
	grabbed   bool // the drag is OnDrag's
	handle    handle
	lasso     lasso
	Press     fyne.Position
	pressed   fyne.KeyModifier
	lastTap   time.Time
	lastTapAt fyne.Position
	now       func() time.Time
}

// A picture is a scene with its pixels.
type picture struct {
	image  *image.RGBA
	scene  plotting.Scene
	figure plotting.Figure
	of     stamp.Stamp
	size   fyne.Size // of the widget when it was asked for
	pixels image.Point
	order  int
	cost   time.Duration
}

var (
	_ fyne.Widget            = (*View)(nil)
	_ fyne.Focusable         = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
	_ fyne.Scrollable        = (*View)(nil)
	_ fyne.Shortcutable      = (*View)(nil)
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Mouseable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ fyne.Accessible        = (*View)(nil)
)

// NewView returns an empty view. A nil post is fyne.DoAndWait.
func NewView(post Post, style plotting.Style) *View {
	v := &View{post: post, worker: NewWorker(), style: style, beside: TextSize(), window: plotting.All,
		least: fyne.NewSize(160, 90), now: time.Now}
	v.pointing.of, v.lasso.of, v.handle.of = v, v, v
	if v.post == nil {
		v.post = fyne.DoAndWait
	}
	v.raster = canvas.NewRaster(v.pixels)
	v.raster.ScaleMode = canvas.ImageScaleFastest
	v.overlay.raster = canvas.NewRaster(v.overlayPixels)
	v.overlay.raster.ScaleMode = canvas.ImageScaleFastest
	v.overlay.raster.Hide()
	v.probe = canvas.NewRectangle(color.Transparent)
	v.probe.Move(fyne.NewPos(3, 5))
	v.ExtendBaseWidget(v)
	return v
}

// SetFigure shows f. A [plotting.Styled] figure is shown in the style of the view and
// a [plotting.Zoomable] one through its window.
func (v *View) SetFigure(f plotting.Figure) {
	if f == nil {
		v.SetSource(nil)
		return
	}
	v.SetSource(func() plotting.Figure { return f })
}

// SetSource shows the figure that f makes. It is called once, on the worker, so it may be slow, and must read only
// immutable data. Nil, or a nil figure, shows an empty ground.
func (v *View) SetSource(f func() plotting.Figure) {
	v.source = f
	v.serial++
	v.redraw()
}

// SetStyle changes the style, such as from light to dark.
func (v *View) SetStyle(s plotting.Style) {
	if v.style == s && v.seen == Vision() && v.beside == TextSize() {
		return
	}
	v.style, v.seen, v.beside = s, Vision(), TextSize()
	v.pictures.mu.Lock()
	v.pictures.blank = nil
	v.pictures.mu.Unlock()
	v.redraw()
	v.Refresh()
}

// Do calls f on the goroutine of the window and returns when it is done.
func (v *View) Do(f func()) { v.post(f) }

// SetClock sets the clock that the view uses.
func (v *View) SetClock(c clock.Clock) { v.pace.clock = c }

// Style returns the style of the view.
func (v *View) Style() plotting.Style { return v.style }

// SetMinSize changes the least size that layouts give the view.
func (v *View) SetMinSize(s fyne.Size) { v.least = s; v.Refresh() }

// MinSize returns the least size that layouts give the view.
func (v *View) MinSize() fyne.Size { return v.least }

// Shown returns the figure and the scene that are on the screen; nil before the first
// picture.
func (v *View) Shown() (plotting.Figure, plotting.Scene) {
	p := v.pictures.now()
	return p.figure, p.scene
}

// Settled reports whether the picture on the screen is that of the latest request.
func (v *View) Settled() bool {
	return !v.pictures.newer(v.pictures.now().order) && v.pace.timer == nil
}

// Close ends the goroutine of the view. The last picture stays.
func (v *View) Close() {
	v.pace.Stop()
	v.worker.Close()
}

// Resize gives the view its size.
func (v *View) Resize(s fyne.Size) {
	if s == v.Size() {
		return
	}
	v.BaseWidget.Resize(s)
	v.redraw()
}

// Show makes the view visible, and drawn if something changed meanwhile.
func (v *View) Show() {
	v.BaseWidget.Show()
	v.hidden = false
	if v.stale {
		v.redraw()
	}
}

// Hide makes the view invisible; nothing is drawn for it until Show.
func (v *View) Hide() {
	v.BaseWidget.Hide()
	v.hidden = true
	v.leave()
}

// AccessibilityLabel is part of fyne.Accessible.
func (v *View) AccessibilityLabel() string { return v.Description }

// AccessibilityRole is part of fyne.Accessible.
func (v *View) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer is part of fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return newViewRenderer(v) }

// vision is how whoever looks at the screen sees, which is the same for all views. It changes the screen and no
// exported file.
var vision atomic.Int32

// SetVision makes all views show their figures as an eye with that vision sees them, from their next pictures on.
func SetVision(v raster.Vision) { vision.Store(int32(v)) }

// Vision returns how figures are shown.
func Vision() raster.Vision { return raster.Vision(vision.Load()) }

// textSize is how many times larger than usual the interface is, as the bits of a float64; 0 stands for 1. It is
// the same for all views.
var textSize atomic.Uint64

// SetTextSize tells all views that the interface is k times as large as usual. Figures keep their size: from their
// next pictures on, they are laid out for k times as many units as their views have.
func SetTextSize(k float64) { textSize.Store(math.Float64bits(k)) }

// TextSize returns how many times larger than usual the interface is.
func TextSize() float64 {
	if b := textSize.Load(); b != 0 {
		return math.Float64frombits(b)
	}
	return 1
}
