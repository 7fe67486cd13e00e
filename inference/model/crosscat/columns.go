package crosscat

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/crp"
)

// auxiliary is the number of new views, drawn from the prior, among which a column chooses.
const auxiliary = 2

// weighed is a column that is about to choose a view, with the candidates so far.
type weighed struct {
	column, at, place int  // the column, its view, and its place in it
	alone             bool // in its view
	candidates        []candidate
	logs              []float64 // log weight of each
}

// A candidate is a view that the column may be in.
type candidate struct {
	view  *view
	stats []float64 // of the column, by slot of the clusters
}

// statsOf returns the statistics of a column in the clusters of a view, by slot, and its log likelihood.
func (s *state) statsOf(j int, v *view) (stats []float64, log float64) {
	l := s.laws[j]
	w := l.Width()
	stats = make([]float64, len(v.Clusters)*w)
	own := s.own[j]
	for i, k := range v.Z {
		l.Merge(stats[k*w:(k+1)*w], own[i*w:(i+1)*w])
	}
	none := make([]float64, w)
	for _, k := range v.Active {
		log += l.LogTogether(stats[k*w:(k+1)*w], none)
	}
	return stats, log
}

// drawBeta draws the concentration of a new view from its prior.
func (s *state) drawBeta(rng *rand.Rand) float64 {
	if s.fixedBeta {
		return s.beta
	}
	return rng.ExpFloat64() / crp.ConcentrationRate(s.t.n)
}

// newFromPrior returns a view without columns whose clusters are drawn from the prior.
func (s *state) newFromPrior(rng *rand.Rand) *view {
	beta := s.drawBeta(rng)
	v := s.newView(nil, beta, crp.Partition(s.t.n, crp.Parameters{Concentration: beta}, rng))
	v.Settle(0, s.t.n)
	return v
}

// consider begins the choice of a column.
func (s *state) consider(j int) *weighed {
	w := &weighed{column: j}
	w.at, w.place = s.find(j)
	w.alone = len(s.views[w.at].columns) == 1
	return w
}

// weigh finds the weight of a further view, and reports whether that was the last: n_v Π_k exp m_j(k | z_v) of a
// view with n_v other columns and α/M Π_k exp m_j(k | z*) of each of M new views, whose clusters z* are drawn from
// the prior (Neal 2000, algorithm 8). The view of a column that is alone in it takes the place of the first new
// one.
func (s *state) weigh(w *weighed, rng *rand.Rand) (done bool) {
	at := len(w.candidates)
	var c candidate
	prior := math.Log(s.alpha / auxiliary)
	if at < len(s.views) {
		c.view = s.views[at]
		others := len(c.view.columns)
		if at == w.at {
			others--
		}
		if others > 0 {
			prior = math.Log(float64(others))
		}
	} else {
		c.view = s.newFromPrior(rng)
	}
	var log float64
	c.stats, log = s.statsOf(w.column, c.view)
	w.candidates, w.logs = append(w.candidates, c), append(w.logs, prior+log)
	all := len(s.views) + auxiliary
	if w.alone {
		all--
	}
	return len(w.candidates) == all
}

// choose draws the view of a column among those weighed.
func (s *state) choose(w *weighed, rng *rand.Rand) {
	if k := categorical.DrawLogs(w.logs, rng); k != w.at {
		s.move(w, w.candidates[k])
	}
}

// move puts a column into a view, which may be a new one.
func (s *state) move(w *weighed, to candidate) {
	from := s.views[w.at]
	from.columns = slices.Delete(from.columns, w.place, w.place+1)
	from.RemovePart(w.place)
	if len(from.columns) == 0 {
		s.views = slices.Delete(s.views, w.at, w.at+1)
	}
	if !slices.Contains(s.views, to.view) {
		s.views = append(s.views, to.view)
	}
	to.view.columns = append(to.view.columns, w.column)
	to.view.AddPart(s.laws[w.column], to.stats)
}
