package stages

import (
	"regexp"
	"strings"

	sheets "example.org/espalier/docs/teach"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A block is a part of a lesson sheet.
type block struct {
	head bool
	text string
}

// Marks of Markdown inside a line: pictures, links, code, strong and emphasised words.
var (
	picturesIn = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	linksIn    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	marksIn    = regexp.MustCompile("\\*\\*|`")
	strongIn   = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	numbered   = regexp.MustCompile(`^\d+\. `)
)

// plain returns a line of Markdown without its marks.
func plain(line string) string {
	line = linksIn.ReplaceAllString(picturesIn.ReplaceAllString(line, ""), "$1")
	return strings.TrimSpace(strongIn.ReplaceAllString(marksIn.ReplaceAllString(line, ""), "$1"))
}

// readSheet parts a lesson sheet into headings and paragraphs, without its title. Each numbered line is a paragraph.
func readSheet(markdown string) (list []block) {
	open := false // the next line continues a paragraph
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		text := plain(line)
		switch {
		case strings.HasPrefix(line, "# "):
		case text == "":
			open = false
		case strings.HasPrefix(line, "## "):
			list, open = append(list, block{true, strings.TrimPrefix(text, "## ")}), false
		case open && !numbered.MatchString(line):
			list[len(list)-1].text += " " + text
		default:
			list, open = append(list, block{false, text}), true
		}
	}
	return list
}

// answersHead is the heading of the answers, which are hidden at first.
const answersHead = "Answers"

// openSheet shows the lesson sheet; the answers at a click. On a projector its letters are those of the hall.
func (p *stageScreen) openSheet() {
	text, ok := sheets.Of(p.stage.Name)
	if !ok {
		return
	}
	room := p.h.Window.Canvas().Size()
	size, width := float32(look.SizeBody), float32(560)
	if p.t.projecting {
		size, width = hallWords*room.Height, 0.8*room.Width
	}
	body := controls.Stack(10)
	var answers []fyne.CanvasObject
	hidden := false
	for _, b := range readSheet(text) {
		var o fyne.CanvasObject = controls.NewParagraph(b.text, width-40, size, look.Ink)
		if b.head {
			head := controls.NewText(b.text, 1.15*size, look.Ink).Bold()
			o, hidden = controls.Inset(0, 8, 0, 0, head), b.text == answersHead
		}
		if hidden {
			answers = append(answers, o)
			o.Hide()
		}
		body.Add(o)
	}
	scroll := container.NewVScroll(body)
	var show *controls.Button
	show = controls.NewButton("Show the answers", controls.Quiet, func() {
		for _, o := range answers {
			controls.Show(o, true)
		}
		show.SetEnabled(false)
		controls.Relayout(scroll)
		scroll.Refresh()
	})
	show.SetEnabled(len(answers) > 0)
	var s *dialogs.Sheet
	done := controls.NewButton("Done", controls.Primary, func() { s.Close() })
	s = p.h.OpenSheet("Lesson sheet: "+p.stage.Title, fyne.NewSize(width, room.Height-80), scroll, show, done)
	s.Accept = s.Close
	p.h.Window.Canvas().Focus(done)
}
