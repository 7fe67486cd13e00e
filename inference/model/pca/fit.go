package pca

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/kind/factor"
	screes "example.org/espalier/inference/kind/scree"
	"example.org/espalier/inference/stat/scree"

	"gonum.org/v1/gonum/mat"
)

const (
	smallGain  = 1e-9 // relative gain of the objective below which EM ends,
	sparseGain = 1e-7 // of spca,
	pathGain   = 1e-5 // and at a penalty of the path,
	mostOnPath = 40   // with at most this many cycles there
	least      = 1e-9 // least noise, as a share of the mean variance of the items
)

type stage int

const (
	decomposing stage = iota
	permuting         // parallel analysis, permutation by permutation
	rotating          // varimax, spca only
	expecting         // E-step, case by case
	reporting         // the objective of the parameters
	maximising        // M-step, item by item
	finished
	correlating // the correlations of latent numbers, first of all where there are some
)

// fit is one run.
type fit struct {
	name     string
	settings inference.Settings
	kinds    *kinds // of columns that are no numbers; nil for numbers alone
	table    *table
	floor    float64
	sparse   bool
	asked    float64 // requested penalty; 0 means the path

	stage     stage
	at        int
	now       *parameters
	start     *parameters // at the start of the present or last E-step
	again     bool        // the present E-step was reported before the state was saved
	shared    shared
	sums      *sums
	errors    float64 // expected squared error so far, of the M-step
	cycles    int     // at the present penalty
	iteration int     // completed, −1 before the start is
	last      float64 // objective of the iteration before
	scalars   []float64

	path    []float64 // penalties still to come, after the present one
	penalty float64
	best    *parameters // best on the path, by its criterion
	score   float64
	chosen  float64

	analysis *scree.Analysis // while it is made
	spectrum *spectrum       // meanwhile
	scree    *screes.Scree   // nil before, and in a fit resumed from a state of before it was kept

	shown *factor.State
	learn []inference.Scalar
}

func newFit(name string, data *inference.Dataset, s inference.Settings) (*fit, error) {
	of, err := newKinds(data, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &fit{name: name, settings: s, kinds: of, table: newTable(of.begin(data), s), iteration: -1,
		score: math.Inf(-1),
		last:  math.Inf(-1)}
	if of != nil && of.estimate != nil {
		f.stage = correlating
	}
	return f, nil
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Ended: func() bool { return f.stage == finished }, Advance: f.advance, Phase: f.phase,
		Scalars: func() []float64 { return f.scalars }, First: f.iteration < 0}.Step(ctx)
}

func (f *fit) phase() string {
	switch {
	case f.stage == correlating:
		return "finding the correlations behind the cells"
	case f.stage == decomposing:
		return "finding eigenvectors"
	case f.stage == permuting:
		return "permuting columns to see what stands out"
	case f.stage == rotating:
		return "rotating components"
	case f.stage == finished:
		return "finished" + f.why()
	case f.sparse:
		return fmt.Sprintf("EM, penalty %.3g", f.penalty)
	}
	return "EM"
}

// why says, after "finished", which components are shown where these are not those that stand out.
func (f *fit) why() string {
	if f.scree == nil {
		return ""
	}
	if words := f.scree.Words(); words != "" {
		return "; " + words
	}
	return ""
}

// atOnce is the number of multiply-adds in one unit of work.
const atOnce = 300_000

// advance does one unit of work and reports whether an iteration is complete.
func (f *fit) advance() bool {
	t := f.table
	switch f.stage {
	case correlating:
		if f.kinds.advance() {
			f.table, f.stage = newTable(f.kinds.means, f.settings), decomposing
		}
	case decomposing:
		f.decompose()
	case permuting:
		if f.analysis.Advance() {
			f.choose()
		}
	case rotating:
		f.at++
		if varimax(f.now.g, f.now.k) || f.at == 60 {
			f.begin()
		}
	case expecting:
		each := t.d*f.now.k + f.now.k*f.now.k*(f.now.k+8)
		for end := min(t.n, f.at+1+atOnce/each); f.at < end; f.at++ {
			f.sums.add(t, f.at, f.now.infer(t, f.at, f.shared))
		}
		if f.at == t.n {
			f.stage = reporting
			if f.again {
				f.stage, f.at, f.errors, f.again = maximising, 0, 0, false
			}
		}
	case reporting:
		f.report()
		return true
	case maximising:
		k := f.now.k + 1
		for end := min(t.d, f.at+1+atOnce/(k*k*(k+8))); f.at < end; f.at++ {
			if f.sparse {
				f.errors += f.sums.descend(f.now, t, f.at, f.penalty)
			} else {
				f.errors += f.sums.regress(f.now, t, f.at)
			}
		}
		if f.at == t.d {
			f.now.psi = max(f.errors/float64(t.all), f.floor)
			if !f.sparse {
				f.now.expand(f.sums, t.n)
			}
			f.expect()
		}
	}
	return false
}

// decompose finds the eigenvectors.
func (f *fit) decompose() {
	f.floor = least * f.table.spread()
	switch {
	case f.kinds == nil:
		f.spectrum, f.analysis = newSpectrum(f.table), scree.New(f.table.cells())
	case f.kinds.latent():
		// Means that know of the correlations found would have more of them than a permuted table.
		f.spectrum = spectrumOf(f.kinds.estimate.Sigma(), f.table.n)
		f.analysis = scree.NewGrouped(f.kinds.x, f.kinds.first)
	default:
		f.spectrum, f.analysis = newSpectrum(f.table), scree.NewGrouped(f.table.cells(), f.kinds.first)
	}
	f.stage = permuting
}

// leastShown is the number of components that are shown if fewer stand out: two make a plane.
const leastShown = 2

// choose starts with the components that stand out, unless their number is given.
func (f *fit) choose() {
	t, found := f.table, f.analysis.Scree()
	k := f.settings.Int("factors")
	if k == 0 {
		k = max(found.Number, leastShown)
	}
	k = min(k, t.most())
	f.scree = &screes.Scree{Values: found.Values, Band: found.Band, Number: found.Number, Shown: k}
	f.now = &parameters{k: k, offset: append([]float64(nil), t.mean...)}
	f.now.g, f.now.psi = f.spectrum.loadings(k, t.d, f.floor)
	f.spectrum, f.analysis = nil, nil
	if !f.sparse {
		f.now.canonical()
		f.expect()
		return
	}
	f.stage, f.at = rotating, 0
}

// begin starts the path of penalties.
func (f *fit) begin() {
	f.path = []float64{f.asked}
	if f.asked == 0 {
		f.path = nil
		for _, c := range steps {
			f.path = append(f.path, c*math.Sqrt(float64(f.table.n)/f.now.psi))
		}
	}
	f.penalty, f.path = f.path[0], f.path[1:]
	f.expect()
}

// expect starts an E-step.
func (f *fit) expect() {
	f.start = f.now.clone()
	f.shared, f.sums = f.now.share(), newSums(f.table, f.now.k)
	f.stage, f.at = expecting, 0
}

// report ends an iteration: it reports the objective of the parameters, which the M-step improves
// next.
func (f *fit) report() {
	f.iteration++
	size, links := f.now.size()
	log := f.sums.log
	objective := log
	f.scalars = []float64{log, f.now.psi}
	if f.sparse {
		objective -= f.penalty * size
		f.scalars = []float64{objective, log, f.penalty, float64(links), f.now.psi}
	}
	f.show(f.now, f.sums.means)
	f.learn = []inference.Scalar{{Name: "log_likelihood", Mean: log}, {Name: "noise", Mean: f.now.psi},
		{Name: "features", Mean: float64(f.now.k)}}
	if f.sparse {
		f.learn = append(f.learn, inference.Scalar{Name: "penalty", Mean: f.penalty},
			inference.Scalar{Name: "links", Mean: float64(links)})
	}
	f.cycles++
	arrived := objective-f.last < f.tolerance()*math.Abs(objective) || f.onPath() && f.cycles == mostOnPath ||
		!f.sparse && f.table.complete() || f.kinds.latent()
	f.last = objective
	f.stage, f.at, f.errors = maximising, 0, 0
	if arrived {
		f.arrive(log, links)
	}
}

// onPath reports whether penalties are being compared. Each is then the start of the next and need
// not converge fully.
func (f *fit) onPath() bool { return f.sparse && f.asked == 0 && (f.best == nil || f.path != nil) }

func (f *fit) tolerance() float64 {
	switch {
	case f.onPath():
		return pathGain
	case f.sparse:
		return sparseGain
	}
	return smallGain
}

// arrive ends EM at one penalty. The next one of the path follows, or the best one again, or the
// end.
func (f *fit) arrive(log float64, links int) {
	f.last, f.cycles = math.Inf(-1), 0
	if !f.sparse || f.best != nil && f.path == nil {
		f.stage = finished
		return
	}
	if score := log - 0.5*float64(links)*math.Log(float64(f.table.n)); score > f.score {
		f.best, f.score, f.chosen = f.now.clone(), score, f.penalty
	}
	if len(f.path) > 0 {
		f.penalty, f.path = f.path[0], f.path[1:]
		return
	}
	f.path = nil
	if f.asked > 0 {
		f.stage = finished
		return
	}
	f.now, f.penalty = f.best.clone(), f.chosen
	f.expect()
}

// show prepares the parts of a snapshot.
func (f *fit) show(p *parameters, means []float64) {
	t, k := f.table, p.k
	s := &factor.State{Side: t.side, Loadings: mat.NewDense(t.d, k, append([]float64(nil), p.g...)),
		Activities: mat.NewDense(t.n, k, append([]float64(nil), means...)), Noise: make([]float64, t.d),
		Offset: append([]float64(nil), p.offset...)}
	for j := range k {
		s.IDs = append(s.IDs, j+1)
	}
	for d := range s.Noise {
		s.Noise[d] = p.psi
	}
	if f.sparse {
		s.Inclusion = mat.NewDense(t.d, k, nil)
		s.Inclusion.Apply(func(i, j int, _ float64) float64 {
			if p.g[i*k+j] != 0 {
				return 1
			}
			return 0
		}, s.Inclusion)
	}
	f.shown = s
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: f.name, Iteration: max(f.iteration, 0), Phase: f.phase(), Scalars: f.learn}
	if f.shown != nil {
		s.Parts = []inference.Part{&factor.Factors{State: f.kinds.folded(f.shown)}}
		if f.scree != nil {
			s.Parts = append(s.Parts, f.scree)
		}
	}
	return s
}

// LogCells implements inference.CellPredictor: N(b_d + g_d·m_n, g_dᵀC_n g_d + ψ) at the
// parameters of the last iteration.
func (f *fit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.shown == nil {
		return nil, nil, errors.New(f.name + ": nothing has been fitted yet")
	}
	k := len(f.shown.IDs)
	p := &parameters{k: k, g: f.shown.Loadings.RawMatrix().Data, offset: f.shown.Offset, psi: f.shown.Noise[0]}
	all := p.share()
	known := map[int]posterior{}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i, c := range cells {
		n, d := f.table.cell(c)
		if f.kinds != nil && f.kinds.hidden == nil && f.kinds.of[f.kinds.first[d]].codes {
			return nil, nil, fmt.Errorf("%s: codes give cells of column %d no probability; set levels to %s", f.name,
				d+1, ofLatent)
		}
		post, ok := known[n]
		if !ok {
			post = p.infer(f.table, n, all)
			known[n] = post
		}
		if f.kinds != nil {
			if d = f.kinds.first[d]; f.kinds.latent() && f.kinds.hidden.Columns[c.Column] != nil {
				logDensity[i], mean[i] = f.kinds.predict(p, post, c, value[i])
				continue
			}
		}
		var variance float64
		mean[i], variance = p.predict(post, d)
		e := value[i] - mean[i]
		logDensity[i] = -0.5 * (math.Log(2*math.Pi*variance) + e*e/variance)
	}
	return logDensity, mean, nil
}

// Believe implements inference.Believer where columns are of several kinds: as [fit.LogCells], with the row's
// activities inferred from its other cells.
func (f *fit) Believe(_ context.Context, cells []inference.Cell, _ int) ([]inference.Belief, error) {
	if f.shown == nil || !f.kinds.latent() {
		return nil, nil
	}
	p := &parameters{k: len(f.shown.IDs), g: f.shown.Loadings.RawMatrix().Data, offset: f.shown.Offset,
		psi: f.shown.Noise[0]}
	all := p.share()
	out := make([]inference.Belief, len(cells))
	t := *f.table
	t.gaps = slices.Clone(t.gaps)
	for i, c := range cells {
		n, _ := f.table.cell(c)
		low, high := f.kinds.hidden.Of(c.Column)
		before := t.gaps[n]
		for d := int32(low); d < int32(high); d++ {
			if !slices.Contains(before, d) {
				t.gaps[n] = append(slices.Clip(t.gaps[n]), d)
			}
		}
		post := p.infer(&t, n, all)
		t.gaps[n] = before
		m, w := make([]float64, high-low), make([]float64, high-low)
		sum := 0.0
		for a := range m {
			var v float64
			m[a], v = p.predict(post, low+a)
			sum += v / float64(len(m))
		}
		for a := range w {
			w[a] = sum
		}
		out[i].Add(0, m, w)
	}
	return out, nil
}
