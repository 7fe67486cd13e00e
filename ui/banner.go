package ui

import (
	"strings"
	"time"

	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A banner shows a notice or an error, with its place and the remedy. It also shows the file being read or written,
// with a way to cancel, and opens the folder of a written file. It lies over the foot of the figure, which does not
// move. Remarks disappear by themselves; errors stay until they are dismissed.
type banner struct {
	object *fyne.Container

	ws      *workspace.Workspace
	after   func(d time.Duration, f func()) (stop func()) // calls f on the window's goroutine
	stop    func()                                        // that of the notice shown; nil for none
	shown   workspace.Notice
	head    *controls.Status
	text    *controls.Paragraph
	below   fyne.CanvasObject // the place of the text
	button  *controls.Button
	folder  *controls.Button // opens the folder of the written file
	dismiss func()
	show    func(folder string)
	repaint func()                      // draws the window; nil for nothing
	above   func(bad bool, text string) // shows a notice in the dialog that hides the banner
}

// bannerText is the greatest width of a line.
const bannerText = 620

// How long a remark stays while the pointer is elsewhere: some seconds, and some time for each
// character.
const (
	remarkStays  = 5 * time.Second
	remarkLetter = 60 * time.Millisecond
	folderStays  = 15 * time.Second // longer, where a folder can be opened
)

func newBanner(ws *workspace.Workspace) *banner {
	b := &banner{ws: ws}
	b.after = func(d time.Duration, f func()) func() {
		t := time.AfterFunc(d, func() { ws.Post(f) })
		return func() { t.Stop() }
	}
	b.head = controls.NewStatus(bannerText)
	b.text = controls.NewParagraph("", bannerText-17, look.SizeBody-0.5, look.Muted)
	b.button = controls.NewButton("Dismiss", controls.Linked, func() { b.dismiss() })
	b.folder = controls.NewButton("Open folder", controls.Linked, func() { b.show(b.shown.Folder) })
	b.below = controls.Inset(17, 0, 0, 0, b.text)
	ground, card := controls.NewFloat(12, container.NewBorder(nil, nil, nil,
		container.NewVBox(controls.Beside(12, b.folder, b.button)), controls.Stack(4, b.head, b.below)))
	ground.OnHover = func(over bool) {
		if over {
			b.hold()
		} else {
			b.wait()
		}
	}
	b.object = controls.Inset(look.Margin+12, 0, look.Margin+12, look.Margin+12, card)
	b.refresh()
	return b
}

// hold keeps a remark on screen.
func (b *banner) hold() {
	if b.stop != nil {
		b.stop()
		b.stop = nil
	}
}

// wait removes a remark after a while.
func (b *banner) wait() {
	b.hold()
	n := b.shown
	if n.Text == "" || n.Bad {
		return
	}
	stays := remarkStays + time.Duration(len(n.Text))*remarkLetter
	if n.Folder != "" {
		stays += folderStays
	}
	b.stop = b.after(stays, func() {
		b.stop = nil
		if b.ws.Notice == n {
			b.ws.Dismiss()
		}
	})
}

// fit breaks the lines for a width.
func (b *banner) fit(width float32) {
	w := max(160, min(bannerText, width-2*look.Margin-4*12-90))
	if b.text.Width == w-17 {
		return
	}
	b.head.SetWidth(w)
	b.text.Width = w - 17
	b.text.Refresh()
}

func (b *banner) refresh() {
	n := b.ws.Notice
	if n != b.shown {
		b.shown = n
		b.wait()
		b.above(n.Bad, strings.TrimSpace(n.Text+" "+say.Explain(n.Err)))
	}
	busy, writing := b.ws.Opening != nil, n == workspace.Notice{} && b.ws.Writing.Text != ""
	controls.Show(b.object, n != workspace.Notice{} || busy || writing)
	controls.Show(b.folder, n.Folder != "" && !busy)
	switch {
	case busy:
		b.head.Set(look.Warn, b.ws.Busy()+"…")
		text := ""
		if b.ws.Table() != nil {
			text = "The present table stays open until this one has been read."
		}
		b.text.Set(text, look.Muted)
		b.button.SetText("Cancel")
		b.dismiss = b.ws.CancelOpen
	case writing:
		b.head.Set(look.Warn, b.ws.Writing.Text+"…")
		b.text.Set("", look.Muted)
		b.button.SetText("Cancel")
		b.dismiss = b.ws.Writing.End
	default:
		b.head.Set(look.Dot(n.Bad), n.Text)
		b.text.Set(say.Explain(n.Err), look.Muted)
		b.button.SetText("Dismiss")
		b.dismiss = b.ws.Dismiss
	}
	controls.Show(b.below, b.text.Text != "")
	if b.repaint != nil && b.object.Visible() { // the toolkit draws nothing when a container is shown
		b.repaint()
	}
}
