package leaves

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A lost factor has no moments.
type lost struct{}

func (lost) Moments(_, _, mean, variance []float64) float64 {
	mean[0], variance[0] = math.NaN(), 1
	return 0
}

func (lost) Draw(_, _ []float64, _ *rand.Rand, _ []float64) {}

type lostColumn struct{ observation.YesNo }

func (lostColumn) Factor(int, float64) observation.Factor { return lost{} }

// A cell without a site is told, and the row keeps the sites that it had.
func TestLostCellIsTold(t *testing.T) {
	table := observation.NewTable(mat.NewDense(2, 2, []float64{1, 0, 0, 1}),
		[]observation.Column{observation.YesNo{}, lostColumn{}})
	cells := NewKinds(table, []int{0, 1}).Own()
	mean, variance := []float64{3, 4}, []float64{5, 6}
	at := Cavity{Mean: make([]float64, 2), Variance: []float64{1, 1}, Length: .5, Noise: .2}
	_, err := cells.Site(1, at, mean, variance)
	if err == nil || !strings.Contains(err.Error(), "row 2 and column 2") {
		t.Errorf("%v", err)
	}
	if mean[0] != 3 || mean[1] != 4 || variance[0] != 5 || variance[1] != 6 {
		t.Errorf("sites %v, %v", mean, variance)
	}
}

// The site of a cell times its cavity has the mean and the variance of the factor times the cavity, and the constant
// is the rest of its integral.
func TestSiteMatchesMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	columns := []observation.Column{observation.YesNo{}, observation.NewOrdered([]float64{-.5, .3, 2}), nil,
		observation.NewCounts(nil, .4, 1.1), observation.NewCategories(4)}
	for range 200 {
		row := []float64{float64(rng.IntN(2)), float64(rng.IntN(4)), rng.NormFloat64(), float64(rng.IntN(9)),
			float64(rng.IntN(4))}
		table := observation.NewTable(mat.NewDense(1, 5, row), columns)
		d := table.Width()
		kinds := NewKinds(table, rng.Perm(d))
		at := Cavity{Mean: make([]float64, d), Variance: make([]float64, d), Length: rng.ExpFloat64(),
			Noise: rng.ExpFloat64()}
		spread := rng.ExpFloat64()
		for j := range d {
			at.Mean[j], at.Variance[j] = 2*rng.NormFloat64(), spread
		}
		mean, variance := make([]float64, d), make([]float64, d)
		constant, err := kinds.Own().Site(0, at, mean, variance)
		if err != nil {
			t.Fatal(err)
		}
		w, sum := spread+at.Length+at.Noise, 0.0
		for column, c := range columns {
			low, high := table.Of(column)
			m, v, wanted, spreads := []float64{}, []float64{}, make([]float64, high-low), make([]float64, high-low)
			for a := low; a < high; a++ {
				m, v = append(m, at.Mean[kinds.place[a]]), append(v, w)
			}
			if c == nil {
				if j := kinds.place[low]; mean[j] != row[column] || variance[j] != 0 {
					t.Errorf("a number has the site %v, %v", mean[j], variance[j])
				}
				continue
			}
			sum += table.Factor(0, column).Moments(m, v, wanted, spreads)
			for i := range m {
				j := kinds.place[low+i]
				share := w / (w + variance[j])
				if got := m[i] + share*(mean[j]-m[i]); !(math.Abs(got-wanted[i]) <= 1e-9) {
					t.Errorf("column %d: mean %v, want %v", column, got, wanted[i])
				}
				if got := share * variance[j]; !(math.Abs(got-spreads[i]) <= 1e-9) {
					t.Errorf("column %d: variance %v, want %v", column, got, spreads[i])
				}
				e := mean[j] - m[i]
				sum += .5*math.Log(2*math.Pi*(w+variance[j])) + .5*e*e/(w+variance[j])
			}
		}
		if !(math.Abs(sum-constant) <= 1e-9*(1+math.Abs(sum))) {
			t.Errorf("constant %v, want %v", constant, sum)
		}
	}
}
