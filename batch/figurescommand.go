package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/report"
)

type figuresCommand struct {
	From   string `arg:"" name:"result" help:"A study (NAME.espalier), or the folder of a fit with --out, or its result.fit or result.json."`
	List   bool   `help:"List the figures of the result without drawing them."`
	Replay bool   `help:"Draw films of how the figures formed: ${films}, gif by default. The fit is done once more, from its seed, which takes as long as it took."`
	Labels string `placeholder:"COLUMN" help:"Annotation to compare clusters with; by default that of the fit."`
	Out    string `placeholder:"DIR" help:"Folder for the figures; by default that of the result."`
	JSON   bool   `name:"json" help:"With --list, print the list as JSON."`
	Quiet  bool   `short:"q" help:"Print only errors."`
	idFlag
	movedFlags
	figureFlags
}

// Help implements kong.HelpProvider.
func (*figuresCommand) Help() string {
	return "Nothing is fitted again, except for --replay. The table must be the one that was fitted.\n\n" +
		example(
			"espalier figures crabs/result.json --list",
			"espalier figures crabs.espalier --result 1 --figures svg --out figures",
			"espalier figures crabs --figure tree --size 85x120mm --style dark --figures pdf",
			"espalier figures crabs --figure tree --replay --out pictures",
			"espalier figures crabs --figure tree --style palette=purple-green,column-names=all,heat-share=60")
}

// Run lists the figures of a result, or draws them.
func (c *figuresCommand) Run(s *console) error {
	s.quiet = c.Quiet
	from := &results{path: c.From, id: c.Result, data: c.Data, test: c.Test, labels: c.Labels,
		figures: c.figureFlags, note: s.note}
	if c.Out == "" {
		c.Out = from.folder()
	}
	check := func() error { return c.checkFigures(c.Out) }
	if c.Replay {
		check = func() error { return errors.Join(c.checkReplay(), c.checkLooks()) }
	} else if len(c.Figures) == 0 && !c.List {
		c.Figures = []string{"svg"}
	}
	if c.List && c.Figures == nil && (len(c.Figure) > 0 || c.Size != "" || c.Part != "") {
		return usage("--list draws nothing; leave out --figure, --size and --part")
	}
	if err := check(); err != nil {
		return err
	}
	from.figures = c.figureFlags
	f, err := from.open()
	if err != nil {
		return err
	}
	if err := c.checkStrips(f.seen()); err != nil {
		return err
	}
	if c.List {
		return c.list(s, f.subject())
	}
	out := &folder{path: c.Out, note: s.note}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	draw := c.drawFigures
	if c.Replay {
		draw = func(context.Context, *depict.Subject, *folder) error { return c.replay(s, f, out) }
	}
	if err := draw(s.ctx, f.subject(), out); err != nil {
		return err
	}
	s.say("written to %s: %s", out.path, strings.Join(out.written, ", "))
	return nil
}

// missingFit says that a result lacks the file that holds it whole.
type missingFit struct{ file string }

func (e missingFit) Error() string {
	return e.file + " does not exist, and figures need the draws in it. Fit again with --out to write it"
}

// A source is a result with its tables.
type source struct {
	table, held *inference.Table                       // the second is nil where there is none
	scored      string                                 // annotation that it was compared with, "" for none
	found       study.ResultID                         // in a study
	truth       string                                 // the list of edges that its network was compared with; "" for none
	sheet       study.Sheet                            // of its table, in a study
	looks       depict.Looks                           // of the figures, in a study
	places      []int                                  // of groups among the colours, in a study
	part        *report.Part                           // of which table the first is a part, in a study; nil for none
	trees       func(rows []string) subject.OtherTrees // of its other results over rows of these names, in a study
}

// readFolder reads the result of a fit and the tables that it was fitted to.
func (f *results) readFolder() (*job.Result, error) {
	var known struct {
		Scores *struct {
			Labels string `json:"labels"`
		} `json:"scores"`
		Graph *struct {
			Truth *struct {
				Source string `json:"source"`
			} `json:"truth"`
		} `json:"graph"`
	}
	path := f.path
	file, ok := opening.FitAt(path)
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir(), ok && file == path:
		path = filepath.Join(filepath.Dir(file), "result.json")
	case !ok:
		file = filepath.Join(filepath.Dir(path), opening.FitFile)
	}
	text, err := disk.Read(path, mostText)
	if errors.Is(err, fs.ErrNotExist) && there(file) {
		text, err = []byte("{}"), nil // a fit that was killed has left its state alone
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return nil, fmt.Errorf("%s: this is not a result of espalier fit: %w", path, err)
	}
	if !there(file) {
		return nil, missingFit{file}
	}
	fit, err := opening.ReadFit(file, opening.Now{Table: f.data, Test: f.test},
		func(source string, o read.Options) (*inference.Table, error) {
			return openSource(job.Source{Source: source}, o)
		})
	if moved := (opening.MovedTable{}); errors.As(err, &moved) {
		flag := "--data"
		if moved.Held {
			flag = "--test"
		}
		return nil, fmt.Errorf("%w: give its place with %s", err, flag)
	}
	if err != nil {
		return nil, err
	}
	f.table, f.held = fit.Table, fit.Test
	if known.Scores != nil {
		f.scored = known.Scores.Labels
	}
	if g := known.Graph; g != nil && g.Truth != nil {
		f.truth = g.Truth.Source
	}
	return fit.Result, nil
}

// mostText is more than any result.json has, in bytes.
const mostText = 1 << 32

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
