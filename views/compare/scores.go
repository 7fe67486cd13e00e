package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/panics"
)

// stopScoring gives up the scores under way.
func (p *Pane) stopScoring() {
	if p.cancelScoring != nil {
		p.cancelScoring()
		p.cancelScoring = nil
	}
}

// score has both trees scored under a model, on another goroutine. While a run works nothing is
// scored: the run needs the processor, and its tree will still change.
func (p *Pane) score() {
	own, other, rows := p.view.Pair()
	now := [2]*tree.Tree{own, other}
	if own != nil && now == p.scored {
		return
	}
	p.stopScoring()
	p.scored = [2]*tree.Tree{}
	p.list.ScoreNote = ""
	if own == nil {
		return
	}
	model, settings, words := p.from.Scorer(p.result)
	if model == nil {
		return
	}
	if p.from.Working() {
		p.list.ScoreNote = "Both trees are scored when the run ends or pauses."
		return
	}
	a, b := p.view.Trees()
	times := [2]bool{a.Axis != dendro.DiffusionAxis(), b.Axis != dendro.DiffusionAxis()}
	names := [2]string{a.Name, b.Name}
	data := p.result.Data
	if n, _ := data.Dims(); len(rows) < n {
		data = data.Select(rows)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancelScoring, p.scored = cancel, now
	p.list.ScoreNote = "Scoring both trees…"
	p.from.Background(func(whole context.Context) func() {
		defer context.AfterFunc(whole, cancel)()
		scores, err := panics.Call(func() ([]Score, error) { return scoreBoth(ctx, model, data, now, settings, times) })
		return func() {
			if ctx.Err() != nil {
				return
			}
			cancel()
			p.cancelScoring = nil
			if err != nil {
				p.list.ScoreNote = "No scores: " + strings.TrimPrefix(err.Error(), "pydt: ") + "."
			} else {
				p.view.SetScores(scores)
				p.list.ScoreNote = scoreNote(words, names, times, now, len(scores) > 3)
			}
			p.list.Follow()
		}
	})
}

// scoreBoth scores two trees whose leaves are the rows of the data: at their times, or at the best
// times if they have none, and the structures alone if the model can score these.
func scoreBoth(ctx context.Context, m inference.TreeScorer, data *inference.Dataset, trees [2]*tree.Tree,
	s inference.Settings, fit [2]bool) ([]Score, error) {
	if _, err := inference.Check(m, data, s); err != nil {
		return nil, err
	}
	var timed [2]inference.TreeScore
	structure := [2]float64{math.NaN(), math.NaN()}
	for i, t := range trees {
		if t.Leaves() != len(data.Rows) {
			return nil, errors.New("the leaves of the trees are not the rows of the table")
		}
		var err error
		if timed[i], _, err = m.ScoreTree(ctx, data, t, s, fit[i] || !t.AtTimeOne()); err != nil {
			return nil, err
		}
		if k, ok := m.(inference.StructureScorer); ok {
			if structure[i], err = k.ScoreStructure(ctx, data, t, s); err != nil {
				return nil, err
			}
		}
	}
	x, y := timed[0], timed[1]
	scores := []Score{{Name: "log prior", Own: x.LogPrior, Other: y.LogPrior},
		{Name: "log likelihood", Own: x.LogLikelihood, Other: y.LogLikelihood},
		{Name: "log posterior", Own: x.LogPosterior, Other: y.LogPosterior}}
	if !math.IsNaN(structure[0] - structure[1]) {
		scores = append(scores, Score{Name: "log evidence", Own: structure[0], Other: structure[1]})
	}
	return scores, nil
}

// scoreNote names the scores, and says which can be compared.
func scoreNote(words string, names [2]string, fitted [2]bool, trees [2]*tree.Tree, integrated bool) string {
	note := words + "."
	switch {
	case fitted[0] && fitted[1]:
		note += " Heights and lengths are not diffusion times, so both trees are scored with the best times for " +
			"their structure."
	case fitted[0]:
		note += " " + names[0] + " is scored with the best times for its structure."
	case fitted[1]:
		note += " " + names[1] + " is scored with the best times for its structure."
	}
	points := func(t *tree.Tree) int { return t.Nodes() - t.Leaves() }
	a, b := points(trees[0]), points(trees[1])
	switch {
	case integrated:
		note += " The log evidence is that of the structure, with its times integrated out by Laplace's method."
	case a != b:
		note += fmt.Sprintf(
			" The log posterior is a density in the times of %d and of %d branch points, so its difference does not give odds.",
			a, b)
	}
	return note
}
