package batch

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/genetable"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/plotting/write"
)

type convertCommand struct {
	From        string   `arg:"" help:"A table, or sample:NAME, for GCT; a result (its folder, result.json, or a study) for CDT."`
	To          string   `arg:"" help:"File to write: NAME.gct, or NAME.cdt with the trees in NAME.gtr and NAME.atr."`
	Annotations []string `placeholder:"COLUMN" help:"Columns of numbers to treat as annotations."`
	Quiet       bool     `short:"q" help:"Print only errors."`
	idFlag
	movedFlag
	readerFlags
	namingFlags
}

// Help implements kong.HelpProvider.
func (*convertCommand) Help() string {
	return "GCT 1.3 holds the table with the annotations of rows and columns. CDT, with GTR and ATR, holds the table " +
		"in the order of a result's tree, for Java TreeView; the similarity of a node is its time.\n\n" +
		example("espalier convert sample:iris iris.gct", "espalier convert crabs crabs.cdt")
}

// Run writes the table.
func (c *convertCommand) Run(s *console) error {
	s.quiet = c.Quiet
	var err error
	switch ending := strings.ToLower(filepath.Ext(c.To)); ending {
	case ".gct":
		err = c.gct(s)
	case ".cdt":
		err = c.cdt(s)
	default:
		return usage("%s: give a name that ends in .gct or .cdt", c.To)
	}
	if err == nil {
		s.say("written: %s", c.To)
	}
	return err
}

func (c *convertCommand) gct(s *console) error {
	t, err := open(s.ctx, c.From, c.readerFlags, c.Annotations)
	if err != nil {
		return err
	}
	for _, n := range t.Notes {
		s.note(n)
	}
	n, err := c.of(s.ctx, t, inference.Naming{})
	if err != nil {
		return err
	}
	t = n.added.Table(t).Named(n.by)
	return write.File(c.To, func(w io.Writer) error { return genetable.GCT(w, t) })
}

func (c *convertCommand) cdt(s *console) error {
	f, err := (&results{path: c.From, id: c.Result, data: c.Data, note: s.note,
		figures: figureFlags{namingFlags: c.namingFlags}}).open()
	if err != nil {
		return err
	}
	rows := f.tree()
	if rows == nil {
		return errors.New("the result has no tree to order the table by; fit a model that gives trees, such as " +
			"agglomerative")
	}
	var columns *tree.Tree
	if k := facts.CovarianceOf(f.snapshot); k != nil {
		columns = k.Tree
	}
	made, err := genetable.Cluster(f.seen(), rows, columns)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(c.To, filepath.Ext(c.To))
	return made.Files(func(ending string, writes func(w io.Writer) error) error { return write.File(name+ending, writes) })
}
