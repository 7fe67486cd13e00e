package components

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/scree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// HowMany is the stage of Minka's evidence for the number of principal components.
func HowMany() stage.Stage {
	return stage.Stage{
		Name:    "minka",
		Title:   "How many components?",
		Summary: "The evidence for each number of principal components, beside the spectrum and new rows.",
		Text: "Principal components are directions with more variance than noise has. The spectrum falls, and where " +
			"signal ends is not plain to see. The evidence of k components is the density of the table with the " +
			"directions and variances integrated out; Minka's formula is a Laplace approximation of it, from the " +
			"eigenvalues alone. Each further component fits better, and pays for a direction that had to be found. " +
			"The price is high where its eigenvalue is near the noise. Schwarz's criterion (BIC) charges by the " +
			"number " +
			"of parameters only. Judge both by the density of new rows from the same source, and by a " +
			"permutation test, which the models use.",
		Formula: []string{
			`p(D|k) ≈ p(U) \left( \prod_{j ≤ k} λ_j \right)^{-N/2} v^{-N(d-k)/2} \quad × (2π)^{(m+k)/2} |A|^{-1/2} N^{-k/2}`,
			`|A| = \prod_{i ≤ k} \prod_{j > i} N (λ_i - λ_j) (1/\hat{λ}_j - 1/\hat{λ}_i), \quad v = \frac{1}{d-k} \sum_{j > k} λ_j`,
		},
		Signs: map[string]string{"λ": "spectrum", "k": "evidence", "v": "spectrum"},
		Try: []string{
			"Few rows: weak components cannot be told from noise. --set rows=20",
			"Many rows: all are found. --set rows=500",
			"A weaker signal. --set signal=0.6",
		},
		More: []string{
			"Minka (2001), Automatic choice of dimensionality for PCA, NIPS 13",
			"Horn (1965), A rationale and test for the number of factors in factor analysis, Psychometrika 30",
			"Murphy (2012), Machine Learning, section 12.3.2",
		},
		Ask: stage.Question{Text: "Look at the spectrum. For how many components is the evidence highest?",
			Counter: "components, by the evidence", Part: "spectrum", High: minkaColumns - 1, Whole: true},
		Controls: []inference.Parameter{
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "100", Min: 15, Max: 500,
				Help: "Number of rows."},
			{Name: "truth", Title: "Components in truth", Type: inference.Integer, Default: "3", Min: 0, Max: 6,
				Help: "Number of directions with more variance than noise."},
			{Name: "signal", Title: "Signal", Type: inference.Real, Default: "1", Min: 0.2, Max: 3, Help: "Standard " +
				"deviation along the weakest of them; the first has twice as much, and noise has 1 beside it."},
		},
		Pace: 1.5, Preview: minkaColumns,
		New: stage.Rules[*minka]{
			Start: newMinka,
			Steps: func(*minka) int { return minkaColumns }, Step: func(m *minka) { m.done++ },
			Figure: (*minka).figure, Counters: (*minka).counters, Summary: (*minka).summary,
		}.New,
	}
}

const (
	minkaColumns = 10
	minkaNew     = 2000 // rows that are not fitted
)

// A minka shows one more number of components a step, from none.
type minka struct {
	*minkaPlan
	done int
}

type minkaPlan struct {
	n, truth, chance int
	values           []float64    // eigenvalues of the covariance, divisor n, descending
	log              [3][]float64 // of the evidence, by Schwarz, of a new row; by the number of components
}

// names are those of the rows of minkaPlan.log.
var names = [3]string{"Minka's evidence", "Schwarz's criterion", "new rows"}

func newMinka(o stage.Options) (*minka, error) {
	p := &minkaPlan{n: o.Settings.Int("rows"), truth: o.Settings.Int("truth")}
	rng := stage.NewRandom(o.Seed, 0)
	normal := func(n int) *mat.Dense {
		x := mat.NewDense(n, minkaColumns, nil)
		x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
		return x
	}
	var directions mat.QR
	directions.Factorize(normal(minkaColumns))
	var along mat.Dense
	directions.QTo(&along)
	draw := func(n int) *mat.Dense {
		x := normal(n)
		for k := range minkaColumns {
			deviation := 1.0
			if k < p.truth {
				deviation = math.Hypot(1, o.Settings.Real("signal")*(2-float64(k)/float64(max(p.truth-1, 1))))
			}
			for i := range n {
				x.Set(i, k, x.At(i, k)*deviation)
			}
		}
		x.Mul(x, along.T())
		return x
	}
	x, fresh := draw(p.n), draw(minkaNew)
	mean := make([]float64, minkaColumns)
	for j := range mean {
		mean[j] = mat.Sum(x.ColView(j)) / float64(p.n)
	}
	turned := func(x *mat.Dense, axes mat.Matrix) *mat.Dense {
		var out mat.Dense
		out.Apply(func(_, j int, v float64) float64 { return v - mean[j] }, x)
		out.Mul(&out, axes)
		return &out
	}
	chance := scree.New(x)
	for !chance.Advance() {
	}
	p.chance = chance.Scree().Number
	var svd mat.SVD
	centred := turned(x, mat.NewDiagDense(minkaColumns, slices.Repeat([]float64{1}, minkaColumns)))
	svd.Factorize(centred, mat.SVDThin)
	var axes mat.Dense
	svd.VTo(&axes)
	for _, s := range svd.Values(nil) {
		p.values = append(p.values, s*s/float64(p.n))
	}
	scores := turned(fresh, &axes)
	for k := range minkaColumns {
		p.log[0] = append(p.log[0], logEvidence(p.values, p.n, k))
		p.log[1] = append(p.log[1], schwarz(p.values, p.n, k))
		p.log[2] = append(p.log[2], p.newRow(scores, k))
	}
	return &minka{minkaPlan: p}, nil
}

// noise is the mean of the eigenvalues beyond the first k.
func noise(values []float64, k int) (v float64) {
	for _, l := range values[k:] {
		v += l / float64(len(values)-k)
	}
	return v
}

// fitLog is the log likelihood of k components, without terms that are the same for all k.
func fitLog(values []float64, n, k int) float64 {
	sum := float64(len(values)-k) * math.Log(noise(values, k))
	for _, l := range values[:k] {
		sum += math.Log(l)
	}
	return -float64(n) / 2 * sum
}

// logEvidence is Laplace's approximation of the log evidence of k components (Minka 2001, equation 30), without terms
// that are the same for all k. As there, one of the two ends of each direction counts.
func logEvidence(values []float64, n, k int) float64 {
	d, v := len(values), noise(values, k)
	log := fitLog(values, n, k) - float64(k)*math.Ln2 - float64(k)/2*math.Log(float64(n))
	log += float64(d*k-k*(k+1)/2+k) / 2 * math.Log(2*math.Pi)
	for i := range k {
		half := float64(d-i) / 2
		gamma, _ := math.Lgamma(half)
		log += gamma - half*math.Log(math.Pi)
		for j := i + 1; j < d; j++ {
			other := v
			if j < k {
				other = values[j]
			}
			log -= math.Log(float64(n)*(values[i]-values[j])*(1/other-1/values[i])) / 2
		}
	}
	return log
}

// schwarz is Schwarz's criterion, half of −BIC, likewise.
func schwarz(values []float64, n, k int) float64 {
	return fitLog(values, n, k) - float64(len(values)*k-k*(k+1)/2+k)/2*math.Log(float64(n))
}

// newRow is the mean log density of new rows, from their scores along all directions.
func (p *minkaPlan) newRow(scores *mat.Dense, k int) (sum float64) {
	v := noise(p.values, k)
	for j := range minkaColumns {
		variance := v
		if j < k {
			variance = p.values[j]
		}
		sum -= math.Log(2*math.Pi*variance)/2 + mat.Dot(scores.ColView(j), scores.ColView(j))/(2*variance*minkaNew)
	}
	return sum
}

// best is the number of components so far with the highest of one of the three, −1 before there is one.
func (m *minka) best(which int) int {
	at := -1
	for k := range m.done {
		if at < 0 || m.log[which][k] > m.log[which][at] {
			at = k
		}
	}
	return at
}

func (m *minka) counters() (list []stage.Counter) {
	for which, name := range [3]string{"components, by the evidence", "by Schwarz's criterion", "by new rows"} {
		v := math.NaN()
		if best := m.best(which); best >= 0 {
			v = float64(best)
		}
		list = append(list, stage.Unknown(name, v))
	}
	return append(list, stage.Unknown("stand out from chance", float64(m.chance)), stage.Unknown("in truth",
		float64(m.truth)))
}

func (m *minka) summary() string {
	if m.done == 0 {
		return fmt.Sprintf("The spectrum of %d rows and %d columns; no number of components has been tried yet.", m.n,
			minkaColumns)
	}
	return fmt.Sprintf("Of up to %s the evidence is highest for %d, Schwarz's criterion for %d, and the density "+
		"of new rows "+
		"for %d; %d stand out from chance, and %d are in the source.", plotting.Plural(m.done-1, "component"),
		m.best(0),
		m.best(1), m.best(2), m.chance, m.truth)
}

func (m *minka) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("spectrum", m.spectrum(), 0, 0.46, 0, 1),
		chart.At("evidence", m.curves("log evidence, below the best", 0, 1), 0.46, 1, 0, 0.56),
		chart.At("new rows", m.curves("log density of a new row, below the best", 2), 0.46, 1, 0.56, 1),
	}}
}

// spectrum shows the eigenvalues, those of the components that are kept now, and the noise of the rest.
func (m *minka) spectrum() *chart.Chart {
	k := max(m.done-1, 0)
	bars := chart.Layer{Kind: chart.Bars, Width: 0.75, Y: m.values}
	for j := range m.values {
		hue := chart.MutedInk
		if j < k {
			hue = chart.CategoryInk(0)
		}
		bars.X, bars.Inks = append(bars.X, float64(j+1)), append(bars.Inks, hue)
	}
	end := minkaColumns + 0.6
	text := "eigenvalues"
	if m.done > 0 {
		text = fmt.Sprintf("eigenvalues: %s, the rest is noise", plotting.Plural(k, "component"))
	}
	return chart.Plain(text, chart.Axis{Name: "direction", Low: 0.4, High: end, Whole: true},
		chart.Axis{Name: "variance", High: 1.08 * m.values[0]}, bars, chart.Level("v, noise", float64(k)+0.5, end,
			noise(m.values, k)))
}

// curves shows some of the three by the number of components, each from its highest value down.
func (m *minka) curves(subtitle string, which ...int) *chart.Chart {
	var layers []chart.Layer
	deep := 0.0
	for at, w := range which {
		top := slices.Max(m.log[w])
		l := chart.Layer{Name: names[w], Ink: chart.CategoryInk(at), Stroke: 2.25, Dashed: at > 0}
		for k, v := range m.log[w] {
			deep = min(deep, v-top)
			if k < m.done {
				l.X, l.Y = append(l.X, float64(k)), append(l.Y, v-top)
			}
		}
		layers = append(layers, l)
		if best := m.best(w); best >= 0 {
			layers = append(layers, chart.Layer{Kind: chart.Points, Hollow: true, Radius: 7, Stroke: 2,
				Ink: chart.SelectionInk,
				X:   []float64{float64(best)}, Y: []float64{m.log[w][best] - top}})
		}
		l.Kind, l.Radius, l.Name = chart.Points, 3.5, ""
		layers = append(layers, l)
	}
	return chart.Plain(subtitle, chart.Axis{Name: "components", Low: -0.4, High: minkaColumns - 0.6, Whole: true},
		chart.Axis{Low: 1.06 * deep, High: -0.06 * deep}, layers...)
}
