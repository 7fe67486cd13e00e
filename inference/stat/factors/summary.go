package factors

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Options set how draws are combined. Zero values mean the defaults.
type Options struct {
	// BurnIn is the share of the iterations of each chain that is left out, in [0,1).
	BurnIn float64
	// Least is the least share of the draws that must have a factor for it to be in the summary; 0
	// means 0.2.
	Least float64
	// Similar is the least cosine, in (0,1], between the contributions of two factors to the data for them to match; 0
	// means 0.25, that of two pairs of vectors each half alike.
	Similar float64
	// Draws limits the draws used, taken evenly from each chain; 0 means all.
	Draws int
}

// Defaults of the options.
const (
	leastPresence = 0.2
	leastSimilar  = 0.25
)

// A Spread describes the draws of a number: Low to High hold the middle 90 % of them. All but Mean
// are NaN for an estimate without draws.
type Spread struct{ Mean, StandardDeviation, Low, High float64 }

// A Match says how consistently a factor recurs from draw to draw.
type Match struct {
	Presence float64   // share of the draws that have the factor; 1 for an estimate
	ByChain  []float64 // the same in each chain; nil for an estimate
	// Loadings and Activities are the mean absolute cosines between those of a draw and the mean of
	// all.
	Loadings, Activities float64
}

// A Summary summarises the draws of a factor model. It is never modified once made. Factors are in
// falling order of the variance that they explain.
type Summary struct {
	// Factors holds the means of loadings and activities over the draws that have a factor.
	// Inclusion holds the share of these draws in which the factor loads on an item (Binary: in
	// which a case has the feature); it is nil if every share is 1. Signs are chosen to skew the
	// loadings of a factor to the positive, unless it is Binary.
	Factors *factor.State
	Draws   int // draws that count; 0 if Factors is an estimate that a model gave
	Chains  int // of the draws
	// Deviation, Low and High are standard deviations and the ends of the middle 90 % of the
	// loadings, D×K; those of the activities follow, N×K. Nil without draws.
	Deviation, Low, High                         *mat.Dense
	ActivityDeviation, ActivityLow, ActivityHigh *mat.Dense
	Matches                                      []Match // of each factor
	// Explained is the share of the variance of each factor, 0 in draws without it; Noise is the share of the noise, NaN
	// if the model has none, and Rest that of factors in the draws that match none in the summary. Their means add up to
	// 1: the variance is the sum that a draw attributes to its factors, Σ‖g_k‖²‖x_k‖², and to its noise, N Σψ_d, or that
	// of the data if the model has no noise. Of an estimate with one noise for all items they are the shares of the
	// variance along the factors, which for principal components are those of the eigenvalues.
	Explained   []Spread
	Noise, Rest Spread
	Counts      [][]int // K of the draws of each chain
	// Numbers are the places of these factors, from 0, in the summary from which they were taken, by which they are
	// named; nil for a summary of all. Left is the share that was set aside then.
	Numbers []int
	Left    Fold
	// ByGroup divides the variance of each group of columns; nil where the columns are in no groups.
	ByGroup *ByGroup
}

// Count returns K.
func (s *Summary) Count() int {
	if s == nil {
		return 0
	}
	return s.Factors.Count()
}

// Summarise combines the draws of a snapshot of a run on data, or describes its estimate if there
// are no draws. It is nil if there are no factors at all; the error is that of a context that ends
// meanwhile. The result depends on its arguments only.
func Summarise(ctx context.Context, data *inference.Dataset, s *inference.Snapshot, o Options) (*Summary, error) {
	if o.Least == 0 {
		o.Least = leastPresence
	}
	if o.Similar == 0 {
		o.Similar = leastSimilar
	}
	found := factor.Of(s)
	samples := some(inference.WithoutBurnIn(found.Draws, o.BurnIn), o.Draws)
	if len(samples) == 0 {
		if found.State == nil {
			return nil, nil
		}
		return ofEstimate(data, found.State), nil
	}
	m := &matcher{options: o}
	side := inference.OnColumns
	if found.State != nil {
		side = found.State.Side
	}
	m.cases, m.items = data.Dims()
	if side == inference.OnRows {
		m.cases, m.items = m.items, m.cases
	}
	best := 0
	for i, d := range samples {
		m.draws = append(m.draws, piecesOf(d.State))
		if d.Objective > samples[best].Objective {
			best = i
		}
	}
	if err := m.match(ctx, best); err != nil {
		return nil, err
	}
	return m.summarise(ctx, data, found.State, side, samples)
}

// some returns at most most of samples, evenly spaced; 0 means all.
func some(samples []factor.Draw, most int) []factor.Draw {
	if most <= 0 {
		return samples
	}
	return inference.Centred(samples, most)
}

// total returns the sum over items of N times the mean square of the observed cells about the
// offset: the sum of squares of the data, as if no cell were missing.
func total(data *inference.Dataset, side inference.Side, offset []float64) float64 {
	n, d := data.Dims()
	return totals(data, side, offset, make([]int, max(n, d)), 1)[0]
}

// summarise describes the factors that were matched. state is a state of the model that gives the
// kind of its factors; it may be nil.
func (m *matcher) summarise(ctx context.Context, data *inference.Dataset, state *factor.State, side inference.Side,
	samples []factor.Draw) (*Summary, error) {
	k := len(m.references)
	out := &Summary{Factors: &factor.State{Side: side}, Draws: len(samples)}
	f := out.Factors
	var offset []float64
	if state != nil {
		f.Binary, offset = state.Binary, state.Offset
	}
	if drawn := meanOffset(samples); drawn != nil { // the factors of each draw go with its own
		offset = drawn
	}
	f.Offset = offset
	all := total(data, side, offset)
	whole := m.variances(samples, all)
	out.noise(samples, float64(m.cases), whole)
	rest := make([]float64, len(samples))
	for i, d := range m.draws {
		for b, p := range d {
			if m.places[i][b].to < 0 {
				rest[i] += square(p.loadingNorm*p.actNorm) / whole[i]
			}
		}
	}
	out.Rest = spread(rest)
	for _, d := range samples {
		out.Chains = max(out.Chains, d.Chain+1)
	}
	out.Counts = make([][]int, out.Chains)
	for _, d := range samples {
		out.Counts[d.Chain] = append(out.Counts[d.Chain], len(d.State.Items))
	}
	if !f.Binary {
		m.orient()
	}
	order := m.byVariance(whole)
	for j := range order {
		f.IDs = append(f.IDs, j)
	}
	out.ByGroup = m.byGroup(data, side, offset, samples, order)
	if k == 0 {
		return out, nil
	}
	for _, p := range []**mat.Dense{&f.Loadings, &out.Deviation, &out.Low, &out.High, &f.Inclusion} {
		*p = mat.NewDense(m.items, k, nil)
	}
	for _, p := range []**mat.Dense{&f.Activities, &out.ActivityDeviation, &out.ActivityLow, &out.ActivityHigh} {
		*p = mat.NewDense(m.cases, k, nil)
	}
	for j, r := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		members := m.members(r)
		m.describeLoadings(out, j, members)
		m.describeActivities(out, j, members)
		shares := make([]float64, len(samples))
		match := Match{ByChain: make([]float64, out.Chains)}
		for _, b := range members {
			p := m.draws[b.draw][b.factor]
			shares[b.draw] += square(p.loadingNorm*p.actNorm) / whole[b.draw]
			at := m.places[b.draw][b.factor]
			match.Loadings += math.Abs(at.loadings) / float64(len(members))
			match.Activities += math.Abs(at.activities) / float64(len(members))
			match.ByChain[samples[b.draw].Chain]++
		}
		for chain, counts := range out.Counts {
			match.ByChain[chain] /= float64(max(len(counts), 1))
		}
		match.Presence = float64(len(members)) / float64(len(samples))
		out.Matches, out.Explained = append(out.Matches, match), append(out.Explained, spread(shares))
	}
	switch {
	case f.Binary:
		f.Inclusion = f.Activities
	case mat.Min(f.Inclusion) == 1:
		f.Inclusion = nil
	}
	return out, nil
}

func square(x float64) float64 { return x * x }

// meanOffset returns the mean offset of draws, nil if the model does not draw it.
func meanOffset(samples []factor.Draw) (mean []float64) {
	for _, d := range samples {
		if d.State.Offset == nil {
			return nil
		}
		if mean == nil {
			mean = make([]float64, len(d.State.Offset))
		}
		for i, v := range d.State.Offset {
			mean[i] += float64(v) / float64(len(samples))
		}
	}
	return mean
}

// variances returns the sum of squares that each draw attributes to its factors and its noise; for a model without
// noise, all of it.
func (m *matcher) variances(samples []factor.Draw, all float64) []float64 {
	out := make([]float64, len(samples))
	for i, d := range samples {
		if d.State.Noise == nil {
			out[i] = all
			continue
		}
		for _, v := range d.State.Noise {
			out[i] += float64(m.cases) * float64(v)
		}
		for _, p := range m.draws[i] {
			out[i] += square(p.loadingNorm * p.actNorm)
		}
	}
	return out
}

// noise fills in the mean noise of each item and the share of the noise in each draw.
func (s *Summary) noise(samples []factor.Draw, cases float64, whole []float64) {
	var shares []float64
	for i, d := range samples {
		if d.State.Noise == nil {
			s.Noise = spread(nil)
			s.Factors.Noise = nil
			return
		}
		if s.Factors.Noise == nil {
			s.Factors.Noise = make([]float64, len(d.State.Noise))
		}
		sum := 0.0
		for item, v := range d.State.Noise {
			s.Factors.Noise[item] += float64(v) / float64(len(samples))
			sum += float64(v)
		}
		shares = append(shares, cases*sum/whole[i])
	}
	s.Noise = spread(shares)
}

// orient flips factors to make the sum of the cubes of their mean loadings positive.
func (m *matcher) orient() {
	flip := make([]bool, len(m.references))
	for j, r := range m.references {
		sum := 0.0
		for _, v := range r.loadings {
			sum += v * v * v
		}
		flip[j] = sum < 0
	}
	for i := range m.places {
		for k := range m.places[i] {
			if at := &m.places[i][k]; at.to >= 0 && flip[at.to] {
				at.sign = -at.sign
			}
		}
	}
}

// byVariance returns the references in falling order of their share of the variance over all draws.
func (m *matcher) byVariance(whole []float64) []int {
	explained := make([]float64, len(m.references))
	order := inference.UpTo(len(m.references))
	for i, d := range m.draws {
		for k, at := range m.places[i] {
			if at.to >= 0 {
				explained[at.to] += square(d[k].loadingNorm*d[k].actNorm) / whole[i]
			}
		}
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(explained[b], explained[a]) })
	return order
}

// A member is a factor of a draw that was assigned to a reference.
type member struct {
	draw, factor int
	sign         float32
}

func (m *matcher) members(reference int) (list []member) {
	for i := range m.draws {
		for k, at := range m.places[i] {
			if at.to == reference {
				list = append(list, member{i, k, float32(at.sign)})
			}
		}
	}
	return list
}

// ofEstimate describes factors without draws.
func ofEstimate(data *inference.Dataset, f *factor.State) *Summary {
	out := &Summary{Noise: spread(nil), Rest: spread(nil)}
	out.Rest.Mean = 0
	k := f.Count()
	explained, order := make([]float64, k), make([]int, k)
	all := 0.0
	for j := range order {
		order[j] = j
		explained[j] = square(mat.Norm(f.Loadings.ColView(j), 2) * mat.Norm(f.Activities.ColView(j), 2))
		all += explained[j]
	}
	if f.Noise == nil {
		all = total(data, f.Side, f.Offset)
	} else {
		cases := float64(data.X.RawMatrix().Rows)
		if f.Side == inference.OnRows {
			cases = float64(data.X.RawMatrix().Cols)
		}
		sum := 0.0
		for _, v := range f.Noise {
			sum += v
		}
		all += cases * sum
		out.Noise.Mean = cases * sum / all
	}
	for j := range explained {
		explained[j] /= all
	}
	if shares := along(data, f); shares != nil {
		explained, out.Noise.Mean = shares, max(0, 1-floats.Sum(shares))
		all = total(data, f.Side, f.Offset)
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(explained[b], explained[a]) })
	out.ByGroup = estimateByGroup(data, f, explained, all).of(order)
	sorted := *f
	sorted.Loadings, sorted.Inclusion, sorted.Activities = columns(f.Loadings, order), columns(f.Inclusion, order),
		columns(f.Activities, order)
	sorted.IDs = nil
	for _, j := range order {
		sorted.IDs = append(sorted.IDs, f.IDs[j])
		s := spread(nil)
		s.Mean = explained[j]
		out.Explained = append(out.Explained, s)
		out.Matches = append(out.Matches, Match{Presence: 1, Loadings: 1, Activities: 1})
	}
	out.Factors = &sorted
	return out
}

// columns returns a matrix of some columns; nil if x is nil or order is empty.
func columns(x *mat.Dense, order []int) *mat.Dense {
	if x == nil || len(order) == 0 {
		return nil
	}
	n, _ := x.Dims()
	out := mat.NewDense(n, len(order), nil)
	for j, c := range order {
		for i := range n {
			out.Set(i, j, x.At(i, c))
		}
	}
	return out
}

// Name returns the name of the j-th factor, which is the one it has in the summary of all.
func (s *Summary) Name(j int) string {
	if s.Factors.Binary {
		return fmt.Sprintf("feature %d", s.Number(j)+1)
	}
	return Name(s.Number(j))
}

// Number returns the place, from 0, of the j-th factor in the summary of all.
func (s *Summary) Number(j int) int {
	if s.Numbers == nil {
		return j
	}
	return s.Numbers[j]
}

// Name returns the name of the j-th factor of a summary of all.
func Name(j int) string { return fmt.Sprintf("factor %d", j+1) }
