package sampler

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A listed tree is one of all trees of a few rows: its groups of rows as bits, the larger before the
// smaller ones within it. Single rows are left out. It shares no code with the trees of the program.
type listed []uint

// listTrees returns all trees of a set of rows.
func listTrees(set uint) []listed {
	if bits.OnesCount(set) == 1 {
		return []listed{nil}
	}
	var out []listed
	// Choose the blocks in order of their lowest rows.
	var divide func(left uint, blocks int, above []listed)
	divide = func(left uint, blocks int, above []listed) {
		if left == 0 {
			if blocks > 1 {
				for _, t := range above {
					out = append(out, append(listed{set}, t...))
				}
			}
			return
		}
		lowest := left & -left
		rest := left &^ lowest
		for some := rest; ; some = (some - 1) & rest {
			if block := lowest | some; block != set {
				var grown []listed
				for _, t := range above {
					for _, u := range listTrees(block) {
						grown = append(grown, append(slices.Clone(t), u...))
					}
				}
				divide(left&^block, blocks+1, grown)
			}
			if some == 0 {
				return
			}
		}
	}
	divide(set, 0, []listed{nil})
	return out
}

// parent returns the group that contains group i and no other between them, -1 for the first.
func (t listed) parent(i int) int {
	for j := i - 1; j >= 0; j-- {
		if t[j]&t[i] == t[i] {
			return j
		}
	}
	return -1
}

// blocks returns the children of group i, rows among them.
func (t listed) blocks(i int) []uint {
	var out []uint
	rest := t[i]
	for j := i + 1; j < len(t); j++ {
		if t.parent(j) == i {
			out = append(out, t[j])
			rest &^= t[j]
		}
	}
	for ; rest != 0; rest &= rest - 1 {
		out = append(out, rest&-rest)
	}
	return out
}

func logGammaOf(x float64) float64 { v, _ := math.Lgamma(x); return v }

// parting returns the rate, times c, at which one of m rows parts from the others: Knowles and
// Ghahramani (2015), equation 9.
func parting(theta, alpha float64, m int) float64 {
	sum := 0.0
	for i := 1; i < m; i++ {
		sum += math.Exp(logGammaOf(float64(i)-alpha) - logGammaOf(float64(i)+1+theta))
	}
	return sum
}

// splitting returns the log density in c·ℓ of a split into blocks of so many rows, without the
// exponential of what came before: the same paper, equation 10.
func splitting(theta, alpha float64, sizes []int) float64 {
	sum, m := 0.0, 0
	for i, k := range sizes {
		sum += logGammaOf(float64(k) - alpha)
		if i > 0 {
			sum -= logGammaOf(1 - alpha)
		}
		if i > 1 {
			sum += math.Log(theta + float64(i)*alpha)
		}
		m += k
	}
	return sum - logGammaOf(float64(m)+theta)
}

// shape returns the same tree for the program.
func (t listed) shape() *labelled.Tree {
	nodes := map[uint]*labelled.Tree{}
	for i := len(t) - 1; i >= 0; i-- {
		v := &labelled.Tree{}
		for _, b := range t.blocks(i) {
			if nodes[b] == nil {
				nodes[b] = &labelled.Tree{Leaf: bits.TrailingZeros(b)}
			}
			v.Kids = append(v.Kids, nodes[b])
		}
		nodes[t[i]] = v
	}
	return nodes[t[0]]
}

// An enumeration integrates the likelihood of a few rows over the times of every tree. The waiting times
// are the prior's quantiles at the points of a lattice (Korobov), so the error falls faster than that of draws.
type enumeration struct {
	x                              *mat.Dense
	theta, alpha, c, sigma2, noise float64
	points                         int
}

// logMass returns the log of prior times likelihood of a tree.
func (e enumeration) logMass(t listed) float64 {
	n, d := e.x.Dims()
	log := 0.0
	rates, above := make([]float64, len(t)), make([]int, len(t))
	for i, set := range t {
		var sizes []int
		for _, b := range t.blocks(i) {
			sizes = append(sizes, bits.OnesCount(b))
		}
		rates[i], above[i] = parting(e.theta, e.alpha, bits.OnesCount(set)), t.parent(i)
		log += splitting(e.theta, e.alpha, sizes) - math.Log(rates[i])
	}
	// The last group that holds both rows is the least.
	joins := make([]int, n*n)
	for g, set := range t {
		for i := range n {
			for j := range n {
				if set>>i&1 == 1 && set>>j&1 == 1 {
					joins[i*n+j] = g
				}
			}
		}
	}
	var sum special.LogSum
	ell, l := make([]float64, len(t)), make([]float64, n*n)
	for k := range e.points {
		generator := 1
		for i := range t {
			q := math.Mod((float64(k)+0.5)*float64(generator)/float64(e.points), 1)
			generator = generator * 76 % e.points
			q = min(max(q, 1e-9), 1-1e-9)
			ell[i] = -math.Log1p(-q) / (e.c * rates[i])
			if above[i] >= 0 {
				ell[i] += ell[above[i]]
			}
		}
		value, ok := -0.5*float64(n*d)*math.Log(2*math.Pi), true
		for i := range n { // Cholesky's factor of the covariance between rows
			for j := range i + 1 {
				v := -math.Expm1(-ell[joins[i*n+j]])
				if i == j {
					v = 1 + e.noise/e.sigma2
				}
				v *= e.sigma2
				for m := range j {
					v -= l[i*n+m] * l[j*n+m]
				}
				if i == j {
					ok = ok && v > 0
					l[i*n+i] = math.Sqrt(v)
				} else {
					l[i*n+j] = v / l[j*n+j]
				}
			}
			value -= float64(d) * math.Log(l[i*n+i])
		}
		for j := range d {
			z := make([]float64, n)
			for i := range n {
				z[i] = e.x.At(i, j)
				for m := range i {
					z[i] -= l[i*n+m] * z[m]
				}
				z[i] /= l[i*n+i]
				value -= 0.5 * z[i] * z[i]
			}
		}
		if ok {
			sum.Add(value)
		}
	}
	return log + sum.Value() - math.Log(float64(e.points))
}

// posterior returns all trees of the rows with the log of their mass, and that of all together.
func (e enumeration) posterior() (trees []listed, masses []float64, total float64) {
	n, _ := e.x.Dims()
	var sum special.LogSum
	for _, t := range listTrees(1<<n - 1) {
		m := e.logMass(t)
		trees, masses = append(trees, t), append(masses, m)
		sum.Add(m)
	}
	return trees, masses, sum.Value()
}

// There are as many trees as known (OEIS A000311), and their prior probabilities sum to one.
func TestListedTrees(t *testing.T) {
	for n, count := range map[int]int{2: 1, 3: 4, 4: 26, 5: 236, 6: 2752} {
		trees := listTrees(1<<n - 1)
		if len(trees) != count {
			t.Errorf("%d trees of %d rows, not %d", len(trees), n, count)
		}
		for _, ta := range [][2]float64{{0, 0}, {1, 0.2}, {2.3, 0.23}} {
			sum := 0.0
			for _, tr := range trees {
				log := 0.0
				for i, set := range tr {
					var sizes []int
					for _, b := range tr.blocks(i) {
						sizes = append(sizes, bits.OnesCount(b))
					}
					log += splitting(ta[0], ta[1], sizes) - math.Log(parting(ta[0], ta[1], bits.OnesCount(set)))
				}
				sum += math.Exp(log)
			}
			pydttest.Close(t, fmt.Sprintf("the sum over trees of %d rows", n), sum, 1, 1e-9)
		}
	}
}

// enumerated draws some rows from the model.
func enumerated(n, d int, seed uint64) enumeration {
	rng := rand.New(rand.NewPCG(seed, 97))
	e := enumeration{theta: 1, alpha: 0.2, c: 1, sigma2: 1, noise: 0.05, points: 1021}
	tr := pitmanyor.NewPrior(e.theta, e.alpha, n).Sample(e.c, pydttest.RowNames(n), rng)
	e.x = covary.SampleLocations(tr, d, e.sigma2, e.noise, rng)
	return e
}

func (e enumeration) hyper() hyper.Hyper {
	n, _ := e.x.Dims()
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(e.theta, e.alpha, n), Largest: n, Sigma2: e.sigma2, Noise: e.noise,
		FixC: true, FixSigma2: true,
		FixTheta: true, FixAlpha: true, FixNoise: true}
	h.SetC(e.c)
	return h
}

// The evidence of a structure agrees with the integral over its times, for all trees of four to six rows
// that have a share of the posterior: the errors of two trees differ by little, and the tree of most evidence
// is that of greatest mass, or nearly so. A search compares structures, so an error that they share does no harm.
// [TestValidateTreesOfSixRows] takes those of six.
func TestEvidenceOfAllTrees(t *testing.T) { evidenceOfAllTrees(t, 4, 5) }

func evidenceOfAllTrees(t *testing.T, rows ...int) {
	for _, n := range rows {
		for _, d := range []int{1, 4} {
			e := enumerated(n, d, uint64(n+3*d))
			e.points = 509
			trees, masses, total := e.posterior()
			p := problem.New(e.x)
			var errors, shares []float64
			best, value := 0, math.Inf(-1)
			for i, tr := range trees {
				if masses[i] < total-7 {
					continue // less than 1 in 1,000
				}
				s := posterior.NewState(p, hyper.New(p, e.sigma2, e.c, e.theta, e.alpha, e.noise, true, true, true, true,
					true))
				pydttest.FromShape(s, tr.shape())
				s.RoughTimes()
				for range 100 {
					var w times.Sweeper
					w.Sweep(s)
				}
				got, _ := evidence.Structure(s)
				errors, shares = append(errors, got-masses[i]), append(shares, math.Exp(masses[i]-total))
				if got > value {
					best, value = i, got
				}
			}
			shared := stat.Mean(errors, shares)
			apart := 0.0
			for i, v := range errors {
				apart += shares[i] * math.Abs(v-shared) / floats.Sum(shares)
			}
			loss := slices.Max(masses) - masses[best]
			t.Logf(
				"%d rows, %d columns: errors %.3f nats on average, apart by %.3f; the best tree is %.3f below that of greatest mass",
				n, d, shared, apart, loss)
			if !(math.Abs(shared) <= 0.5 && apart <= 0.15 && loss <= 0.15) {
				t.Errorf(
					"%d rows, %d columns: errors %.3f nats on average, apart by %.3f; the best tree is %.3f below that of greatest mass",
					n, d, shared, apart, loss)
			}
		}
	}
}

// The sampler visits the trees of four to six rows as often as their masses say: each of the five of
// greatest mass, and by the number of branch points.
// [TestValidateTreesOfSixRows] takes those of six.
func TestSamplerVisitsAllTrees(t *testing.T) { samplerVisitsAllTrees(t, 4, 5) }

func samplerVisitsAllTrees(t *testing.T, rows ...int) {
	for _, n := range rows {
		e := enumerated(n, 2, uint64(n))
		trees, masses, total := e.posterior()
		want := map[string]float64{}
		var top []string
		order := make([]int, len(trees))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(masses[b], masses[a]) })
		for k, i := range order {
			share := math.Exp(masses[i] - total)
			if k < 5 {
				top = append(top, trees[i].shape().String())
				want[top[k]] = share
			}
			want[fmt.Sprint("branch points ", len(trees[i]))] += share
		}
		c := chainOf(e.x, e.hyper(), rand.New(rand.NewPCG(uint64(n), 98)))
		passes := passesOf("near", &c.Live.hyper)
		const batches, size = 50, 200
		seen := map[string][]float64{}
		for range batches {
			counts := map[string]float64{}
			for range size {
				c.sweepOnce(passes)
				counts[c.Live.labelled()]++
				points, _, _ := c.Live.extent()
				counts[fmt.Sprint("branch points ", int(points))]++
			}
			for name := range want {
				seen[name] = append(seen[name], counts[name]/size)
			}
		}
		worst, at := 0.0, ""
		for name, share := range want {
			mean, se := pydttest.BatchMean(seen[name])
			if z := math.Abs(mean-share) / (se + 1e-3*share + 1e-4); z > worst {
				worst, at = z, fmt.Sprintf("%s: %.4f ± %.4f, want %.4f", name, mean, se, share)
			}
		}
		t.Logf("%d rows, %d trees: greatest |z| %.1f (%s)", n, len(trees), worst, at)
		if !(worst <= 4) {
			t.Errorf("%d rows: %s", n, at)
		}
	}
}
