package linkage

import (
	"math"
	"strconv"
	"testing"
)

func BenchmarkCluster(b *testing.B) {
	x := gaussian(2000, 171, 1)
	for _, m := range Methods() {
		b.Run(string(m), func(b *testing.B) {
			for range b.N {
				Cluster(x, m)
			}
		})
	}
}

func BenchmarkDistances(b *testing.B) {
	x := gaussian(2000, 171, 1)
	for range b.N {
		d := newDistances(x, false)
		for {
			if _, finished := d.block(); finished {
				break
			}
		}
	}
}

func BenchmarkOptimalOrder(b *testing.B) {
	for _, n := range []int{500, 1500, 5000} {
		x := gaussian(n, 50, 1)
		merges := Cluster(x, Ward)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				OptimalOrder(x, merges)
			}
		})
	}
}

// Of many rows the means of clusters are joined. The matrix is beyond the limit by one row.
func BenchmarkClusterManyRows(b *testing.B) {
	x := gaussian(manyRows+1, 50, 1)
	for _, c := range []struct {
		m  Method
		by Metric
	}{{Ward, Euclidean}, {Average, Squared}, {Average, Correlation}, {Single, Euclidean}} {
		b.Run(string(c.m)+"/"+string(c.by), func(b *testing.B) {
			for b.Loop() {
				NewBy(x, c.m, c.by).Advance(math.MaxInt)
			}
		})
	}
}
