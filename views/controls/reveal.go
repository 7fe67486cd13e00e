package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// revealMargin stays free around an object scrolled into view.
const revealMargin float32 = 12

// Reveal scrolls the containers of an object until the object is in view. Controls call it when they get the focus, so
// that keys never lead out of sight.
func Reveal(o fyne.CanvasObject) {
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	for _, s := range scrollsAbout(o) {
		top := place(o).Y - place(s).Y
		bottom := top + o.Size().Height
		by := float32(0)
		switch {
		case top < 0 || o.Size().Height > s.Size().Height:
			by = top - revealMargin
		case bottom > s.Size().Height:
			by = bottom - s.Size().Height + revealMargin
		}
		if most := s.Content.Size().Height - s.Size().Height; by != 0 && most > 0 {
			s.ScrollToOffset(fyne.NewPos(s.Offset.X, min(max(s.Offset.Y+by, 0), most)))
		}
	}
}

// Wheel scrolls the container of an object, as if the wheel had turned beside it.
func Wheel(o fyne.CanvasObject, e *fyne.ScrollEvent) {
	if about := scrollsAbout(o); len(about) > 0 {
		about[0].Scrolled(e)
	}
}

// scrollsAbout lists the scrolled areas that hold an object, the innermost first: those of the topmost sheet or,
// without one, of the window.
func scrollsAbout(o fyne.CanvasObject) []*container.Scroll {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	root := c.Content()
	if top := c.Overlays().Top(); top != nil {
		root = top
	}
	list, _ := pathTo(root, o)
	return list
}

func pathTo(root, o fyne.CanvasObject) (list []*container.Scroll, found bool) {
	if root == o {
		return nil, true
	}
	var children []fyne.CanvasObject
	switch r := root.(type) {
	case *fyne.Container:
		children = r.Objects
	case *container.Scroll:
		children = []fyne.CanvasObject{r.Content}
	case *widget.PopUp:
		children = []fyne.CanvasObject{r.Content}
	}
	for _, child := range children {
		if child == nil || !child.Visible() {
			continue
		}
		if list, found = pathTo(child, o); found {
			if s, ok := root.(*container.Scroll); ok {
				list = append(list, s)
			}
			return list, true
		}
	}
	return nil, false
}
