package batch

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"example.org/espalier/batch/arguments"
	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/write"

	"github.com/alecthomas/kong"
)

// A teachCommand plays a teaching stage. If there is a display and nothing to write, the window
// opens at the stage instead: see [TeachRequest].
type teachCommand struct {
	Stage   string   `arg:"" optional:"" help:"The stage: ${stages}."`
	List    bool     `help:"List the stages and their controls."`
	Set     []string `sep:"none" placeholder:"NAME=VALUE" help:"Set a control; may be repeated."`
	Seed    uint64   `default:"1" help:"Seed; the same seed and controls give the same pictures."`
	Steps   int      `default:"-1" placeholder:"N" help:"Number of steps to play; by default the whole course."`
	Points  string   `placeholder:"X,Y;X,Y;..." help:"Points for stages that show points in the plane, instead of their own."`
	Data    string   `placeholder:"DATA" help:"Table for stages that can show your own data, or the first two columns of it as points."`
	Figures []string `placeholder:"FORMAT,..." help:"Draw the last step, or a film of all steps: ${films}."`
	Frames  bool     `help:"Draw every step, numbered, instead of only the last."`
	Dark    bool     `help:"Draw on a dark background."`
	Out     string   `placeholder:"DIR" help:"Folder for the pictures and a text that describes them."`
	Link    bool     `help:"Print a link that opens the window at this picture; in a file whose name ends in .stage it can be opened by a double click."`
	Quiet   bool     `short:"q" help:"Print only errors."`
}

// Help implements kong.HelpProvider.
func (*teachCommand) Help() string {
	return example("espalier teach ibp --set alpha=3 --seed 7",
		"espalier teach crp --set concentration=5 --figures svg,gif --out pictures",
		"espalier teach --figures png --out pictures    (every stage)")
}

func (c *teachCommand) request() teach.Request {
	return teach.Request{Stage: c.Stage, Set: c.Set, Seed: c.Seed, Step: max(c.Steps, 0), Points: c.Points}
}

// TeachRequest reads the arguments of a teach command that writes nothing, which the window can
// run. ok is false for all other arguments, and for mistakes.
func TeachRequest(args []string) (r teach.Request, data string, ok bool) {
	if len(args) == 0 || args[0] != "teach" || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return r, "", false
	}
	var grammar commands
	parser, err := kong.New(&grammar, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}), variables())
	if err != nil {
		panic(err) // a mistake in the grammar
	}
	if _, err := arguments.Parse(parser, args, ""); err != nil {
		return r, "", false
	}
	c := grammar.Teach
	r = c.request()
	if c.List || c.Link || c.Out != "" || len(c.Figures) > 0 || c.Frames || r.Stage == "" && len(r.Set) > 0 {
		return r, "", false
	}
	if r.Stage != "" {
		if _, err := r.Check(); err != nil {
			return r, "", false
		}
	}
	return r, c.Data, true
}

// Run plays the stage.
func (c *teachCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if c.List || c.Stage == "" && c.Out == "" {
		return listStages(s)
	}
	if len(c.Figures) > 0 && c.Out == "" || c.Frames && len(c.Figures) == 0 {
		return usage("pictures need --figures png and --out DIR, the folder to draw them in")
	}
	for _, f := range c.Figures {
		if _, ok := write.Find(write.Films(), f); !ok {
			return usage("--figures %s: pictures can be drawn as %s", f, write.Names(write.Films()))
		}
	}
	if c.Stage == "" {
		return c.gallery(s)
	}
	stage, err := c.request().Check()
	if err != nil {
		return usageError{err.Error()}
	}
	if c.Link {
		_, err := printf(s.stdout, "%s\n", c.request().Link())
		return err
	}
	var data *inference.Dataset
	if c.Data != "" {
		if !stage.Data && (!stage.Movable || stage.Fields) {
			return usage("--data: the stage %s does not use a table", stage.Name)
		}
		table, err := open(s.ctx, c.Data, readerFlags{}, nil)
		if err != nil {
			return err
		}
		if !stage.Data {
			points, err := teach.PointsOf(table)
			if err != nil {
				return err
			}
			c.Points = teach.FormatPoints(points)
		} else if data, err = table.Prepare(inference.Preprocessing{Centre: true, Scale: true}.For(table)); err != nil {
			return err
		}
	}
	course, err := c.request().Open(data)
	if err != nil {
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	to := course.Steps()
	if c.Steps >= 0 {
		to = min(c.Steps, to)
	}
	if err := course.To(s.ctx, to); err != nil {
		return err
	}
	text := course.Text()
	s.say("%s", text)
	if c.Out == "" {
		return nil
	}
	if err := c.draw(s, course, out); err != nil {
		return err
	}
	if err := out.write(stage.Name+".txt", []byte(text)); err != nil {
		return err
	}
	s.say("written to %s; to draw it again: %s", c.Out, course.Request().Command())
	return nil
}

// gallerySize is the size of the pictures of all stages.
var gallerySize = plotting.Size{WidthMM: 254, HeightMM: 159, DPI: 96}

// gallery draws every stage at the step that stands for it.
func (c *teachCommand) gallery(s *console) error {
	if c.Frames || len(c.Set) > 0 || c.Data != "" || slices.ContainsFunc(c.Figures, moves) || len(c.Figures) == 0 {
		return usage("name a stage; to draw all stages, give --figures FORMAT --out DIR, with the formats %s",
			write.Names(write.Formats()))
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	for _, stage := range teach.Stages() {
		course, err := teach.Request{Stage: stage.Name, Seed: c.Seed}.Open(nil)
		if err != nil {
			return err
		}
		if err := course.To(s.ctx, stage.PreviewStep(course.Steps())); err != nil {
			return err
		}
		f := course.Figure()
		if c.Dark {
			f = plotting.InStyle(f, plotting.Dark)
		}
		for _, format := range c.Figures {
			file := stage.Name + "." + format
			if err := write.Figure(filepath.Join(out.path, file), f, gallerySize, course.Metadata(Software())); err != nil {
				return fmt.Errorf("drawing %s: %w", file, err)
			}
		}
		s.say("%s: %s", stage.Name, course.Summary())
	}
	return nil
}

// teachSize is the size of a slide.
var teachSize = plotting.Size{WidthMM: 254, HeightMM: 159, DPI: 150}

// draw draws the present moment, and the course up to it as a film or as frames.
func (c *teachCommand) draw(s *console, course *teach.Course, out *folder) error {
	style := plotting.Print
	if c.Dark {
		style = plotting.Dark
	}
	m := course.Metadata(Software())
	var pictures *film.Film
	for _, format := range c.Figures {
		file := course.Stage.Name + "." + format
		if !c.Frames && !moves(format) {
			f := course.Figure()
			if err := write.Figure(filepath.Join(out.path, file), plotting.InStyle(f, style), teachSize,
				m); err != nil {
				return fmt.Errorf("drawing %s: %w", file, err)
			}
			out.written = append(out.written, file)
			continue
		}
		if pictures == nil {
			var err error
			if pictures, err = course.Film(s.ctx, course.At(), !c.Frames); err != nil {
				return err
			}
		}
		files, err := pictures.Save(s.ctx, filepath.Join(out.path, file), &style, film.Size, teachSize, m)
		out.written = append(out.written, files...)
		if err != nil {
			return fmt.Errorf("drawing %s: %w", file, err)
		}
	}
	return nil
}

// moves reports whether one file of a format holds a film.
func moves(format string) bool {
	f, ok := write.Find(write.Films(), format)
	return ok && f.Moves()
}

// listStages prints the stages.
func listStages(s *console) error {
	for _, stage := range teach.Stages() {
		_, err := printf(s.stdout, "%s – %s\n  %s\n", stage.Name, stage.Title, stage.Summary)
		for _, p := range stage.Controls {
			_, e := printf(s.stdout, "  --set %s=%s  %s; %s\n", p.Name, p.Default, p.Title, p.Range())
			err = errors.Join(err, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stageNames lists the stages for help and errors.
func stageNames() (names []string) {
	for _, s := range teach.Stages() {
		names = append(names, s.Name)
	}
	return names
}
