package batch

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/write"
	"example.org/espalier/sampledata"
)

// figureFlags say which figures are drawn and how.
type figureFlags struct {
	namingFlags
	Figures   []string `placeholder:"FORMAT" help:"Draw the figures as ${figures} into --out: all that the window shows for the model, or those given with --figure."`
	Figure    []string `placeholder:"NAME" help:"Draw only these figures, such as tree,clusters; the command figures lists them."`
	Size      string   `placeholder:"WxHmm" help:"Size of the figures, such as 85x120mm; each figure has its own by default."`
	Preset    string   `placeholder:"PRESET" help:"Size and set the figures for print as a journal asks: ${presets}. --size then changes the size alone."`
	Printed   []string `name:"print" placeholder:"NAME=SIZE" help:"Sizes as printed, in points (1/72 inch) and mm, with --preset or without: text=6 of axes and legends, which gaps and marks follow; names=6, at most; least=5, to which names shrink so that all show; title=8, or 0 for none; lines=0.5; margin=1, in mm."`
	Style     []string `sep:"none" placeholder:"STYLE" help:"Look of the figures: light or dark, and settings, such as dark,palette=viridis,label-size=12; may be repeated. ${controls}"`
	Choices   []string `name:"set-figure" sep:"none" placeholder:"FIGURE.NAME=VALUE" help:"Choose in a figure what can be chosen on its page, such as tree.shown=consensus-95; may be repeated. figures RESULT --list names what there is to choose."`
	Shape     string   `name:"tree-shape" default:"" enum:",rectangular,circular,slanted,radial" placeholder:"SHAPE" help:"Shape of trees: rectangular, circular, slanted or radial (without a root); the same as --style tree-shape=SHAPE."`
	Strips    []string `placeholder:"COLUMN" help:"Annotations that stand as strips beside trees, in this order, or the word none. By default those of --labels and --annotations, and others of up to 12 levels."`
	Arrows    string   `default:"probability" enum:"probability,class,network" placeholder:"ARROWS" help:"Edges of a Bayesian network in its figure: by probability; those of the class of equivalent best networks, with a line where its networks differ; or one best network."`
	Intervals bool     `help:"Draw bars at the branch points of the tree, for the range of their times in 95 % of the draws, or in the best trees of a search."`
	Minor     bool     `help:"Show minor factors one by one too, which figures of more than twelve factors count together: those with less than one per cent of the variance, or of one item."`
	Below     float64  `name:"collapse-below" placeholder:"P" help:"Collapse the branches of the tree whose support is below P, from 0 to 1, in figures and in tree.nwk."`
	Part      string   `placeholder:"PART" help:"Draw a part of each figure, measured from the left and the top: y=20-60%, or x=0-50%,y=20-60%."`
}

// checkFigures refuses formats that cannot be drawn, figures without a folder, and flags that
// cannot be read.
func (c *figureFlags) checkFigures(out string) error {
	if err := checkFormats(c.Figures, out); err != nil {
		return err
	}
	return c.checkLooks()
}

// checkLooks is checkFigures for formats that were checked.
func (c *figureFlags) checkLooks() error {
	if len(c.Figures) == 0 {
		for flag, given := range map[string]bool{"--figure": len(c.Figure) > 0, "--size": c.Size != "",
			"--preset": c.Preset != "", "--print": len(c.Printed) > 0, "--part": c.Part != "",
			"--set-figure": len(c.Choices) > 0} {
			if given {
				return usage("%s draws nothing without --figures FORMAT, such as --figures svg", flag)
			}
		}
	}
	for _, name := range c.Figure {
		if !depict.Known(name) {
			return usage("--figure %s: there is no such figure; the figures are %s", name, strings.Join(depict.AllNames(), ", "))
		}
	}
	if !(c.Below >= 0 && c.Below <= 1) {
		return usage("--collapse-below %g: give a support from 0 to 1, such as 0.5", c.Below)
	}
	if _, err := c.paper(); err != nil {
		return err
	}
	if _, _, err := c.styles(); err != nil {
		return err
	}
	_, err := c.window()
	return err
}

// checkFormats refuses formats that cannot be drawn, and figures without a folder.
func checkFormats(formats []string, out string) error {
	if len(formats) > 0 && out == "" {
		return usage("--figures needs --out DIR, the folder to draw them in")
	}
	for _, f := range formats {
		if _, ok := write.Find(write.Formats(), f); !ok {
			return usage("--figures %s: figures can be drawn as %s", f, write.Names(write.Formats()))
		}
	}
	return nil
}

var partPattern = regexp.MustCompile(`^([xy])=([0-9]+(?:\.[0-9]+)?)\s*[-–]\s*([0-9]+(?:\.[0-9]+)?)%?$`)

// window returns the part of the figures that is drawn.
func (c *figureFlags) window() (plotting.Window, error) {
	w := plotting.All
	if c.Part == "" {
		return w, nil
	}
	for _, text := range strings.Split(c.Part, ",") {
		m := partPattern.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			return w, usage("--part %s: give percentages such as y=20-60%% or x=0-50%%,y=20-60%%", c.Part)
		}
		from, _ := strconv.ParseFloat(m[2], 64) // of the pattern
		to, _ := strconv.ParseFloat(m[3], 64)
		if !(from < to && to <= 100) {
			return w, usage("--part %s: give percentages from 0 to 100, the smaller first", c.Part)
		}
		if m[1] == "x" {
			w.X0, w.X1 = from/100, to/100
		} else {
			w.Y0, w.Y1 = from/100, to/100
		}
	}
	return w, nil
}

// strips returns the annotations that --strips chooses; nil where it is not given.
func (c *figureFlags) strips() []string {
	if len(c.Strips) == 1 && c.Strips[0] == "none" {
		return []string{}
	}
	return c.Strips
}

// checkStrips refuses annotations that the rows do not have.
func (c *figureFlags) checkStrips(d *inference.Dataset) error {
	var names []string
	for _, a := range d.Annotations {
		names = append(names, a.Name)
	}
	for _, name := range c.strips() {
		if !slices.Contains(names, name) {
			return usage("--strips %s: the rows have no such annotation; they have %s", name, cmp.Or(someNames(names), "none"))
		}
	}
	return nil
}

// drawFigures draws the figures of a result into a folder, in each format asked for.
func (c *figureFlags) drawFigures(ctx context.Context, s *depict.Subject, out *folder) error {
	if len(c.Figures) == 0 {
		return nil
	}
	list, err := c.asked(s)
	if err != nil {
		return err
	}
	paper, err := c.paper()
	if err != nil {
		return err
	}
	window, err := c.window()
	if err != nil {
		return err
	}
	style, choices, err := c.styles()
	if err != nil {
		return err
	}
	s.Looks = s.Looks.With(choices)
	if s.Panes, err = chosen(ctx, s, c.Choices); err != nil {
		return err
	}
	unheeded := newUnheeded(choices)
	for _, e := range list {
		p, err := e.Plate(ctx, s)
		if err != nil {
			return err
		}
		if c.Part != "" {
			p.Figure = plotting.Through(p.Figure, window)
		}
		figure, size := paper.of(p, style)
		unheeded.see(figure)
		if err := out.draw(p.Name, c.Figures, figure, size, p.Metadata); err != nil {
			return err
		}
	}
	if out.note != nil {
		for _, text := range unheeded.words() {
			out.note(text)
		}
	}
	return nil
}

// subject is the fit as its figures and captions see it.
func (f *fitted) subject() *depict.Subject {
	snapshot := f.namer.Named(f.snapshot, f.seen().Rows)
	if f.depicted == nil || f.depicted.Snapshot != snapshot {
		c, m := f.command, f.material
		s := &depict.Subject{
			Model: f.model, Info: f.info, Settings: f.settings, Decided: m.Decided(),
			Seed: c.Seed, Chains: m.Chains, BurnIn: c.BurnIn, Table: m.Table, Data: f.seen(), Snapshot: snapshot,
			Labels: c.Labels, Annotations: c.Annotations, Software: Software(),
			Looks: depict.LooksInOrder(f.looks, m.Spec.Read.Levels), Places: f.places, Number: f.target.id,
		}
		if c.UntilESS != nil {
			s.Enough = *c.UntilESS
		}
		s.Minor, s.Beside = c.Minor, c.strips()
		f.depicted = depict.Edited(s, f.sheet, study.FrameOf(opening.Framed(m, m.Table)))
		c.ofTrees(s)
	}
	f.depicted.Labels = f.command.Labels
	f.depicted.Classified = f.classes
	held := f.material.Held
	return f.depicted.With(graphs.Told{Arrows: graphs.ArrowsNamed(f.command.Arrows), Known: f.truth},
		latent.Told{Truth: sampledata.Loadings(f.material.Table), Held: held.Cells, HeldValues: held.Values}, f.trees)
}

// draw draws the figures into the folder.
func (f *fitted) draw(ctx context.Context, out *folder) error {
	if err := f.command.drawFigures(context.WithoutCancel(ctx), f.subject(), out); err != nil {
		return fmt.Errorf("drawing the figures: %w", err)
	}
	return nil
}

// ofTrees changes how trees are looked at as the flags ask.
func (c *figureFlags) ofTrees(s *depict.Subject) {
	if c.Below > 0 || c.Intervals {
		depict.LookAtTrees(s, func(l *trees.Look) {
			l.Intervals = l.Intervals || c.Intervals
			if c.Below > 0 {
				l.Below = c.Below
			}
		})
	}
}

// styles reads --style: light or dark, and changes to the look of the figures. A comma within a text stays there,
// because nothing that can be set follows it.
func (c *figureFlags) styles() (plotting.Style, plotting.Choices, error) {
	style, choices := plotting.Print, plotting.Choices{}
	if c.Shape != "" {
		choices["tree-shape"] = c.Shape
	}
	for _, given := range c.Style {
		var parts []string
		for _, part := range strings.Split(given, ",") {
			if name, _, ok := strings.Cut(part, "="); len(parts) > 0 && part != "light" && part != "dark" &&
				!(ok && isControl(strings.TrimSpace(name))) {
				if before, _, _ := strings.Cut(parts[len(parts)-1], "="); strings.TrimSpace(before) == "title-text" {
					parts[len(parts)-1] += "," + part
					continue
				}
			}
			parts = append(parts, part)
		}
		for _, part := range parts {
			switch part = strings.TrimSpace(part); part {
			case "light":
				style = plotting.Light
				continue
			case "dark":
				style = plotting.Dark
				continue
			}
			name, value, ok := strings.Cut(part, "=")
			k, known := plotting.ControlNamed(strings.TrimSpace(name))
			if !ok || !known {
				return style, nil,
					usage("--style %s: give light, dark, or NAME=VALUE with one of the names %s", part, controlNames())
			}
			value = strings.TrimSpace(value)
			if value == "" { // as usual
				choices[k.Name] = k.Usual
				continue
			}
			if err := k.Check(value); err != nil {
				return style, nil, usage("--style %s: %s", part, err)
			}
			choices[k.Name] = value
		}
	}
	return style, choices, nil
}

func isControl(name string) bool {
	_, ok := plotting.ControlNamed(name)
	return ok
}

func controlNames() string {
	var names []string
	for _, c := range plotting.Controls() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}
