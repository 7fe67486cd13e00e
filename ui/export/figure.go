// Package export saves figures in the format and size that the user chooses, light or dark.
package export

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// A sheet shows a figure as it will be saved, at its size, and saves it.
type sheet struct {
	d        *dialogs.Dialogs
	figure   plotting.Figure
	metadata plotting.Metadata
	format   write.Format
	size     plotting.Size
	tall     bool   // the user gave the height; otherwise it grows for the legends
	named    string // the preset of the size
	printed  plotting.Printed
	dark     bool
	whole    bool // the whole figure, although a part of it is shown
	selected bool // the selection is marked
	actual   bool // the preview is as large as the print
	told     string
	dress    Dress
	plates   Plates
	asked    int

	sheet               *dialogs.Sheet
	preview             *canvas.Image
	words               *controls.Paragraph
	preset              *controls.Picker
	width, height, dots *controls.Field
	sizes               []*controls.Field // as printed
	remark              *controls.Paragraph
	save                *controls.Button
}

// sideWidth is that of the column of controls, and valueWidth that of a value in it.
const (
	sideWidth  = 236
	valueWidth = 112
)

// A Dress puts the look that the user chose for a figure into a style; nil changes nothing.
type Dress func(plotting.Style) plotting.Style

// Figure asks how to save a figure, and saves it. plates makes all figures of its result, which can be saved at once;
// nil if there is only this one.
func Figure(d *dialogs.Dialogs, f plotting.Figure, m plotting.Metadata, dress Dress, plates Plates) {
	s := &sheet{d: d, figure: f, metadata: m, dress: dress, plates: plates}
	s.recall()
	if dress != nil {
		named := dress(plotting.Print).Look // names of the selected rows alone are a part of the figure
		s.selected = named.Rows == plotting.SelectedNames || named.Columns == plotting.SelectedNames
	}
	s.preview = canvas.NewImageFromImage(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	s.preview.FillMode, s.preview.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	scroll := container.NewVScroll(controls.Inset(0, 0, 12, 0, s.form()))
	scroll.SetMinSize(fyne.NewSize(sideWidth+12, 200))
	paper := container.NewScroll(container.New(sheetOfPaper{&s.actual}, s.preview))
	body := container.NewBorder(nil, nil, nil, controls.Inset(16, 0, 0, 0, scroll),
		container.NewStack(controls.NewPlane(look.Ground, look.Hairline, look.CardRadius),
			controls.Inset(16, 16, 16, 16, paper)))
	s.save = controls.NewButton("Save…", controls.Primary, s.ask)
	buttons := []fyne.CanvasObject{
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }),
		controls.NewButton("Copy Picture", controls.Quiet, s.copyPicture),
	}
	if plates != nil {
		buttons = append(buttons, controls.NewButton("All Figures…", controls.Quiet, s.askAll))
	}
	s.sheet = d.OpenSheet("Export figure", fyne.NewSize(940, 640), body, append(buttons, s.save)...)
	s.sheet.Accept = s.ask
	s.refresh()
	s.tell()
	d.Window.Canvas().Focus(s.save)
}

// form is the column of controls.
func (s *sheet) form() fyne.CanvasObject {
	var formats, presets []controls.Option
	for _, f := range write.Formats() {
		formats = append(formats, controls.Option{Value: f.Name, Title: f.Title, Note: f.Note})
	}
	for _, p := range plotting.Presets() {
		presets = append(presets, controls.Option{Value: p.Name, Title: p.Name,
			Note: fmt.Sprintf("%s × %s mm", millimetres(p.Size.WidthMM), millimetres(p.Size.HeightMM))})
	}
	presets = append(presets, controls.Option{Value: "Custom", Title: "Custom"})
	row := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Row(valueWidth, controls.Label(label), o)
	}
	format := controls.NewPicker(formats, s.format.Name, s.setFormat)
	s.preset = controls.NewPicker(presets, s.named, s.setPreset)
	s.width = controls.NewField("", func(t string) { s.setSize(t, s.width, &s.size.WidthMM) })
	s.height = controls.NewField("", func(t string) {
		s.tall = true
		s.setSize(t, s.height, &s.size.HeightMM)
	})
	s.dots = controls.NewField("", func(t string) {
		n, err := strconv.Atoi(strings.TrimSpace(t))
		s.dots.SetWrong(err != nil)
		if err == nil {
			s.size.DPI = n
		}
		s.refresh()
	})
	rows := []fyne.CanvasObject{row("Format", format), row("Size", s.preset), row("Width, mm", s.width),
		row("Height, mm", s.height),
		row("Dots per inch", s.dots), row("Dark background", controls.NewToggle(s.dark,
			func(on bool) { s.dark = on; s.refresh() }))}
	if z, ok := s.figure.(plotting.Zoomable); ok && !z.GetWindow().IsAll() {
		rows = append(rows, row("Whole figure", controls.NewToggle(false, func(on bool) { s.whole = on; s.refresh() })))
	}
	if k, ok := s.figure.(plotting.Selecting); ok && k.Selects() {
		rows = append(rows,
			row("Show the selection", controls.NewToggle(s.selected, func(on bool) { s.selected = on; s.refresh() })))
	}
	rows = append(rows, row("Show at print size", controls.NewToggle(s.actual,
		func(on bool) { s.actual = on; s.refresh() })))
	s.remark = controls.NewParagraph("", sideWidth, look.SizeSmall, look.Muted)
	s.words = controls.NewParagraph("", sideWidth, look.SizeSmall, look.Muted)
	copies := func(head string, paragraph fyne.CanvasObject, text func() string) fyne.CanvasObject {
		return controls.Stack(4,
			controls.Row(0, controls.Head(head).Elastic(),
				controls.NewButton("Copy", controls.Linked, func() { s.d.App.Clipboard().SetContent(text()) })),
			paragraph)
	}
	said := func(head, text string) fyne.CanvasObject {
		return copies(head, controls.NewParagraph(text, sideWidth, look.SizeSmall, look.Muted), func() string { return text })
	}
	return controls.Stack(14, controls.Stack(4, append(rows, controls.Gap(0, 2), s.remark)...), controls.Rule(),
		s.printedForm(row), controls.Rule(),
		said("Caption", s.metadata.Caption()), said("Methods", s.metadata.Methods()),
		copies("In words", s.words, func() string { return s.told }))
}

// tell tells the figure in words, which takes time where there are many numbers.
func (s *sheet) tell() {
	figure := s.figure
	s.d.Background(func(context.Context) func() {
		text := plotting.InWords(figure)
		if text == "" {
			text = "This figure has no numbers to describe."
		}
		return func() {
			s.told = text
			s.words.Set(text, look.Muted)
			s.sheet.Refresh()
		}
	})
}

func (s *sheet) setFormat(name string) {
	s.format, _ = write.Find(write.Formats(), name)
	s.refresh()
}

func (s *sheet) setPreset(name string) {
	for _, p := range plotting.Presets() {
		if p.Name == name {
			s.size, s.printed = p.Size, p.Printed
			s.tall, s.named = false, p.Name
		}
	}
	s.refresh()
}

func (s *sheet) setSize(text string, f *controls.Field, side *float64) {
	mm, err := strconv.ParseFloat(say.DecimalPoint(strings.TrimSpace(text)), 64)
	f.SetWrong(err != nil)
	if err == nil && *side != mm {
		*side, s.named = mm, ""
	}
	s.refresh()
}

// styled is the figure as it will be saved.
func (s *sheet) styled() plotting.Figure { return s.inStyle(s.plain(s.figure, s.whole), s.dress) }

// plain is a figure without marks of the selection, unless they are wanted, and perhaps the whole of it.
func (s *sheet) plain(f plotting.Figure, whole bool) plotting.Figure {
	if whole {
		f = plotting.Through(f, plotting.All)
	}
	if k, ok := f.(plotting.Selecting); ok && !s.selected {
		f = k.Unselected()
	}
	return f
}

// inStyle is a figure with its look, and with the background and the size of text that were chosen here.
func (s *sheet) inStyle(f plotting.Figure, dress Dress) plotting.Figure {
	style := plotting.Print
	if s.dark {
		style = plotting.Dark
	}
	if dress != nil {
		style = dress(style)
	}
	return plotting.InStyle(f, s.printed.Style(style))
}

// refresh shows the numbers and draws the preview on another goroutine.
func (s *sheet) refresh() {
	s.width.Put(millimetres(s.size.WidthMM), "")
	s.height.Put(millimetres(s.size.HeightMM), "")
	dots := s.size.DPI
	if dots == 0 {
		dots = 300
	}
	s.dots.Put(strconv.Itoa(dots), "")
	if s.format.Pixels {
		s.dots.Enable()
	} else {
		s.dots.Disable()
	}
	name := "Custom"
	if s.named != "" {
		name = s.named
	}
	for _, p := range plotting.Presets() {
		if p.Size.WidthMM == s.size.WidthMM && p.Size.HeightMM == s.size.HeightMM {
			name = p.Name
		}
	}
	s.preset.Put(name)
	s.putPrinted()
	err := s.format.CheckSize(s.size)
	s.save.SetEnabled(err == nil)
	if err != nil {
		s.remark.Set(say.Sentence(strings.TrimPrefix(err.Error(), "plotting: ")), look.BadText)
	} else if w, h, _ := s.size.Pixels(); s.format.Pixels {
		s.remark.Set(fmt.Sprintf("%s × %s pixels.", say.Thousands(w), say.Thousands(h)), look.Muted)
	} else {
		s.remark.Set(s.format.Note, look.Muted)
	}
	s.sheet.Refresh()
	if err != nil {
		return
	}
	s.keep()
	s.scalePreview()
	s.asked++
	mine, figure, size, tall := s.asked, s.styled(), s.size, s.tall // its layouts are for the worker
	s.d.Background(func(context.Context) func() {
		const side = 1000 // pixels, sharp on dense screens too
		size = room(figure, size, tall)
		left, p := plotting.LegendsLeftOut(figure, size), size.Points()
		scale := side / max(float64(p.X), float64(p.Y))
		img, _ := raster.Figure(figure, int(float64(p.X)*scale+0.5), int(float64(p.Y)*scale+0.5), scale, nil)
		return func() {
			if mine == s.asked {
				s.preview.Image = img
				s.preview.Refresh()
				s.fitted(size, left)
			}
		}
	})
}

// sheetOfPaper is the layout of the preview: it fills the place, or is as large as the print, in the middle.
type sheetOfPaper struct{ actual *bool }

// MinSize implements fyne.Layout.
func (p sheetOfPaper) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (p sheetOfPaper) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	shown := size
	if *p.actual {
		shown = objects[0].MinSize()
	}
	objects[0].Resize(shown)
	objects[0].Move(fyne.NewPos((size.Width-shown.Width)/2, (size.Height-shown.Height)/2))
}

// room returns the size of a figure, grown for its legends unless the height was given.
func room(f plotting.Figure, size plotting.Size, given bool) plotting.Size {
	if given {
		return size
	}
	return size.GrownFor(f)
}

// fitted shows the height that the figure grew to, and which legends have no room.
func (s *sheet) fitted(size plotting.Size, left []string) {
	if size.HeightMM != s.size.HeightMM {
		s.size = size
		s.height.Put(millimetres(size.HeightMM), "")
		s.scalePreview()
		s.remark.Set("Higher than usual, so that legends and names have room.", look.Muted)
	}
	if len(left) > 0 {
		s.remark.Set("No room for the legend of "+strings.Join(left, ", ")+". Make the figure larger.", look.BadText)
	}
	s.sheet.Refresh()
}

func millimetres(mm float64) string { return strconv.FormatFloat(math.Round(mm*100)/100, 'f', -1, 64) }

// ask asks for the place and saves.
func (s *sheet) ask() {
	if s.save.Disabled() {
		return
	}
	name := say.FileName(s.metadata.Title) + "." + s.format.Name
	s.d.ChooseSave("Export figure", name, s.kinds(), func(path string) {
		s.saveTo(path)
	})
}

// kinds lists the formats, the chosen one first: a name that ends as one of the others is saved as that.
func (s *sheet) kinds() (list []dialogs.FileFilter) {
	for _, f := range write.Formats() {
		kind := dialogs.FileFilter{Name: f.Title, Extensions: []string{f.Name}}
		if f.Name == "tif" {
			kind.Extensions = append(kind.Extensions, "tiff")
		}
		if f.Name == s.format.Name {
			list = slices.Insert(list, 0, kind)
		} else {
			list = append(list, kind)
		}
	}
	return list
}

// saveTo writes the file on another goroutine.
func (s *sheet) saveTo(path string) {
	s.sheet.Close()
	figure, size, tall, m := s.styled(), s.size, s.tall, s.metadata
	s.d.Write(path, func() error {
		size = room(figure, size, tall)
		return write.Figure(path, figure, size, m)
	})
}
