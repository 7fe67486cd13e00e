package linkage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// points draws n rows of d cells in clusters; every fifth row repeats the one before where ties are wanted.
func points(n, d int, ties bool, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, float64(5*rng.IntN(4))+rng.NormFloat64()*float64(1+j%3))
			if ties && i%5 == 4 {
				x.Set(i, j, x.At(i-1, j))
			}
		}
	}
	return x
}

// run joins to the end.
func run(n int, j joiner, root bool, unscaled func(float64) float64) []Merge {
	for {
		if _, finished := j.step(); finished {
			break
		}
	}
	return arrange(n, j.joins(), func(h float64) float64 {
		if !root {
			h = math.Sqrt(h)
		}
		return unscaled(h)
	})
}

// TestPointsJoinAsPairs: joined from points, the tree is that of the table of distances.
func TestPointsJoinAsPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for _, n := range []int{2, 3, 17, 240} {
		for _, d := range []int{1, 7, 8, 9, 21} {
			for _, m := range []Method{Ward, Average, Single} {
				for _, by := range Metrics() {
					if m != Single && !byMeans(m, by) || by.angular() && d < 7 { // angles of few columns are all but equal
						continue
					}
					for _, ties := range []bool{false, true} {
						t.Run(fmt.Sprintf("%s/%s/%dx%d/ties=%v", m, by, n, d, ties), func(t *testing.T) {
							x := points(n, d, ties, rng)
							of := newMetricDistances(x, by.rooted(m), by)
							var j joiner = newSpanning(n, 1, of.from)
							if m != Single {
								j = newChain(n, newMeans(m, of))
							}
							want := NewBy(x, m, by)
							want.Advance(math.MaxInt)
							compareMerges(t, run(n, j, of.root, of.unscaled), want.Merges(), !ties)
						})
					}
				}
			}
		}
	}
}

// Rows without direction are at 1 from all, and two of them, which no points are: between clusters that hold some, the
// height is still the mean over pairs, and Ward's is that of distances of √2.
func TestMeansOfRowsWithoutDirection(t *testing.T) {
	const n, d = 7, 9
	x := points(n, d, false, rand.New(rand.NewPCG(3, 4)))
	x.SetRow(1, make([]float64, d))
	x.SetRow(2, make([]float64, d))
	x.SetRow(5, make([]float64, d))
	pair := func(i, j int) float64 { // the distance, by its definition
		if i == j {
			return 0
		}
		if h := byDefinition(Cosine, x.RawRowView(i), x.RawRowView(j)); !math.IsNaN(h) {
			return h
		}
		return 1
	}
	mean := func(a, b []int) float64 {
		sum := 0.0
		for _, i := range a {
			for _, j := range b {
				sum += pair(i, j)
			}
		}
		return sum / float64(len(a)*len(b))
	}
	a, b := []int{0, 1, 2}, []int{3, 4, 5, 6}
	for _, m := range []Method{Average, Ward} {
		c := newMeans(m, newMetricDistances(x, Cosine.rooted(m), Cosine))
		for _, of := range [][]int{a, b} {
			for k := range of[1:] {
				c.merge(of[k], of[k+1], 0, nil)
			}
		}
		want := mean(a, b)
		if m == Ward { // twice the growth of the sum of squares, of squared distances
			sum := func(of []int) float64 { return mean(of, of) * float64(len(of)) }
			want = 2 * (sum([]int{0, 1, 2, 3, 4, 5, 6}) - sum(a) - sum(b))
		}
		if got := c.between(2, 6, math.Inf(1)); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("%s: height %v, want %v", m, got, want)
		}
	}
}

// The height of a merge under average linkage is the mean over all pairs of rows, in the units of the data.
func TestAverageOfSquares(t *testing.T) {
	const great = 1e150 // so that rows are scaled
	x := mat.NewDense(4, 1, []float64{0, great, 10 * great, 14 * great})
	for _, c := range []joiner{newChain(4, newMeans(Average, newMetricDistances(x, true, Squared))), nil} {
		var merges []Merge
		if c != nil {
			merges = run(4, c, true, newMetricDistances(x, true, Squared).unscaled)
		} else {
			by := NewBy(x, Average, Squared)
			by.Advance(math.MaxInt)
			merges = by.Merges()
		}
		for i, want := range []float64{1, 16, (100. + 196 + 81 + 169) / 4} {
			if got := merges[i].Height / great / great; !(math.Abs(got-want) <= 1e-9*want) {
				t.Errorf("merge %d at %v, want %v", i, got, want)
			}
		}
	}
}

// compareMerges requires equal heights and, unless there are ties, equal clusters.
func compareMerges(t *testing.T, got, want []Merge, clusters bool) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d merges, want %d", len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i].Height-want[i].Height) <= 1e-9*(1+want[i].Height)) {
			t.Fatalf("merge %d at %v, want %v", i, got[i].Height, want[i].Height)
		}
		if clusters && (got[i].A != want[i].A || got[i].B != want[i].B || got[i].Size != want[i].Size) {
			t.Fatalf("merge %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// TestManyRows: above 10,000 rows clusters known by their means and single linkage join from points in little memory,
// through the same door, and the other methods keep their table.
func TestManyRows(t *testing.T) {
	const n = manyRows + 1
	if few, many := Bytes(n, 3, true, Ward, Euclidean),
		Bytes(n, 3, true, Average, Euclidean); few > 10<<20 || many < 300<<20 {
		t.Errorf("%d and %d bytes", few, many)
	}
	for _, c := range []struct {
		m        Method
		by       Metric
		complete bool
	}{{Average, Euclidean, true}, {Average, Squared, false}, {Ward, Euclidean, false}, {Complete, Euclidean, true},
		{Single, Euclidean, false}} {
		if fromPoints(n, c.complete, c.m, c.by) {
			t.Errorf("%+v from points", c)
		}
	}
	for _, by := range []Metric{Squared, Correlation, Cosine} {
		if !fromPoints(n, true, Average, by) {
			t.Errorf("average linkage of %s distances keeps a table", by)
		}
	}
	if testing.Short() {
		t.Skip("10⁹ distances")
	}
	// On a line the single linkage tree is known: its heights are the gaps.
	x := mat.NewDense(n, 1, nil)
	at := 0.0
	for i := range n {
		at += 1 + float64(i)/n
		x.Set(i, 0, at)
	}
	merges := Cluster(x, Single)
	for i, m := range merges {
		if want := 1 + float64(i+1)/n; !(math.Abs(m.Height-want) <= 1e-7) {
			t.Fatalf("merge %d at %v, want %v", i, m.Height, want)
		}
	}
}

// Sums end early if the columns that vary most come first.
func TestByVariance(t *testing.T) {
	rows := []float64{1, 40, 5, 2, 10, 5, 3, 20, 5, 0, -10, 5.5}
	if got := byVariance(rows, 4, 3); got[0] != 1 || got[1] != 0 || got[2] != 2 {
		t.Errorf("columns %v", got)
	}
}

// The size of a cluster is its number of rows.
func TestSizesOfClusters(t *testing.T) {
	c := newTable(Average, 4, newPairTable(4, []float64{1, 4, 4, 4, 4, 1}))
	c.merge(0, 1, 1, []int{1, 2, 3})
	c.merge(1, 3, 2, []int{2, 3})
	if c.size[2] != 1 || c.size[3] != 3 {
		t.Errorf("sizes %v", c.size)
	}
}

// A row far from all others does not cost these their digits: the origin is near the mean of a column, not near its
// greatest value.
func TestDigitsBesideAnOutlier(t *testing.T) {
	const n = 200
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i*i%n)/n+float64(i)/1e4)
	}
	x.Set(n-1, 0, 1e12)
	d := newDistances(x, false)
	for i := range n - 1 {
		for j := range i {
			got, want := math.Abs(d.row(i)[0]-d.row(j)[0]), math.Abs(x.At(i, 0)-x.At(j, 0))
			if !(math.Abs(got-want) <= 1e-12) {
				t.Fatalf("rows %d and %d are %v apart, want %v", j, i, got, want)
			}
		}
	}
}
