package forecast

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// A Forecast predicts new rows whose columns vary together (math 11.4), by the trees of a search
// and the draws of its pilot, which have the weight drawnShare, or by a single draw.
type Forecast struct {
	Law        correlated.Law
	Warp       *covary.Warp   // of trees found without Σ; nil for none
	Apart      *aside.Columns // the columns that the law leaves out; nil for none
	Blanks     *covary.Blanks
	Names      []string
	Hyper      hyper.Hyper         // of the trees of the search
	Trees      []*posterior.Sketch // best first
	Draws      []DrawnTree
	From       []posterior.Scored // the trees when it was made
	Members    []member
	calibrated bool
}

// A DrawnTree is a tree that was drawn, with hyperparameters of its own.
type DrawnTree interface {
	// State returns a state with the tree; h says which hyperparameters are fixed.
	State(p *problem.Problem, h hyper.Hyper) *posterior.State
}

// A member is a tree that a forecast predicts by.
type member struct {
	Tree      *posterior.Sketch
	hyper     hyper.Hyper
	logWeight float64
	posterior *covary.Posterior // of Σ; nil where that is taken as known
	Sigma     *covary.Sigma
}

// Prepare learns Σ of each tree, O(N·D·min(N, D)), and calibrates c.
func (f *Forecast) Prepare(ctx context.Context) error {
	if f.calibrated {
		return nil
	}
	if err := f.PrepareMembers(ctx); err != nil {
		return err
	}
	if !f.Hyper.FixC {
		n, d := f.Law.Filled.Dims()
		if rows := ensemble.CalibrationRows(n, d); rows >= 10 {
			c := f.calibrate(ctx, rows)
			for i := range len(f.Members) - len(f.Draws) {
				f.Members[i].hyper.C = c
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	f.calibrated = true
	return nil
}

// PrepareMembers learns Σ of each tree.
func (f *Forecast) PrepareMembers(ctx context.Context) error {
	f.Members = nil
	var total special.LogSum
	for i, k := range f.Trees {
		w := math.Min(k.Objective-f.Trees[0].Objective, 0)
		if i > 0 && w < math.Log(ensemble.LeastWeight) {
			break
		}
		f.Members = append(f.Members, f.memberOf(k, f.Hyper, w))
		total.Add(w)
	}
	less := total.Value()
	if len(f.Draws) > 0 {
		less -= math.Log(1 - ensemble.DrawnShare)
	}
	for i := range f.Members {
		f.Members[i].logWeight -= less
	}
	for i := range f.Draws {
		s := f.Draws[i].State(&problem.Problem{N: len(f.Names)}, f.Hyper)
		f.Members = append(f.Members, f.memberOf(s.Capture(), s.Hyper, math.Log(ensemble.DrawnShare/float64(len(f.Draws)))))
	}
	var extra *mat.Dense
	if f.Blanks != nil {
		extra = covary.NewConditioner(f.Blanks, f.Law.Sigma.Map()).Extra(f.Law.Sigma.Columns())
	}
	for i := range f.Members {
		m := &f.Members[i]
		m.Sigma = f.Law.Sigma
		if f.Law.Prior.Nu > 0 {
			m.posterior = f.Law.Prior.Posterior(covary.NewContrasts(m.Tree.Publish(f.Names), f.Law.Filled, m.hyper.Noise), extra)
			m.Sigma = m.posterior.Sigma
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// memberOf returns a tree with its hyperparameters, in warped time if there is a warp.
func (f *Forecast) memberOf(k *posterior.Sketch, h hyper.Hyper, logWeight float64) member {
	if f.Warp != nil {
		k, h = Warped(k, f.Warp.Power), under(h, *f.Warp)
	}
	return member{Tree: k, hyper: h, logWeight: logWeight}
}

// A seat is a tree with a mapped table of some columns, ready to score new rows.
type seat struct {
	P         *predict.Predictor
	posterior *covary.Posterior
	M         *covary.Map
	columns   int
	total     float64      // WWᵀ is this times the inverse of Ψ₀+S
	logDet    float64      // ln|Ψ₀+S| of the columns
	mean      float64      // variance of the columns of Σ, on average: that of a column that stands apart
	Beside    aside.Beside // of the row that is scored
}

// SeatOf prepares a member for rows of some columns; nil means all.
func (f *Forecast) SeatOf(m *member, columns []int) *seat { return f.SeatOn(m, f.Law.Filled, columns) }

// SeatOn is seatOf for a table whose missing cells are filled in another way.
func (f *Forecast) SeatOn(m *member, x *mat.Dense, columns []int) *seat {
	sigma := m.Sigma
	if columns != nil && len(columns) < sigma.Columns() {
		sigma, x = sigma.Select(columns), aside.Pick(x, columns)
	}
	_, d := x.Dims()
	e := &seat{posterior: m.posterior, M: sigma.Map(), columns: d, mean: m.Sigma.MeanVariance()}
	if e.posterior != nil {
		e.total = e.posterior.Prior.Nu + float64(e.posterior.N)
		e.logDet = float64(d)*math.Log(e.total) - 2*e.M.LogDet
	}
	s := posterior.NewState(problem.New(e.M.Rows(x)), m.hyper)
	s.Load(m.Tree)
	s.Recompute()
	e.P = predict.NewPredictor(s)
	return e
}

// LogDensity scores rows, NaN for cells to leave out. Rows that lack the same cells are
// scored together.
func (f *Forecast) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if err := f.Prepare(ctx); err != nil {
		return nil, err
	}
	whole := x
	x = f.Apart.Rows(whole)
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
				out[row] = f.LogBeside(f.Apart.Beside(whole.RawRowView(row)))
			}
			continue
		}
		sums := make([]special.LogSum, len(groups[key]))
		for i := range f.Members {
			e := f.SeatOf(&f.Members[i], columns)
			for k, row := range groups[key] {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				y := aside.Pick(mat.NewDense(1, d, x.RawRowView(row)), columns).RawRowView(0)
				e.M.Row(y, y)
				e.Beside = f.Apart.Beside(whole.RawRowView(row))
				sums[k].Add(f.Members[i].logWeight + e.LogDensity(y, nil))
			}
		}
		for k, row := range groups[key] {
			out[row] = sums[k].Value()
		}
	}
	return out, nil
}

// LogBeside returns the log density of a row observed only in columns that stand apart; a path to
// it gathers their whole variance.
func (f *Forecast) LogBeside(b aside.Beside) float64 {
	var sum special.LogSum
	for i := range f.Members {
		m := &f.Members[i]
		sum.Add(m.logWeight + b.Log((1+m.hyper.Noise)*m.Sigma.MeanVariance()))
	}
	return sum.Value()
}

// A leftOut is a row to leave out of the posterior of Σ: its mapped contrast u.
type leftOut struct {
	u      []float64
	square float64 // uᵀ(Ψ₀+S)⁻¹u < 1
}

// LogDensity returns the log density of a mapped row y in the units of the table. Where out
// is not nil, S loses the square of its contrast (math 11.4). O(N·D).
func (e *seat) LogDensity(y []float64, out *leftOut) float64 {
	s := e.P.S
	toCavity, toMessage, across := 0.0, 0.0, 0.0
	cavityAlong, messageAlong := 0.0, 0.0 // u·(y−μ) and u·(y−m)
	last, left := int32(-1), false
	var sum special.LogSum
	var density covary.T
	switch {
	case out != nil:
		density = e.posterior.T(e.columns, e.logDet+math.Log1p(-out.square), 1)
	case e.posterior != nil:
		density = e.posterior.T(e.columns, e.logDet, 0)
	}
	for _, part := range e.P.Components {
		v := int(part.Node)
		if part.Node != last {
			last = part.Node
			mu, m := s.CavMeanOf(part.Node), s.MeanOf(part.Node)
			toCavity, toMessage, across = vector.SquaredDistance(mu, y), vector.SquaredDistance(m, y), e.P.Across[v]
			left = sum.Any && e.atMost(v, density, toCavity, toMessage) < sum.Largest-predict.Negligible
			if left {
				continue
			}
			if out != nil {
				cavityAlong, messageAlong = 0, 0
				for j, u := range out.u {
					cavityAlong += u * (y[j] - mu[j])
					messageAlong += u * (y[j] - m[j])
				}
			}
		}
		if left {
			continue
		}
		share, variance := between(e.P, part)
		q := math.Max(share*toCavity+(1-share)*toMessage-share*(1-share)*across, 0)
		if e.posterior == nil {
			d := float64(e.columns)
			sum.Add(part.LogMass + e.M.LogDet - 0.5*(d*math.Log(2*math.Pi*variance)+q/variance) + e.Beside.Log(variance*e.mean))
			continue
		}
		q /= e.total
		if out != nil {
			along := (share*cavityAlong + (1-share)*messageAlong) / e.total
			q += along * along / (1 - out.square)
		}
		sum.Add(part.LogMass + density.Log(variance, q) + e.Beside.Log(variance*e.mean))
	}
	return sum.Value()
}

// atMost returns an upper bound of the terms of all positions on the branch above v, as [Predictor.AtMost] does.
func (e *seat) atMost(v int, density covary.T, toCavity, toMessage float64) float64 {
	h := &e.P.S.Hyper
	q := predict.NearestOn(toCavity, toMessage, e.P.Across[v])
	least := e.P.S.Rem[v] + h.Noise
	bound := e.P.Reach[v] + e.Beside.AtMost(least*e.mean)
	if e.posterior == nil {
		d := float64(e.columns)
		variance := max(q/d, least)
		return bound + e.M.LogDet - 0.5*(d*math.Log(2*math.Pi*variance)+q/variance)
	}
	return bound + density.AtMost(least, q/e.total)
}

// between returns, in a tree without classes of columns and with σ² = 1, which share the message from
// above has in the location of a place, and the variance of a new leaf from there.
func between(p *predict.Predictor, at predict.Component) (share, variance float64) {
	s, v := p.S, at.Node
	above, below := s.CavVari[v]+s.ParentRem(v)-at.Rem, s.Vari[v]+at.Rem-s.Rem[v]
	share = below / (above + below)
	return share, above*share + at.Rem + s.Hyper.Noise
}

// Leave returns what to leave out of the posterior so that row r is new to it; nil if Σ is taken as
// known. Cavities must be current.
func (e *seat) Leave(r int32) *leftOut {
	if e.posterior == nil {
		return nil
	}
	s := e.P.S
	scale := 1 / math.Sqrt(s.CavVari[r]+s.ParentRem(r)+s.Hyper.Noise)
	w := &leftOut{u: make([]float64, s.D)}
	for j, v := range s.MeanOf(r) {
		w.u[j] = (v - s.CavMeanOf(r)[j]) * scale
		w.square += w.u[j] * w.u[j] / e.total
	}
	return w
}

// LeaveAll returns what to leave out for each of these rows: of the tree with all of them.
func (e *seat) LeaveAll(rows []int32) (outs []*leftOut) {
	for _, r := range rows {
		outs = append(outs, e.Leave(r))
	}
	return outs
}

// LogLeftOut returns the log density of row r, taken out of the tree and of the posterior of Σ. O(N·D).
func (e *seat) LogLeftOut(r int32, out *leftOut) float64 {
	s := e.P.S
	d := s.Detach(r)
	defer s.Restore(d)
	e.P.Prepare()
	return e.LogDensity(append([]float64(nil), s.MeanOf(r)...), out)
}

// calibrate finds the rate of divergence as an ensemble does, with each row taken out of the posterior of Σ as well.
func (f *Forecast) calibrate(ctx context.Context, most int) float64 {
	e := f.SeatOf(&f.Members[0], nil)
	s := e.P.S
	rows := ensemble.Evenly(s.N, most)
	outs := e.LeaveAll(rows)
	return ensemble.BestRate(s, func() (sum float64, all bool) {
		for i := range rows {
			if ctx.Err() != nil {
				return 0, false
			}
			sum += e.LogLeftOut(rows[i], outs[i])
		}
		return sum, true
	})
}

// Warped returns the sketch in warped time.
func Warped(k *posterior.Sketch, power float64) *posterior.Sketch {
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
func under(h hyper.Hyper, w covary.Warp) hyper.Hyper {
	h.Sigma2, h.Kappa, h.Noise, h.FixSigma2 = 1, 0, w.Noise, true
	h.SetC(h.C / w.Power)
	return h
}
