package batch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/read"
	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

type compareCommand struct {
	Left    string   `arg:"" help:"A tree, in Newick or NEXUS, or GTR or ATR beside its CDT."`
	Right   string   `arg:"" help:"Another tree, with the same leaf names."`
	Common  bool     `help:"Compare only the leaves that both trees have."`
	Seed    uint64   `default:"1" help:"Seed of the search for an order with few crossings."`
	Out     string   `placeholder:"DIR" help:"Folder for compare.json, the numbers as CSV, and the figure."`
	Figures []string `placeholder:"FORMAT" help:"Draw both trees face to face as ${figures} into --out."`
	JSON    bool     `name:"json" help:"Print the numbers as JSON."`
	Quiet   bool     `short:"q" help:"Print no notes."`
}

// Help implements kong.HelpProvider.
func (*compareCommand) Help() string {
	return "Leaves are matched by name. The Robinson-Foulds distance counts the clades that only one tree has. The " +
		"figure turns the branches of both trees so that few lines between equal leaves cross.\n\n" +
		example("espalier compare published.nwk tree.nwk --common --out draw --figures svg")
}

// comparedTrees is the layout of the JSON.
type comparedTrees struct {
	Espalier   string       `json:"espalier"`
	Left       comparedTree `json:"left"`
	Right      comparedTree `json:"right"`
	Leaves     int          `json:"leaves"` // compared
	Distance   int          `json:"robinson_foulds"`
	Normalised number       `json:"robinson_foulds_normalised"`
	Shared     int          `json:"shared_clades"`
	Crossings  int          `json:"crossings"`
	Moved      int          `json:"leaves_out_of_order"`
	Entangled  number       `json:"entanglement"`
	Time       *number      `json:"time_difference"`
	Branches   *number      `json:"branch_score"`
	Notes      []string     `json:"notes,omitempty"`
}

type comparedTree struct {
	Source  string   `json:"source"`
	Leaves  int      `json:"leaves"` // in the file
	Clades  int      `json:"clades"` // clades of the leaves compared, without the whole
	Only    int      `json:"only"`   // those that the other tree lacks
	LeftOut []string `json:"left_out,omitempty"`
}

// Run compares the trees.
func (c *compareCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	left, notes, err := firstTree(s.ctx, c.Left, nil)
	if err != nil {
		return err
	}
	right, notes, err := firstTree(s.ctx, c.Right, notes)
	if err != nil {
		return err
	}
	match := compare.Match
	if c.Common {
		match = compare.MatchCommon
	}
	pair, err := match(left.Tree, right.Tree)
	if err != nil {
		if e := (*compare.LeavesError)(nil); errors.As(err, &e) && e.Comparable() {
			return fmt.Errorf("%w; give --common", err)
		}
		return err
	}
	n := pair.A.Leaves()
	x, y, _, err := compare.Untangle(s.ctx, pair.A, pair.B, compare.Starts(n), rand.New(rand.NewPCG(c.Seed, 0)))
	if err != nil {
		return err
	}
	figure := c.figure(dendro.NewTangle(x, y), left, right)
	report := c.report(figure, pair, left, right, notes)
	text, err := facts.Encode(report)
	if err != nil {
		return err
	}
	m := plotting.Metadata{Title: figure.Title, Description: figure.Subtitle, Software: Software()}
	if err := out.publish("compare", text, figure, c.Figures,
		depict.Plate{Name: "compare", Figure: figure, Metadata: m, Size: pageSize}); err != nil {
		return err
	}
	for _, note := range notes {
		s.note(note)
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	for _, line := range figure.Summary() {
		printf(s.stdout, "%-42s %s\n", line[0], line[1])
	}
	return nil
}

// figure shows both trees face to face.
func (c *compareCommand) figure(k *dendro.Tangle, left, right tree.Parsed) *dendro.Tanglegram {
	names := [2]string{baseName(c.Left), baseName(c.Right)}
	return &dendro.Tanglegram{Tangle: k, Title: names[0] + " and " + names[1],
		Subtitle: "Robinson-Foulds distance " + plotting.FormatCount(k.Comparison.RobinsonFoulds) + " (" +
			plotting.FormatNumber(k.Comparison.Normalised) +
			" normalised) · " + plotting.Plural(k.Crossings, "crossing") + " · " +
			plotting.FormatCount(len(k.Moved)) + " leaves",
		Names: names, Axes: [2]dendro.TimeAxis{dendro.AxisOf(left), dendro.AxisOf(right)},
		ShowLabels: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Print}
}

func (c *compareCommand) report(f *dendro.Tanglegram, p *compare.Pair, left, right tree.Parsed,
	notes []string) comparedTrees {
	k := f.Tangle.Comparison
	shared := len(k.Shared)
	r := comparedTrees{Espalier: Version,
		Left:   comparedTree{c.Left, left.Tree.Leaves(), shared + len(k.OnlyA), len(k.OnlyA), p.OnlyA},
		Right:  comparedTree{c.Right, right.Tree.Leaves(), shared + len(k.OnlyB), len(k.OnlyB), p.OnlyB},
		Leaves: p.A.Leaves(), Distance: k.RobinsonFoulds, Normalised: number(k.Normalised), Shared: shared,
		Crossings: f.Tangle.Crossings, Moved: f.Tangle.MovedLeaves(), Entangled: number(f.Tangle.Entanglement), Notes: notes}
	if left.Timed() && right.Timed() {
		time, branches := number(k.TimeDifference), number(k.BranchScore)
		r.Time, r.Branches = &time, &branches
	}
	return r
}

// firstTree reads the first tree of a file.
func firstTree(ctx context.Context, path string, notes []string) (tree.Parsed, []string, error) {
	text, err := read.Trees(ctx, path)
	if err != nil {
		return tree.Parsed{}, notes, err
	}
	trees, err := tree.Read(text)
	if err != nil {
		return tree.Parsed{}, notes, fmt.Errorf("%s: %w", path, err)
	}
	for _, note := range trees[0].Notes {
		notes = append(notes, path+": "+note)
	}
	if len(trees) > 1 {
		notes = append(notes, fmt.Sprintf("%s contains %d trees; the first is compared", path, len(trees)))
	}
	return trees[0], notes, nil
}

// baseName is the name of a file without its folder and extension.
func baseName(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}
