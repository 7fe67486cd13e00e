package ui

import (
	"context"
	"errors"
	"strings"

	"espalier/inference"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/views"
)

// stopScoring gives up the scores under way.
func (p *comparePage) stopScoring() {
	if p.cancelScoring != nil {
		p.cancelScoring()
		p.cancelScoring = nil
	}
}

// score has both trees scored under a model, on another goroutine. While a run works
// nothing is scored: the run needs the processor, and its tree is not the last.
func (p *comparePage) score() {
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
	model, settings, words := p.treeScorer()
	if model == nil {
		return
	}
	if p.c.w.ws.Stage().Working {
		p.list.ScoreNote = "Both trees are scored when the run ends or rests."
		return
	}
	a, b := p.view.Trees()
	times := [2]bool{a.Axis != plotting.DiffusionAxis(), b.Axis != plotting.DiffusionAxis()}
	names := [2]string{a.Name, b.Name}
	data := p.result.Data
	if n, _ := data.Dims(); len(rows) < n {
		data = data.Select(rows)
	}
	ctx, cancel := context.WithCancel(p.c.w.ws.ctx)
	p.cancelScoring, p.scored = cancel, now
	p.list.ScoreNote = "Scoring both trees…"
	p.c.w.background(func(context.Context) func() {
		scores, err := guarded(func() ([2]inference.TreeScore, error) { return scoreBoth(ctx, model, data, now, settings, times) })
		return func() {
			if ctx.Err() != nil {
				return
			}
			cancel()
			p.cancelScoring = nil
			if err != nil {
				p.list.ScoreNote = "No scores: " + strings.TrimPrefix(err.Error(), "pydt: ") + "."
			} else {
				x, y := scores[0], scores[1]
				p.view.SetScores([]views.Score{{Name: "log prior", Own: x.LogPrior, Other: y.LogPrior},
					{Name: "log likelihood", Own: x.LogLikelihood, Other: y.LogLikelihood},
					{Name: "log posterior", Own: x.LogPosterior, Other: y.LogPosterior}})
				p.list.ScoreNote = scoreNote(words, names, times)
			}
			p.list.Follow()
		}
	})
}

// scoreBoth scores two trees whose leaves are the rows of the data.
func scoreBoth(ctx context.Context, m inference.TreeScorer, data *inference.Dataset, trees [2]*tree.Tree, s inference.Settings, fit [2]bool) (out [2]inference.TreeScore, err error) {
	if _, err := m.Check(data, s); err != nil {
		return out, err
	}
	for i, t := range trees {
		if t.Leaves() != len(data.Rows) {
			return out, errors.New("the trees are not of the rows of the table")
		}
		if out[i], _, err = m.ScoreTree(ctx, data, t, s, fit[i] || !t.AtTimeOne()); err != nil {
			return out, err
		}
	}
	return out, nil
}

// scoreNote says what the scores are of.
func scoreNote(words string, names [2]string, fitted [2]bool) string {
	switch {
	case fitted[0] && fitted[1]:
		return words + ". Heights are no times: both trees have the best times for their structure."
	case fitted[0]:
		return words + ". " + names[0] + " has the best times for its structure."
	case fitted[1]:
		return words + ". " + names[1] + " has the best times for its structure."
	}
	return words + "."
}
