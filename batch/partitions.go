package batch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/safe"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

type partitionsCommand struct {
	Left    string   `arg:"" help:"The result of a fit: result.json or its folder, or a study (NAME.espalier)."`
	Right   string   `arg:"" optional:"" help:"Another result of the same table; without it, the annotation given with --labels."`
	Labels  string   `placeholder:"COLUMN" help:"Annotation to compare with, instead of another result."`
	Result  []int    `placeholder:"ID" help:"Number of the result in a study, or of two results to compare, as listed by espalier show."`
	Groups  int      `placeholder:"K" help:"Cut trees into this many groups; by default as many as the other side has."`
	Out     string   `placeholder:"DIR" help:"Folder for partitions.json, the counts as CSV, and the figures."`
	Figures []string `placeholder:"FORMAT" help:"Draw the groups as bands and as a table, as ${figures}, into --out."`
	JSON    bool     `name:"json" help:"Print the counts as JSON."`
	Quiet   bool     `short:"q" help:"Print no notes."`
	movedFlags
}

// Help implements kong.HelpProvider.
func (*partitionsCommand) Help() string {
	return "Counts the rows that each group of one result shares with each group of another, or with each value of " +
		"an annotation. Rows are matched by name. A tree is cut into groups.\n\n" +
		example("espalier fit sample:iris --model dpmm --out clusters",
			"espalier fit sample:iris --model pydt --out tree",
			"espalier partitions clusters tree --groups 3 --out both --figures svg",
			"espalier partitions clusters --labels kind")
}

// partitionsJSON is the layout of the JSON.
type partitionsJSON struct {
	Espalier  string   `json:"espalier"`
	Left      string   `json:"left"`
	Right     string   `json:"right"`
	Rows      int      `json:"rows"`
	LeftSide  []string `json:"left_groups"`
	RightSide []string `json:"right_groups"`
	Counts    [][]int  `json:"counts"` // left × right
	Rand      number   `json:"adjusted_rand_index"`
	Mutual    number   `json:"normalised_mutual_information"`
	Variation number   `json:"variation_of_information"`
}

// Run compares two partitions of the rows of a table.
func (c *partitionsCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	switch {
	case (c.Right == "" && len(c.Result) < 2) == (c.Labels == ""):
		return usage("give a second result or --labels COLUMN")
	case c.Groups < 0 || c.Groups == 1:
		return usage("--groups %d: give 2 or more", c.Groups)
	}
	x, err := c.cross()
	if err != nil {
		return err
	}
	text, err := facts.Encode(partitionsJSON{Version, x.A.Name, x.B.Name, x.Rows, x.A.Groups, x.B.Groups, x.Counts,
		number(x.AdjustedRand), number(x.MutualInformation), number(x.VariationOfInformation)})
	if err != nil {
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	if err := out.publish("partitions", text, depict.CrossingAlluvial(x, nil), c.Figures,
		depict.CrossingPlates(x, Software(), "")...); err != nil {
		return err
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	printCells(w, append(append([]string{safe.Line(x.A.Name) + ` \ ` + safe.Line(x.B.Name)}, x.B.Groups...), ""))
	for i, line := range x.Counts {
		printCells(w, append(append([]string{x.A.Groups[i]}, strings.Fields(strings.Trim(fmt.Sprint(line), "[]"))...), ""))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	printf(s.stdout, "\n%s · variation of information %s nats\n", depict.CrossingWords(x),
		plotting.FormatNumber(x.VariationOfInformation))
	return nil
}

// cross reads the results and compares their groups.
func (c *partitionsCommand) cross() (*board.Crossing, error) {
	paths := []string{c.Left}
	if c.Right != "" {
		paths = append(paths, c.Right)
	} else if len(c.Result) > 1 {
		paths = append(paths, c.Left)
	}
	var entries []board.Entry
	for i, path := range paths {
		list, _, err := (&resultFlags{Results: []string{path}, movedFlags: c.movedFlags}).open()
		if err != nil {
			return nil, err
		}
		if i < len(c.Result) {
			list = slices.DeleteFunc(list, func(o opened) bool { return o.from.result != c.Result[i] })
		}
		if len(list) != 1 {
			return nil, usage("%s contains %d such results; give the folder of one, or --result ID of a study", path, len(list))
		}
		entries = append(entries, board.Entry{Name: list[0].name(), Result: list[0].found, Data: list[0].material.Data})
	}
	if c.Labels != "" {
		labels, err := board.LabelsOf(entries[0].Data, c.Labels)
		if err != nil {
			return nil, usage("--labels %s: %s", c.Labels, err)
		}
		return board.CrossSides(board.Side{Fit: &entries[0]}, board.Side{Given: labels}, c.Groups)
	}
	if _, err := board.New(entries, ""); err != nil { // of different tables
		return nil, err
	}
	x, err := board.CrossSides(board.Side{Fit: &entries[0]}, board.Side{Fit: &entries[1]}, c.Groups)
	if errors.Is(err, board.ErrTrees) {
		return nil, usage("both are trees: give the number of groups to cut them into with --groups K")
	}
	return x, err
}
