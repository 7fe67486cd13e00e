package teach

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	sheets "example.org/espalier/docs/teach"

	"gonum.org/v1/gonum/stat/distuv"
)

// seated returns the mean and the standard deviation of the number of tables of n customers, by the chain of its
// distribution.
func seated(theta, discount float64, n int) (mean, deviation float64) {
	p := []float64{1}
	for i := range n {
		next := make([]float64, len(p)+1)
		for k, q := range p {
			opens := (theta + discount*float64(k)) / (theta + float64(i))
			next[k+1] += q * opens
			next[k] += q * (1 - opens)
		}
		p = next
	}
	square := 0.0
	for k, q := range p {
		mean, square = mean+q*float64(k), square+q*float64(k*k)
	}
	return mean, math.Sqrt(square - mean*mean)
}

func tables(theta, discount float64, n int) float64 { m, _ := seated(theta, discount, n); return m }

func tablesDeviation(theta float64, n int) float64 { _, d := seated(theta, 0, n); return d }

// customersFor is the number of customers whose expected number of tables is nearest to one.
func customersFor(theta, want float64) float64 {
	n := 1
	for want-tables(theta, 0, n) > tables(theta, 0, n+1)-want {
		n++
	}
	return float64(n)
}

// branchPoints is the mean number of branch points of n paths at θ = 1 and α = 0, where n customers have 1/j tables of j
// on average and one table of all with probability 1/n.
func branchPoints(n int) (mean float64) {
	below := 0.0
	for m := 2; m <= n; m++ {
		mean = 1 + below/(1-1/float64(m))
		below += mean / float64(m)
	}
	return mean
}

// bell returns the number of partitions of n items, by its triangle.
func bell(n int) float64 {
	row := []float64{1}
	for range n - 1 {
		next := []float64{row[len(row)-1]}
		for _, x := range row {
			next = append(next, next[len(next)-1]+x)
		}
		row = next
	}
	return row[len(row)-1]
}

func harmonic(n int) (h float64) {
	for i := range n {
		h += 1 / float64(i+1)
	}
	return h
}

// bowl returns the mean energy along one axis of the bumpy surface at a temperature, and the share of the deepest valley.
func bowl(temperature float64) (energy, valley float64) {
	total := 0.0
	for i := range 160 {
		x := -4 + 0.05*(float64(i)+.5)
		bump := math.Sin(math.Pi * x / 1.6)
		e := .4*(x-1.6)*(x-1.6) + 1.5*bump*bump
		w := math.Exp(-e / temperature)
		total, energy = total+w, energy+w*e
		if x > .8 && x < 2.4 {
			valley += w
		}
	}
	return energy / total, valley / total
}

// uneven is the mean number of branch points with unequal sides, where all labelled trees of n leaves are equally
// probable: (2n − 3)!! of them.
func uneven(n int) float64 {
	count, mean := make([]float64, n+1), make([]float64, n+1)
	count[1] = 1
	for m := 2; m <= n; m++ {
		choose := 1.0
		for i := 1; i < m; i++ {
			choose *= float64(m-i+1) / float64(i)
			trees := choose * count[i] * count[m-i] / 2
			odd := 1.0
			if 2*i == m {
				odd = 0
			}
			count[m] += trees
			mean[m] += trees * (odd + mean[i] + mean[m-i])
		}
		mean[m] /= count[m]
	}
	return mean[n]
}

// apart is the mean squared distance in the plane of two points whose paths part at the rate of times a(t).
func apart(rate float64) float64 { return 2 * 2 * rate / (1 + rate) }

// stars is the probability that three customers of plain nested restaurants part at one of so many levels: at each, a
// second table is opened with the odds 2/(1 − t) over the levels, and a third at half of them.
func stars(levels int) float64 {
	star, together := 0.0, 1.0
	for s := range levels {
		odds := 2 / (1 - float64(s)/float64(levels)) / float64(levels)
		second, third := odds/(1+odds), odds/(2+odds)
		star += together * second * third
		together *= (1 - second) * (1 - third)
	}
	return star
}

func information(r float64) float64 { return -math.Log(1-r*r) / 2 }

func signal(n, within, between float64) float64 {
	in, out := n*within, n*between
	return (in - out) * (in - out) / (3 * (in + 2*out))
}

// ofFactor is the standard deviation of the number of loadings of one factor of BFRM, D = s = 100, and of a binomial
// number of the same mean.
func ofFactor() (share, single float64) {
	const d, r, m = 100, 0.05, 0.75
	variance := r * (1 - r) / (d + 1)
	single = d * m * r * (1 - m*r)
	return math.Sqrt(single + d*(d-1)*m*m*variance), math.Sqrt(single)
}

var (
	spacePattern  = regexp.MustCompile(`\s+`)
	numberPattern = regexp.MustCompile(`[-−]?[0-9]+(,[0-9]{3})*(\.[0-9]+)?`)
)

// The numbers that lesson sheets state are worked out here, without a stage.
func TestNumbersOfLessonSheets(t *testing.T) {
	double := 1.0
	for k := 3.0; k <= 25; k += 2 {
		double *= k
	}
	dense, single := ofFactor()
	chance := 1 - 84.0/136 + 2*40*44/(136.0*136)
	for _, c := range []struct {
		stage, phrase string
		want          []float64 // of the numbers in the phrase
	}{
		{"crp", "5.2, 8.4 and 24.4", []float64{tables(1, 0, 100), tables(2, 0, 100), tables(10, 0, 100)}},
		{"crp", "after 17 customers and ten after 225", []float64{customersFor(2, 5), customersFor(2, 10)}},
		{"crp", "From 28.2 to 68.4 expected tables, by the factor 2.4", []float64{tables(2, .6, 75), tables(2, .6, 300),
			tables(2, .6, 300) / tables(2, .6, 75)}},
		{"crp", "from 7.8 to 10.6", []float64{tables(2, 0, 75), tables(2, 0, 300)}},
		{"ibp", "3 · 3.60 = 10.8, with standard deviation √10.8 = 3.3", []float64{3, harmonic(20), 3 * harmonic(20),
			3 * harmonic(20), math.Sqrt(3 * harmonic(20))}},
		{"factors", "2 · 3.38 = 6.8 factors; *α* · 16 = 32 entries", []float64{2, harmonic(16), 2 * harmonic(16), 16, 32}},
		{"ddt", "1 − (½)⁴ = 0.94", []float64{1, 1 - math.Pow(.5, 4)}},
		{"ddt", "that is ½ and 0.2", []float64{1.0 / (1 + 4)}},
		{"pydt", "10/13 = 0.77", []float64{10, 3 + 10, 10.0 / 13}},
		{"pydt", "/(8 + 1) = 0.28", []float64{8, 1, (1 + .5*3) / (8 + 1)}},
		{"pydt", "7.7 are expected", []float64{branchPoints(12)}},
		{"pydt-balance", "12/15 = 0.8", []float64{12, 15, 12.0 / 15}},
		{"divergence", "1/√2 = 0.29", []float64{1, 2, 1 - 1/math.Sqrt2}},
		{"divergence", "1/H₉ = 0.35", []float64{1, 1 / harmonic(9)}},
		{"blocks", "5.84, give or take 1.95", []float64{tables(1.5, 0, 50), tablesDeviation(1.5, 50)}},
		{"blocks", "(12 + 1) = 0.73", []float64{12, 1, 9.5 / 13}},
		{"blocks", "52 × 15 = 780", []float64{bell(5), bell(4), bell(5) * bell(4)}},
		{"check", "in 36 of 100 tests", []float64{100 * math.Pow(distuv.UnitNormal.CDF(2)-distuv.UnitNormal.CDF(-2), 22), 100}},
		{"check", "22 × 0.000063", []float64{22, 2 * distuv.UnitNormal.CDF(-4)}},
		{"columns", "2/(1 + 0.95) = 1.03 and 2/(1 − 0.95) = 40", []float64{2, 1, .95, 2 / 1.95, 2, 1, .95, 2 / .05}},
		{"cooling", "= 0.47 and e^(−10) = 0.00005", []float64{math.Exp(-.75), -3 / .3, math.Exp(-3 / .3)}},
		{"cutting", "1/9 + 1/9 = 0.22", []float64{1, 9, 1, 9, 2.0 / 9}},
		{"evidence", "falls by 2.3 nats", []float64{math.Log(10)}},
		{"greedy", "7,905,853,580,625", []float64{double}},
		{"importance", "1/√0.75 = 1.155, variance 0.155", []float64{1, 1.5 * .5, 1 / math.Sqrt(.75), 1/math.Sqrt(.75) - 1}},
		{"importance", "1.155²⁰ − 1 = 16.8", []float64{1 / math.Sqrt(.75), 1, math.Pow(.75, -10) - 1}},
		{"linkage", "single 1.5, complete 2.5, average 2, Ward √(4/3) · 2 = 2.31", []float64{2.5 - 1, 2.5, (1.5 + 2.5) / 2, 4, 3,
			2.5 - .5, math.Sqrt(2*2*1/3.0) * (2.5 - .5)}},
		{"network-blocks", "(27 + 2 × 3.6)/3 = 11.4, signal 23.4²/(3 × 34.2) = 5.3", []float64{45 * .6, 2, 45 * .08, 3,
			(27 + 7.2) / 3, 27 - 3.6, 3, 27 + 2*3.6, signal(45, .6, .08)}},
		{"network-blocks", "The signal is 0.22", []float64{signal(45, .2, .12)}},
		{"pairs", "0.27 nats for neighbours, 0.10 two steps away", []float64{information(.65), information(.65 * .65)}},
		{"plane-steps", "log 40 / (2 × 0.0513) = 36 sweeps", []float64{40, 2, -math.Log(.95), math.Log(40) / (-2 * math.Log(.95))}},
		{"scores", "purity 12/17 = 0.71, Rand index 92/136 = 0.68", []float64{12, 17, 12.0 / 17, 92, 17 * 16 / 2, 92.0 / 136}},
		{"scores", "10 + 6 + 3 + 1 = 20", []float64{5 * 4 / 2, 4 * 3 / 2, 3 * 2 / 2, 1, 20}},
		{"scores", "that is 0.57", []float64{chance}},
		{"simpson", "0.15 × 0.85 + 0.85 × 0.35 = 0.425", []float64{.15, .85, .85, .35, .15*.85 + .85*.35}},
		{"simpson", "0.85 × 0.75 + 0.15 × 0.25 = 0.675. The difference is −0.25", []float64{.85, .75, .15, .25,
			.85*.75 + .15*.25, .425 - .675}},
		{"sparsity", "*y* = 2.63", []float64{math.Sqrt(4 * math.Log(4*math.Sqrt2))}},
		{"sparsity", "the mean 3.75 of the binomial, and the standard deviation 2.5 in place of 1.9", []float64{100 * .75 * .05,
			dense, single}},
		{"tempering", "= −2.34: probability 0.096", []float64{(1 - .22) * (-4 + 1), math.Exp((1 - .22) * (-4 + 1))}},
		{"views", "from 0 to 13: 3.25", []float64{0, 14 - 1, tables(1, 0, 14)}},
		{"all-trees", "25 of the 625 rooted trees of five nodes", []float64{25, math.Pow(5, 4)}},
	} {
		sheet, _ := sheets.Of(c.stage)
		if !strings.Contains(spacePattern.ReplaceAllString(sheet, " "), c.phrase) {
			t.Errorf("%s: the sheet does not say %q", c.stage, c.phrase)
			continue
		}
		told := numberPattern.FindAllString(c.phrase, -1)
		if len(told) != len(c.want) {
			t.Fatalf("%s: %q has the numbers %q", c.stage, c.phrase, told)
		}
		for i, text := range told {
			text = strings.NewReplacer(",", "", "−", "-").Replace(text)
			got, err := strconv.ParseFloat(text, 64)
			_, decimals, _ := strings.Cut(text, ".")
			if half := 0.5000001 * math.Pow(10, -float64(len(decimals))); err != nil || !(math.Abs(got-c.want[i]) <= half) {
				t.Errorf("%s: in %q stands %s, and it is %v", c.stage, c.phrase, told[i], c.want[i])
			}
		}
	}
}

// What a stage expects is what follows from its settings, worked out here without it.
func TestExpectationsOfStages(t *testing.T) {
	end := math.MaxInt
	energy, valley := bowl(4)
	for _, c := range []struct {
		stage    string
		settings []string
		step     int
		counter  string
		want     float64
	}{
		{"crp", []string{"concentration=1"}, end, "tables", tables(1, 0, 100)},
		{"crp", []string{"concentration=10"}, end, "tables", tables(10, 0, 100)},
		{"crp", []string{"discount=0.6", "customers=300"}, end, "tables", tables(2, .6, 300)},
		{"crp", nil, end, "stick, first piece", 1.0 / 3},
		{"ibp", nil, end, "dishes, K+", 3 * harmonic(20)},
		{"ibp", []string{"beta=1"}, end, "ones in the matrix", 3 * 20},
		{"factors", nil, end, "factors, K", 2 * harmonic(16)},
		{"factors", nil, end, "nonzero loadings", 2 * 16},
		{"ddt", []string{"c=4"}, end, "paths 1, 2 part at t", 1.0 / 5},
		{"pydt-shapes", nil, 3, "share of stars", (1.0 / 24) / (1 - 1.0/4)},
		{"pydt-shapes", nil, 3, "branch points", branchPoints(4)},
		{"divergence", []string{"c=2"}, 3, "first branch point, mean t", 1 / (1 + 2*harmonic(9))},
		{"blocks", nil, 1, "true clusters of rows", tables(1.5, 0, 50)},
		{"geweke", []string{"items=4"}, 1, "factors, correct", 2 * harmonic(4)},
		{"importance", []string{"precision=1.5"}, 1, "variance of weights", (1/math.Sqrt(.75) - 1) * (1 - 1.0/50)}, // of 50
		{"scores", []string{"course=deal"}, 1, "Rand index", 1 - 84.0/136 + 2*40*44/(136.0*136)},
		{"simpson", nil, end, "recovered, treated", .15*.85 + .85*.35},
		{"simpson", nil, end, "recovered, others", .85*.75 + .15*.25},
		{"simpson", nil, end, "difference, adjusted", .1},
		{"threshold", nil, 3, "share of pairs alike", .5 + math.Asin(.5)/math.Pi},
		{"urn", nil, 3, "colours, mean", tables(1.5, 0, 3)},
		{"views", nil, end, "views", tables(1, 0, 14)},
		{"plane-steps", nil, 3, "x of the first chain", -4 * math.Pow(.95, 6)},
		{"sparsity", nil, 3, "E[g | y], normal", sparsityMost * 3.0 / sparsitySteps / 2},
		{"cooling", []string{"schedule=constant"}, 1, "mean energy", 2 * energy},
		{"cooling", []string{"schedule=constant"}, 1, "in the deepest valley", valley * valley},
		{"pydt-balance", []string{"alpha=-1"}, 1, "Colless, mean", 100 * (harmonic(50) - 1) * 2 / (99 * 98)}, // Heard (1992)
		{"pydt-balance", []string{"alpha=0.5", "leaves=20"}, 1, "Rogers, mean", uneven(20) / 18},
		{"pydt-plane", nil, 1, "distance², θ = 0", apart(1)},
		{"pydt-plane", []string{"alpha=0.3", "smoothness=2"}, 1, "distance², θ = 1.5", apart(2 * 3 * math.Gamma(.7) / math.Gamma(3.5))},
		{"pydt-plane", []string{"data=points"}, 1, "branch points, θ = 1", branchPoints(40)},
		{"nested-crp", nil, 10, "stars, left", stars(10)},
		{"most", []string{"points=30"}, 1, "points of all components", 30},
		{"bound", []string{"points=60"}, 1, "rows shared out", 60},
	} {
		s, err := Find(c.stage)
		if err != nil {
			t.Fatal(err)
		}
		course := open(t, s, 1, c.settings...)
		to(t, course, min(c.step, course.Steps()))
		found := false
		for _, k := range course.Counters() {
			if k.Name == c.counter {
				if found = true; !(math.Abs(k.Expected-c.want) <= 1e-9*max(1, math.Abs(c.want))) {
					t.Errorf("%s %v expects of %s %v, and it is %v", c.stage, c.settings, c.counter, k.Expected, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s has no counter %s", c.stage, c.counter)
		}
	}
}
