package batch

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/facts"

	"gonum.org/v1/gonum/mat"
)

type scoreCommand struct {
	Data  string `arg:"" help:"A file, or sample:NAME."`
	Model string `required:"" short:"m" placeholder:"NAME" help:"The model: ${scorers}."`
	Tree  string `required:"" placeholder:"FILE" help:"The tree, in Newick or NEXUS, with leaves named by row and branch lengths in diffusion time."`
	settingFlags
	FitTimes    bool     `help:"Keep the structure of the tree and find the best times."`
	Covariance  string   `placeholder:"FILE" help:"The covariance between columns, in working units: a CSV with their names in the first line and the first column. The noise is a share of it."`
	From        string   `placeholder:"RESULT" help:"A result whose covariance between columns to use instead."`
	Annotations []string `placeholder:"COLUMN" help:"Columns of numbers never fed to the model."`
	Out         string   `placeholder:"DIR" help:"Folder for score.json and tree.nwk."`
	JSON        bool     `name:"json" help:"Print the scores as JSON."`
	Quiet       bool     `short:"q" help:"Print no notes."`
	readerFlags
	preprocessingFlags
}

// Help implements kong.HelpProvider.
func (*scoreCommand) Help() string {
	return "Scores are in nats and in the units of the file. Parameters keep their defaults or the values you set. With " +
		"--set columns=covariance, the covariance Σ and the scale and the degrees of freedom of its prior are learnt " +
		"from the tree, and Σ is integrated out. Give Σ by --covariance or --from to learn nothing. The table is " +
		"preprocessed only if you ask for it.\n\n" +
		example("espalier score data.csv --model ddt --tree tree.nwk --set c=1 --set sigma2=1 --json",
			"espalier score data.csv --model ddt --tree tree.nwk --covariance sigma.csv --set noise=0.1")
}

// scored is the layout of the JSON.
type scored struct {
	Espalier      string                  `json:"espalier"`
	Model         string                  `json:"model"`
	LogPrior      number                  `json:"log_prior"`
	LogLikelihood number                  `json:"log_likelihood"`
	LogPosterior  number                  `json:"log_posterior"`
	FitTimes      bool                    `json:"fit_times"`
	Parameters    facts.List              `json:"parameters"`
	Data          dataFacts               `json:"data"`
	Preprocessing inference.Preprocessing `json:"preprocessing"`
	Notes         []string                `json:"notes,omitempty"`
}

// Run scores the tree.
func (c *scoreCommand) Run(s *console) error {
	s.quiet = c.Quiet
	model, err := find(c.Model)
	if err != nil {
		return err
	}
	info := model.Info()
	scorer, ok := model.(inference.TreeScorer)
	if !ok {
		return usage("--model %s cannot score trees; those that can are %s", info.Name, modelNames(isScorer))
	}
	settings, err := c.settings(info)
	if err != nil {
		return err
	}
	p, err := c.choose(inference.Preprocessing{})
	if err != nil {
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	table, err := open(s.ctx, c.Data, c.readerFlags, c.Annotations)
	if err != nil {
		return err
	}
	p.Transpose = p.Transpose || c.lies(table)
	if p, err = c.kinds(table, p, c.Annotations); err != nil {
		return err
	}
	of := inference.InfoFor(model, settings)
	p, looks := c.withLooks(table, p, c.Annotations, of, false)
	data, err := table.Prepare(table.Related(of.Taking(p)))
	if err != nil {
		return err
	}
	if err := inference.Takes(model, data, settings); err != nil {
		return err
	}
	t, notes, err := readTree(s.ctx, c.Tree, c.FitTimes)
	if err != nil {
		return err
	}
	if t, err = tree.MatchLeaves(t, data.Rows); err != nil {
		return fmt.Errorf("%s: %w", c.Tree, err)
	}
	notes = slices.Concat(data.NotesOf(table), data.Notes, notes)
	if looks != "" {
		notes = append(notes, looks)
	}
	for _, n := range notes {
		s.note(n)
	}
	sigma, err := c.givenCovariance(s, data)
	if err != nil {
		return err
	}
	score, fitted, err := c.score(s.ctx, scorer, data, t, settings, sigma)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Tree, err)
	}
	if math.IsInf(score.LogPrior, 0) || math.IsNaN(score.LogPosterior) || math.IsInf(score.LogPosterior, 0) {
		return fmt.Errorf("%s: the tree is impossible under %s with these parameters: %s", c.Tree, info.Name, whyImpossible(fitted))
	}
	text, err := facts.Encode(scored{Version, info.Name, number(score.LogPrior), number(score.LogLikelihood), number(score.LogPosterior),
		c.FitTimes, parametersOf(settings), factsOf(table, data), data.Preprocessing, notes})
	if err != nil {
		return err
	}
	if err := out.write("score.json", text); err != nil {
		return err
	}
	if err := out.write("tree.nwk", []byte(fitted.Newick()+"\n")); err != nil {
		return err
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	for _, line := range []struct {
		name  string
		value float64
	}{{"log prior", score.LogPrior}, {"log likelihood", score.LogLikelihood}, {"log posterior", score.LogPosterior}} {
		printf(s.stdout, "%-15s %s nats\n", line.name, plotting.FormatDigits(line.value, 9))
	}
	return nil
}

// score scores the tree, under a given covariance if there is one.
func (c *scoreCommand) score(ctx context.Context, scorer inference.TreeScorer, data *inference.Dataset, t *tree.Tree, settings inference.Settings, sigma *mat.SymDense) (inference.TreeScore, *tree.Tree, error) {
	if sigma == nil {
		return scorer.ScoreTree(ctx, data, t, settings, c.FitTimes)
	}
	under, ok := scorer.(inference.CovarianceScorer)
	if !ok {
		return inference.TreeScore{}, nil, fmt.Errorf("%s cannot score a tree under a covariance between columns", scorer.Info().Name)
	}
	return under.ScoreTreeUnder(ctx, data, t, settings, sigma, c.FitTimes)
}

// whyImpossible explains why a tree may have density 0.
func whyImpossible(t *tree.Tree) string {
	most := 0
	for v := range t.Children {
		most = max(most, len(t.Children[v]))
	}
	if most > 2 {
		return fmt.Sprintf("it has a branch point with %d branches, which needs pydt and a theta above 0; set these, "+
			"or give a binary tree", most)
	}
	return "its density is not finite; check the times of its branch points"
}

// readTree reads the first tree of a file. The tree must have times, unless they are to be fitted.
func readTree(ctx context.Context, path string, fitTimes bool) (*tree.Tree, []string, error) {
	text, err := read.Trees(ctx, path)
	if err != nil {
		return nil, nil, fmt.Errorf("--tree: %w", err)
	}
	trees, err := tree.Read(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	t := trees[0]
	notes := t.Notes
	if len(trees) > 1 {
		notes = append(notes, fmt.Sprintf("%s contains %d trees; the first is scored", path, len(trees)))
	}
	if fitTimes {
		return t.Tree, notes, nil
	}
	const remedy = "; use --fit-times to keep the structure and find the times"
	switch {
	case !t.Lengths:
		return nil, nil, fmt.Errorf("%s gives no branch lengths%s", path, remedy)
	case t.Scale != 1:
		return nil, nil, fmt.Errorf("%s: the deepest leaf is at time %.6g, but leaves must be at time 1%s", path, t.Scale, remedy)
	case !t.Timed():
		return nil, nil, fmt.Errorf("%s: not all leaves are at time 1%s", path, remedy)
	}
	if t.Joined > 0 {
		notes = append(notes, fmt.Sprintf("%d branches of zero length were removed: each pair of ends became one "+
			"branch point", t.Joined))
	}
	return t.Tree, notes, nil
}

// givenCovariance returns the covariance that the flags of score give, in the order of the table's
// columns, nil where they give none.
func (c *scoreCommand) givenCovariance(s *console, data *inference.Dataset) (*mat.SymDense, error) {
	switch {
	case c.Covariance != "" && c.From != "":
		return nil, usage("--covariance and --from both give a covariance; give one")
	case c.Covariance != "":
		text, err := read.Text(s.ctx, c.Covariance)
		if err != nil {
			return nil, fmt.Errorf("--covariance: %w", err)
		}
		sigma, err := relation.Covariance(string(text), data.Columns)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Covariance, err)
		}
		return sigma, nil
	case c.From != "":
		return c.covarianceOf(s, data)
	}
	return nil, nil
}

// covarianceOf returns the covariance of a result.
func (c *scoreCommand) covarianceOf(s *console, data *inference.Dataset) (*mat.SymDense, error) {
	f, err := (&results{path: c.From, note: s.note}).open()
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	k := facts.CovarianceOf(f.snapshot)
	if k == nil {
		return nil, fmt.Errorf("%s: the result has no covariance between columns; fit with columns=covariance", c.From)
	}
	if was := f.material.Data.Preprocessing; was != data.Preprocessing {
		return nil, usage("%s is of a table that was prepared in another way (%s), and its covariance is in those units; "+
			"prepare this table alike", c.From, was)
	}
	order, err := relation.Places(k.Columns, data.Columns)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.From, err)
	}
	return k.Select(order), nil
}
