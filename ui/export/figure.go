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
	dark     bool
	dress    func(plotting.Style) plotting.Style // puts the look of the figure into a style
	asked    int

	sheet               *dialogs.Sheet
	preview             *canvas.Image
	preset              *controls.Picker
	width, height, dots *controls.Field
	remark              *controls.Paragraph
	save                *controls.Button
}

// Figure asks how to save a figure, and saves it. dress puts its look into a style; nil changes nothing.
func Figure(d *dialogs.Dialogs, f plotting.Figure, m plotting.Metadata, dress func(plotting.Style) plotting.Style) {
	if dress == nil {
		dress = func(s plotting.Style) plotting.Style { return s }
	}
	s := &sheet{d: d, figure: f, metadata: m, dress: dress, format: usualFormat(), size: plotting.Presets()[1].Size}
	const side = 236
	var formats, presets []controls.Option
	for _, f := range write.Formats() {
		formats = append(formats, controls.Option{Value: f.Name, Title: f.Title, Note: f.Note})
	}
	for _, p := range plotting.Presets() {
		presets = append(presets, controls.Option{Value: p.Name, Title: p.Name, Note: fmt.Sprintf("%s × %s mm", millimetres(p.Size.WidthMM), millimetres(p.Size.HeightMM))})
	}
	presets = append(presets, controls.Option{Value: "Custom", Title: "Custom"})
	const value = 112
	row := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Row(value, controls.Label(label), o)
	}
	format := controls.NewPicker(formats, s.format.Name, s.setFormat)
	s.preset = controls.NewPicker(presets, plotting.Presets()[1].Name, s.setPreset)
	s.width = controls.NewField("", func(t string) { s.setSize(t, s.width, &s.size.WidthMM) })
	s.height = controls.NewField("", func(t string) { s.setSize(t, s.height, &s.size.HeightMM) })
	s.dots = controls.NewField("", func(t string) {
		n, err := strconv.Atoi(strings.TrimSpace(t))
		s.dots.SetWrong(err != nil)
		if err == nil {
			s.size.DPI = n
		}
		s.refresh()
	})
	dark := controls.NewToggle(false, func(on bool) { s.dark = on; s.refresh() })
	s.remark = controls.NewParagraph("", side, look.SizeSmall, look.Muted)
	copies := func(head, text string) fyne.CanvasObject {
		return controls.Stack(4,
			controls.Row(0, controls.Head(head).Elastic(), controls.NewButton("Copy", controls.Linked, func() { d.App.Clipboard().SetContent(text) })),
			controls.NewParagraph(text, side, look.SizeSmall, look.Muted))
	}
	form := controls.Stack(14,
		controls.Stack(4, row("Format", format), row("Size", s.preset), row("Width, mm", s.width), row("Height, mm", s.height),
			row("Dots per inch", s.dots), row("Dark background", dark), controls.Gap(0, 2), s.remark),
		controls.Rule(), copies("Caption", m.Caption()), copies("Methods", m.Methods()))
	s.preview = canvas.NewImageFromImage(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	s.preview.FillMode, s.preview.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	scroll := container.NewVScroll(controls.Inset(0, 0, 12, 0, form))
	scroll.SetMinSize(fyne.NewSize(side+12, 200))
	body := container.NewBorder(nil, nil, nil, controls.Inset(16, 0, 0, 0, scroll),
		container.NewStack(controls.NewPlane(look.Ground, look.Hairline, look.CardRadius), controls.Inset(16, 16, 16, 16, s.preview)))
	s.save = controls.NewButton("Save…", controls.Primary, s.ask)
	s.sheet = d.OpenSheet("Export figure", fyne.NewSize(940, 640), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.save)
	s.sheet.Accept = s.ask
	s.refresh()
	d.Window.Canvas().Focus(s.save)
}

// usualFormat returns the first vector format.
func usualFormat() write.Format {
	list := write.Formats()
	return list[max(slices.IndexFunc(list, func(f write.Format) bool { return !f.Pixels }), 0)]
}

func (s *sheet) setFormat(name string) {
	s.format, _ = write.Find(write.Formats(), name)
	s.refresh()
}

func (s *sheet) setPreset(name string) {
	for _, p := range plotting.Presets() {
		if p.Name == name {
			s.size = p.Size
		}
	}
	s.refresh()
}

func (s *sheet) setSize(text string, f *controls.Field, side *float64) {
	mm, err := strconv.ParseFloat(say.DecimalPoint(strings.TrimSpace(text)), 64)
	f.SetWrong(err != nil)
	if err == nil {
		*side = mm
	}
	s.refresh()
}

// styled is the figure as it will be saved.
func (s *sheet) styled() plotting.Figure {
	style := plotting.Print
	if s.dark {
		style = plotting.Dark
	}
	if f, ok := s.figure.(plotting.Styled); ok {
		return f.WithStyle(s.dress(style))
	}
	return s.figure
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
	for _, p := range plotting.Presets() {
		if p.Size.WidthMM == s.size.WidthMM && p.Size.HeightMM == s.size.HeightMM {
			name = p.Name
		}
	}
	s.preset.Put(name)
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
	s.asked++
	mine, figure, size := s.asked, s.styled(), s.size
	s.d.Background(func(context.Context) func() {
		p := size.Points()
		const side = 1000 // pixels, sharp on dense screens too
		scale := side / max(float64(p.X), float64(p.Y))
		img, _ := raster.Figure(figure, int(float64(p.X)*scale+0.5), int(float64(p.Y)*scale+0.5), scale, nil)
		return func() {
			if mine == s.asked {
				s.preview.Image = img
				s.preview.Refresh()
			}
		}
	})
}

func millimetres(mm float64) string {
	return strconv.FormatFloat(math.Round(mm*100)/100, 'f', -1, 64)
}

// ask asks for the place and saves.
func (s *sheet) ask() {
	if s.save.Disabled() {
		return
	}
	name := say.FileName(s.metadata.Title) + "." + s.format.Name
	s.d.ChooseSave("Export figure", name, []dialogs.FileFilter{{Name: s.format.Title, Extensions: []string{s.format.Name}}}, func(path string) {
		s.saveTo(path)
	})
}

// saveTo writes the file on another goroutine.
func (s *sheet) saveTo(path string) {
	s.sheet.Close()
	figure, size, m := s.styled(), s.size, s.metadata
	s.d.Write(path, func() error { return write.Figure(path, figure, size, m) })
}
