package pydt

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A forecast predicts new rows whose columns vary together (math 11.4), by the trees of a search
// and the draws of its pilot, which have the weight drawnShare, or by a single draw.
type forecast struct {
	law        law
	warp       *covary.Warp   // of trees found without Σ; nil for none
	apart      *aside.Columns // the columns that the law leaves out; nil for none
	blanks     *covary.Blanks
	names      []string
	hyper      posterior.Hyper     // of the trees of the search
	trees      []*posterior.Sketch // best first
	draws      []drawnTree
	from       []posterior.Scored // the trees when it was made
	members    []member
	calibrated bool
}

// A drawnTree is a tree that was drawn, with hyperparameters of its own.
type drawnTree interface {
	// State returns a state with the tree; h says which hyperparameters are fixed.
	State(p *posterior.Problem, h posterior.Hyper) *posterior.State
}

// A member is a tree that a forecast predicts by.
type member struct {
	tree      *posterior.Sketch
	hyper     posterior.Hyper
	logWeight float64
	posterior *covary.Posterior // of Σ; nil where that is taken as known
	sigma     *covary.Sigma
}

// prepare learns Σ of each tree, O(N·D·min(N, D)), and calibrates c.
func (f *forecast) prepare(ctx context.Context) error {
	if f.calibrated {
		return nil
	}
	if err := f.prepareMembers(ctx); err != nil {
		return err
	}
	if !f.hyper.FixC {
		n, d := f.law.filled.Dims()
		rows := min(predict.CalibrationRows, int(predict.CalibrationWork/(30*float64(n)*float64(d+40))))
		if rows >= 10 {
			c := f.calibrate(ctx, rows)
			for i := range len(f.members) - len(f.draws) {
				f.members[i].hyper.C = c
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	f.calibrated = true
	return nil
}

// prepareMembers learns Σ of each tree.
func (f *forecast) prepareMembers(ctx context.Context) error {
	f.members = nil
	var total special.LogSum
	for i, k := range f.trees {
		w := math.Min(k.Objective-f.trees[0].Objective, 0)
		if i > 0 && w < math.Log(predict.LeastWeight) {
			break
		}
		f.members = append(f.members, f.memberOf(k, f.hyper, w))
		total.Add(w)
	}
	less := total.Value()
	if len(f.draws) > 0 {
		less -= math.Log(1 - predict.DrawnShare)
	}
	for i := range f.members {
		f.members[i].logWeight -= less
	}
	for i := range f.draws {
		s := f.draws[i].State(&posterior.Problem{N: len(f.names)}, f.hyper)
		f.members = append(f.members, f.memberOf(s.Capture(), s.Hyper, math.Log(predict.DrawnShare/float64(len(f.draws)))))
	}
	var extra *mat.Dense
	if f.blanks != nil {
		extra = covary.NewConditioner(f.blanks, f.law.sigma.Map()).Extra(f.law.sigma.Columns())
	}
	for i := range f.members {
		m := &f.members[i]
		m.sigma = f.law.sigma
		if f.law.prior.Nu > 0 {
			m.posterior = f.law.prior.Posterior(covary.NewContrasts(m.tree.Publish(f.names), f.law.filled, m.hyper.Noise), extra)
			m.sigma = m.posterior.Sigma
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// memberOf returns a tree with its hyperparameters, in warped time if there is a warp.
func (f *forecast) memberOf(k *posterior.Sketch, h posterior.Hyper, logWeight float64) member {
	if f.warp != nil {
		k, h = warped(k, f.warp.Power), under(h, *f.warp)
	}
	return member{tree: k, hyper: h, logWeight: logWeight}
}

// A seat is a tree with a mapped table of some columns, ready to score new rows.
type seat struct {
	p         *predict.Predictor
	posterior *covary.Posterior
	m         *covary.Map
	columns   int
	total     float64      // WWᵀ is this times the inverse of Ψ₀+S
	logDet    float64      // ln|Ψ₀+S| of the columns
	mean      float64      // variance of the columns of Σ, on average: that of a column that stands apart
	beside    aside.Beside // of the row that is scored
}

// seatOf prepares a member for rows of some columns; nil means all.
func (f *forecast) seatOf(m *member, columns []int) *seat {
	return f.seatOn(m, f.law.filled, columns)
}

// seatOn is seatOf for a table whose missing cells are filled in another way.
func (f *forecast) seatOn(m *member, x *mat.Dense, columns []int) *seat {
	sigma := m.sigma
	if columns != nil && len(columns) < sigma.Columns() {
		sigma, x = sigma.Select(columns), aside.Pick(x, columns)
	}
	_, d := x.Dims()
	e := &seat{posterior: m.posterior, m: sigma.Map(), columns: d, mean: m.sigma.MeanVariance()}
	if e.posterior != nil {
		e.total = e.posterior.Prior.Nu + float64(e.posterior.N)
		e.logDet = float64(d)*math.Log(e.total) - 2*e.m.LogDet
	}
	s := posterior.NewState(posterior.NewProblem(e.m.Rows(x)), m.hyper)
	s.Load(m.tree)
	s.Recompute()
	e.p = predict.NewPredictor(s)
	return e
}

// logDensity scores rows, NaN for cells to leave out. Rows that lack the same cells are
// scored together.
func (f *forecast) logDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if err := f.prepare(ctx); err != nil {
		return nil, err
	}
	whole := x
	x = f.apart.Rows(whole)
	n, d := x.Dims()
	out := make([]float64, n)
	groups, order := map[string][]int{}, []string(nil)
	for i := range n {
		key := make([]byte, d)
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				key[j] = 1
			}
		}
		if groups[string(key)] == nil {
			order = append(order, string(key))
		}
		groups[string(key)] = append(groups[string(key)], i)
	}
	for _, key := range order {
		var columns []int
		for j := range d {
			if key[j] == 0 {
				columns = append(columns, j)
			}
		}
		if len(columns) == 0 {
			for _, row := range groups[key] { // the density of no cells is 1
				out[row] = f.logBeside(f.apart.Beside(whole.RawRowView(row)))
			}
			continue
		}
		sums := make([]special.LogSum, len(groups[key]))
		for i := range f.members {
			e := f.seatOf(&f.members[i], columns)
			for k, row := range groups[key] {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				y := aside.Pick(mat.NewDense(1, d, x.RawRowView(row)), columns).RawRowView(0)
				e.m.Row(y, y)
				e.beside = f.apart.Beside(whole.RawRowView(row))
				sums[k].Add(f.members[i].logWeight + e.logDensity(y, nil))
			}
		}
		for k, row := range groups[key] {
			out[row] = sums[k].Value()
		}
	}
	return out, nil
}

// logBeside returns the log density of a row observed only in columns that stand apart; a path to
// it gathers their whole variance.
func (f *forecast) logBeside(b aside.Beside) float64 {
	var sum special.LogSum
	for i := range f.members {
		m := &f.members[i]
		sum.Add(m.logWeight + b.Log((1+m.hyper.Noise)*m.sigma.MeanVariance()))
	}
	return sum.Value()
}

// A leftOut is a row to leave out of the posterior of Σ: its mapped contrast u.
type leftOut struct {
	u      []float64
	square float64 // uᵀ(Ψ₀+S)⁻¹u < 1
}

// logDensity returns the log density of a mapped row y in the units of the table. Where out
// is not nil, S loses the square of its contrast (math 11.4). O(N·D).
func (e *seat) logDensity(y []float64, out *leftOut) float64 {
	s := e.p.S
	toCavity, toMessage, across := 0.0, 0.0, 0.0
	cavityAlong, messageAlong := 0.0, 0.0 // u·(y−μ) and u·(y−m)
	last := int32(-1)
	var sum special.LogSum
	var density covary.T
	switch {
	case out != nil:
		density = e.posterior.T(e.columns, e.logDet+math.Log1p(-out.square), 1)
	case e.posterior != nil:
		density = e.posterior.T(e.columns, e.logDet, 0)
	}
	for _, part := range e.p.Components {
		v := int(part.Node)
		if part.Node != last {
			last = part.Node
			mu, m := s.CavMeanOf(part.Node), s.MeanOf(part.Node)
			toCavity, toMessage, across = vector.SquaredDistance(mu, y), vector.SquaredDistance(m, y), e.p.Across[v]
			if out != nil {
				cavityAlong, messageAlong = 0, 0
				for j, u := range out.u {
					cavityAlong += u * (y[j] - mu[j])
					messageAlong += u * (y[j] - m[j])
				}
			}
		}
		share, variance := between(e.p, part)
		q := math.Max(share*toCavity+(1-share)*toMessage-share*(1-share)*across, 0)
		if e.posterior == nil {
			d := float64(e.columns)
			sum.Add(part.LogMass + e.m.LogDet - 0.5*(d*math.Log(2*math.Pi*variance)+q/variance) + e.beside.Log(variance*e.mean))
			continue
		}
		q /= e.total
		if out != nil {
			along := (share*cavityAlong + (1-share)*messageAlong) / e.total
			q += along * along / (1 - out.square)
		}
		sum.Add(part.LogMass + density.Log(variance, q) + e.beside.Log(variance*e.mean))
	}
	return sum.Value()
}

// between returns, in a tree without classes of columns and with σ² = 1, which share the message from
// above has in the location of a place, and the variance of a new leaf from there.
func between(p *predict.Predictor, at predict.Component) (share, variance float64) {
	s, v := p.S, at.Node
	above, below := s.CavVari[v]+s.ParentRem(v)-at.Rem, s.Vari[v]+at.Rem-s.Rem[v]
	share = below / (above + below)
	return share, above*share + at.Rem + s.Hyper.Noise
}

// leave returns what to leave out of the posterior so that row r is new to it; nil if Σ is taken as
// known. Cavities must be current.
func (e *seat) leave(r int32) *leftOut {
	if e.posterior == nil {
		return nil
	}
	s := e.p.S
	scale := 1 / math.Sqrt(s.CavVari[r]+s.ParentRem(r)+s.Hyper.Noise)
	w := &leftOut{u: make([]float64, s.D)}
	for j, v := range s.MeanOf(r) {
		w.u[j] = (v - s.CavMeanOf(r)[j]) * scale
		w.square += w.u[j] * w.u[j] / e.total
	}
	return w
}

// calibrate is [state.calibrate], with each row taken out of the posterior of Σ as well.
func (f *forecast) calibrate(ctx context.Context, most int) float64 {
	e := f.seatOf(&f.members[0], nil)
	s := e.p.S
	s.Cavities()
	learnt := f.members[0].hyper.C
	type left struct {
		row int32
		out *leftOut
	}
	var rows []left
	for i := range min(most, s.N) {
		r := int32(i * s.N / min(most, s.N))
		rows = append(rows, left{r, e.leave(r)})
	}
	best, value := learnt, math.Inf(-1)
	falling := 0
	for i := -1; i <= 6 && falling < 2; i++ {
		s.Hyper.C = learnt * math.Pow(2, float64(i)/2)
		sum := 0.0
		for _, r := range rows {
			if ctx.Err() != nil {
				return learnt
			}
			d := s.Detach(r.row)
			y := append([]float64(nil), s.MeanOf(r.row)...)
			one := *e
			one.p = predict.NewPredictor(s)
			sum += one.logDensity(y, r.out)
			s.Restore(d)
		}
		if sum > value {
			best, value, falling = s.Hyper.C, sum, 0
		} else {
			falling++
		}
	}
	return best
}

// warped returns the sketch in warped time.
func warped(k *posterior.Sketch, power float64) *posterior.Sketch {
	if power == 1 {
		return k
	}
	out := *k
	out.Ell, out.Rem = make([]float64, len(k.Ell)), make([]float64, len(k.Rem))
	for v, l := range k.Ell {
		out.Ell[v] = power * l
		out.Rem[v] = math.Exp(-power * l)
	}
	return &out
}

// under returns hyperparameters in warped time, where Σ carries the scale.
func under(h posterior.Hyper, w covary.Warp) posterior.Hyper {
	h.Sigma2, h.Kappa, h.Noise, h.FixSigma2 = 1, 0, w.Noise, true
	h.SetC(h.C / w.Power)
	return h
}
