package spanning

import (
	"fmt"
	"math"
	"testing"
)

// log(eᵃ + x) is that, where eᵃ is within the numbers.
func TestLogPlus(t *testing.T) {
	for _, a := range []float64{-30, -3, -0.5, 0, 0.7, 4, 30, 200} {
		for _, share := range []float64{-1, -0.9, -0.3, 0, 0.2, 1, 5, 1e6} {
			x := share * math.Exp(a)
			want := a + math.Log1p(share)
			if got := logPlus(a, x); got != want && !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) &&
				!(share == -1 && got < a-30) {
				t.Errorf("log(exp %v + %v) is %v, want %v", a, x, got, want)
			}
		}
	}
	inf := math.Inf(-1)
	for _, x := range []float64{0.3, 1, 7} {
		if got := logPlus(inf, x); !(math.Abs(got-math.Log(x)) <= 1e-12) {
			t.Errorf("log(0 + %v) is %v", x, got)
		}
	}
	if got := logPlus(inf, 0); got != inf {
		t.Errorf("log 0 is %v", got)
	}
	if got := logPlus(2, -9); got != inf {
		t.Errorf("the log of a negative number is %v", got)
	}
}

// The codes of n nodes are all n^(n−2) trees, each once, and node k has one child less than neighbours, as often as it
// stands in the code.
func TestDecode(t *testing.T) {
	for n := 2; n <= 6; n++ {
		codes := 1
		for range n - 2 {
			codes *= n
		}
		seen := map[string]bool{}
		for code := range codes {
			rest, often := code, make([]int, n)
			parent := decode(n, func() int {
				v := rest % n
				rest /= n
				often[v]++
				return v
			})
			degree := make([]int, n)
			for u := 1; u < n; u++ {
				degree[u]++
				degree[parent[u]]++
				v := u
				for range n {
					if v != 0 {
						v = parent[v]
					}
				}
				if v != 0 {
					t.Fatalf("code %d of %d nodes has a cycle: %v", code, n, parent)
				}
			}
			for u, k := range often {
				if degree[u] != k+1 {
					t.Fatalf("code %d of %d nodes: node %d has %d neighbours, want %d: %v", code, n, u, degree[u], k+1, parent)
				}
			}
			seen[fmt.Sprint(parent[1:])] = true
		}
		if len(seen) != codes {
			t.Errorf("%d codes of %d nodes are %d trees", codes, n, len(seen))
		}
	}
}
