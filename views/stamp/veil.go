package stamp

import (
	"image/color"
	"time"

	"example.org/espalier/views/clock"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// patience is how long a picture may be behind before it is greyed: most are drawn sooner, and nothing blinks.
const patience = 150 * time.Millisecond

// shade is how opaque the grey is.
const shade = 0xA6

// A Veil greys a picture that is behind and says why. Make one with [NewVeil]. Its methods belong to the goroutine of
// the window.
type Veil struct {
	// Object lies over the picture. It takes no clicks.
	Object *fyne.Container
	// Clock is that of the patience.
	Clock clock.Clock

	post   func(func())
	plane  *canvas.Rectangle
	text   *controls.Text
	wanted string
	alarm  clock.Alarm
}

// NewVeil returns a veil that hides nothing. post runs a function on the goroutine of the window; nil is
// fyne.DoAndWait.
func NewVeil(post func(func())) *Veil {
	if post == nil {
		post = fyne.DoAndWait
	}
	v := &Veil{post: post, plane: canvas.NewRectangle(color.Transparent),
		text: controls.NewText("", look.SizeBody, look.Ink)}
	said := container.NewCenter(controls.Card(1, controls.Inset(12, 6, 12, 6, v.text)))
	v.Object = container.NewStack(v.plane, said)
	v.Object.Hide()
	return v
}

// Says returns the present text of the veil, "" where it hides nothing.
func (v *Veil) Says() string {
	if !v.Object.Visible() {
		return ""
	}
	return v.text.Text
}

// Set greys the picture and says why; "" shows it. A picture of another run is greyed at once, one being drawn only if
// that takes long.
func (v *Veil) Set(why string) {
	if why == v.wanted {
		return
	}
	v.wanted = why
	if why == Drawing && !v.Object.Visible() {
		if v.alarm == nil {
			v.alarm = v.Clock.AfterFunc(patience, func() {
				v.post(func() {
					if v.alarm != nil {
						v.alarm = nil
						v.show()
					}
				})
			})
		}
		return
	}
	v.Stop()
	v.show()
}

// Stop drops a text that waits to be shown.
func (v *Veil) Stop() {
	if v.alarm != nil {
		v.alarm.Stop()
		v.alarm = nil
	}
}

func (v *Veil) show() {
	ground := color.NRGBAModel.Convert(theme.Color(look.Surface)).(color.NRGBA)
	ground.A = shade
	v.plane.FillColor = ground
	v.plane.Refresh()
	v.text.Set(v.wanted)
	controls.Show(v.Object, v.wanted != "")
	controls.Relayout(v.Object)
}
