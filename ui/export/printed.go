package export

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/write"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"

	"fyne.io/fyne/v2"
)

// prefExport is where the choices of the last export are kept.
const prefExport = "export"

// kept are the choices of an export that the next one begins with.
type kept struct {
	Format, Preset string
	Size           plotting.Size
	Printed        plotting.Printed
	Tall           bool
	Dark, Actual   bool
}

// recall begins with the choices of the last export, or with two columns of a journal in a vector format.
func (s *sheet) recall() {
	formats, usual := write.Formats(), plotting.Presets()[1]
	s.format = formats[max(slices.IndexFunc(formats, func(f write.Format) bool { return !f.Pixels }), 0)]
	s.size, s.named, s.printed = usual.Size, usual.Name, usual.Printed
	var k kept
	if json.Unmarshal([]byte(s.d.App.Preferences().String(prefExport)), &k) != nil ||
		s.format.CheckSize(k.Size) != nil {
		return
	}
	for _, p := range k.Printed.Sizes() {
		if p.Check(*p.Value) != nil && *p.Value != 0 {
			return
		}
	}
	if f, ok := write.Find(formats, k.Format); ok {
		s.format = f
	}
	s.size, s.named, s.printed, s.tall, s.dark, s.actual = k.Size, k.Preset, k.Printed, k.Tall, k.Dark, k.Actual
}

// keep keeps the choices for the next export.
func (s *sheet) keep() {
	size := s.size
	if i := slices.IndexFunc(plotting.Presets(), func(p plotting.Preset) bool { return p.Name == s.named }); i >= 0 &&
		!s.tall {
		size = plotting.Presets()[i].Size // without this figure's growth
	}
	text, err := json.Marshal(kept{s.format.Name, s.named, size, s.printed, s.tall, s.dark, s.actual})
	if err == nil {
		s.d.App.Preferences().SetString(prefExport, string(text))
	}
}

// printedForm are the fields of the sizes as printed.
func (s *sheet) printedForm(row func(label string, o fyne.CanvasObject) fyne.CanvasObject) fyne.CanvasObject {
	rows := []fyne.CanvasObject{controls.Head("As printed")}
	for i, p := range s.printed.Sizes() {
		field := controls.NewField("", func(text string) { s.setPrinted(i, text) })
		s.sizes = append(s.sizes, field)
		title, unit := p.Title, "pt"
		if p.Unit == "mm" {
			unit = p.Unit
		}
		rows = append(rows, row(title+", "+unit, field))
	}
	return controls.Stack(4, rows...)
}

// setPrinted takes a size as printed that the user typed.
func (s *sheet) setPrinted(i int, text string) {
	p := s.printed.Sizes()[i]
	x, err := strconv.ParseFloat(say.DecimalPoint(strings.TrimSpace(text)), 64)
	wrong := err != nil || p.Check(x) != nil
	s.sizes[i].SetWrong(wrong)
	if wrong {
		return
	}
	*p.Value = x
	s.size = s.printed.Sized(s.size)
	s.refresh()
}

// putPrinted shows the sizes as printed.
func (s *sheet) putPrinted() {
	for i, p := range s.printed.Sizes() {
		text := ""
		if *p.Value > 0 || p.Name == "title" {
			text = strconv.FormatFloat(math.Round(*p.Value*100)/100, 'f', -1, 64)
		}
		s.sizes[i].Put(text, "")
	}
}

// scalePreview gives the preview the size of the print where the user wants that. A unit of the window is 1/96 inch
// of its screen.
func (s *sheet) scalePreview() {
	least := fyne.NewSize(1, 1)
	if s.actual {
		side := func(mm float64) float32 { return float32(mm / plotting.MMPerInch * plotting.UsualPerInch) }
		least = fyne.NewSize(side(s.size.WidthMM), side(s.size.HeightMM))
	}
	s.preview.SetMinSize(least)
}
