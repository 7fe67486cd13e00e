package batch

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/report"
	"example.org/espalier/plotting/write"
)

type reportCommand struct {
	resultFlags
	Out     string   `required:"" placeholder:"FILE" help:"The page to write, such as report.html."`
	Title   string   `placeholder:"TEXT" help:"Title of the page."`
	Note    string   `placeholder:"TEXT" help:"A note below the title; by default that of the study."`
	Figure  []string `placeholder:"NAME" help:"After the main figure, also draw these for each result that has them, such as objective,diagnostics; the command figures lists them."`
	Choices []string `name:"set-figure" sep:"none" placeholder:"FIGURE.NAME=VALUE" help:"Choose in a figure what can be chosen on its page, such as tree.shown=consensus-95, for each result that has the figure; may be repeated. figures RESULT --list names what there is to choose."`
	Without []string `placeholder:"SECTION,..." help:"Leave these sections out: ${sections}."`
	Quiet   bool     `short:"q" help:"Print no notes."`
	namingFlags
}

// Help implements kong.HelpProvider.
func (*reportCommand) Help() string {
	return "The page describes the data, the preprocessing and the groups made in the window, and compares the results. For each result it gives the " +
		"figure, methods, settings, findings, a check of the draws, and the command that repeats it. It is one file " +
		"and runs no script.\n\n" +
		example("espalier fit sample:crabs --model pydt --labels species --out study/tree",
			"espalier report study --out report.html --figure objective")
}

// Run writes a report of results.
func (c *reportCommand) Run(s *console) error {
	s.quiet = c.Quiet
	for _, name := range c.Figure {
		if !depict.Known(name) {
			return usage("--figure %s: there is no such figure; the figures are %s", name, strings.Join(depict.AllNames(), ", "))
		}
	}
	for _, name := range c.Without {
		if !slices.ContainsFunc(report.Sections(), func(s report.Section) bool { return s.Name == name }) {
			return usage("--without %s: there is no such section; the sections are %s", name, sectionNames())
		}
	}
	list, notes, err := c.open()
	if err != nil {
		return err
	}
	for _, n := range notes {
		s.note(n)
	}
	if _, err := list.labels(c.Labels); err != nil {
		return err
	}
	if err := list.called(s.ctx, c.namingFlags); err != nil {
		return err
	}
	r := report.Report{Title: c.Title, Note: cmp.Or(c.Note, studyNotes(c.Results)), Software: Software(),
		Made: time.Now(), Without: c.Without}
	for _, o := range list {
		subject := o.subject()
		if subject.Panes, err = chosenWhereShown(s.ctx, subject, c.Choices); err != nil {
			return err
		}
		r.Items = append(r.Items, report.Item{Name: o.from.label.Name, Note: o.from.label.Note, Fit: o.found,
			Subject: subject, Labels: o.labelled(c.Labels), Part: o.part, Sheet: o.sheet, Figures: slices.Clone(c.Figure)})
	}
	for _, text := range c.Choices {
		if name := figureIn(text); !slices.ContainsFunc(r.Items, func(i report.Item) bool { return i.Draws(name) }) {
			s.note("--set-figure " + text + " changes nothing: the report draws no figure " + name +
				"; where a result has it, --figure " + name + " adds it")
		}
	}
	if err := write.File(c.Out, func(w io.Writer) error { return report.Write(s.ctx, w, r) }); err != nil {
		return err
	}
	s.say("written to %s", c.Out)
	return nil
}

// sectionNames lists the sections that can be left out.
func sectionNames() string {
	var names []string
	for _, s := range report.Sections() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// studyNotes are the notes of the user on those paths that are studies.
func studyNotes(paths []string) string {
	var notes []string
	for _, p := range paths {
		if file.Is(p) {
			if c, _, err := file.Read(p); err == nil && c.State.Note != "" {
				notes = append(notes, c.State.Note)
			}
		}
	}
	return strings.Join(notes, "\n\n")
}
