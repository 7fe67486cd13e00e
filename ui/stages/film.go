package stages

import (
	"context"
	"fmt"
	"path/filepath"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// filmSize is the size of the numbered pictures of a run.
var filmSize = plotting.Size{WidthMM: 254, HeightMM: 159, DPI: 150}

// A filmOrder says how a run is saved.
type filmOrder struct {
	format write.Format
	whole  bool // the whole course, not only up to the present step
	dark   bool
	glide  bool
}

// askFilm asks how to save the run, and saves it.
func (p *stageScreen) askFilm() {
	o := filmOrder{format: write.Films()[0], glide: !p.h.Still(), dark: false, whole: p.now.at == 0}
	var formats []controls.Option
	for _, f := range write.Films() {
		title, note := "Numbered "+f.Title, "One file per step. "+f.Note
		if f.Moves() {
			title, note = "Animated "+f.Title, "One file. "+f.Note
		}
		formats = append(formats, controls.Option{Value: f.Name, Title: title, Note: note})
	}
	row := func(label string, c fyne.CanvasObject) fyne.CanvasObject {
		return controls.Row(150, controls.Label(label), c)
	}
	body := controls.Stack(6,
		controls.NewParagraph("The course with the current controls and seed, from the start.", 380, look.SizeBody, look.Ink),
		controls.Gap(0, 4),
		row("Format",
			controls.NewPicker(formats, o.format.Name, func(v string) { o.format, _ = write.Find(write.Films(), v) })),
		controls.Row(0, controls.Label(fmt.Sprintf("Record to the end, not just to step %s", say.Thousands(p.now.at))).
			Elastic(), controls.NewToggle(o.whole, func(on bool) { o.whole = on })),
		controls.Row(0, controls.Label("Smooth transitions between steps").Elastic(),
			controls.NewToggle(o.glide, func(on bool) { o.glide = on })),
		controls.Row(0, controls.Label("Dark ground").Elastic(), controls.NewToggle(o.dark, func(on bool) { o.dark = on })))
	var s *dialogs.Sheet
	accept := func() {
		s.Close()
		name := say.FileName(p.stage.Title) + "." + o.format.Name
		p.h.ChooseSave("Save the run", name,
			[]dialogs.FileFilter{{Name: o.format.Title, Extensions: []string{o.format.Name}}},
			func(path string) { p.saveFilm(o, path) })
	}
	save := controls.NewButton("Save…", controls.Primary, accept)
	s = p.h.OpenSheet("Save the run", fyne.NewSize(430, 300), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }), save)
	s.Accept = accept
	p.h.Window.Canvas().Focus(save)
}

// saveFilm plays the course again on another goroutine and saves it.
func (p *stageScreen) saveFilm(o filmOrder, path string) {
	r, data, m := p.now.request, p.data, p.now.metadata
	style := plotting.Print
	if o.dark {
		style = plotting.Dark
	}
	p.where.Set("saving…")
	p.h.Background(func(ctx context.Context) func() {
		files, err := panics.Call(func() ([]string, error) { return makeFilm(ctx, r, data, o, style, path, m) })
		return func() {
			p.where.Set("")
			if p.t.stage == p {
				p.show(p.now)
			}
			if err != nil {
				p.h.Message("Could not save "+filepath.Base(path), say.Sentence(err.Error()))
				return
			}
			text := "Saved " + filepath.Base(path) + " in " + filepath.Dir(path) + "."
			if len(files) > 1 {
				text = fmt.Sprintf("Saved %d pictures, %s to %s, in %s.", len(files), filepath.Base(files[0]),
					filepath.Base(files[len(files)-1]), filepath.Dir(path))
			}
			p.h.Message("The run is saved", text)
		}
	})
}

func makeFilm(ctx context.Context, r teach.Request, data *inference.Dataset, o filmOrder, style plotting.Style,
	path string, m plotting.Metadata) ([]string, error) {
	c, err := r.Open(data)
	if err != nil {
		return nil, err
	}
	to := r.Step
	if o.whole {
		to = c.Steps()
	}
	f, err := c.Film(ctx, to, o.glide && o.format.Moves())
	if err != nil {
		return nil, err
	}
	return f.Save(ctx, path, &style, film.Size, filmSize, m)
}
