package spanning

import "testing"

// Nodes in a row, each nearest to the one before, make cycles within cycles: each step joins one node more. The way
// back opens all of them in as many steps as there are, not in the square of that.
func TestNestedCyclesOpenAtOnce(t *testing.T) {
	const n, root = 3000, 2500
	var edges []Candidate
	for k := 1; k < n; k++ {
		edges = append(edges, Candidate{k, k - 1, -float64(k)}, Candidate{k - 1, k, -float64(k)})
	}
	edges = append(edges, Candidate{root, Root, -1})
	a := NewAmong(n, false, edges)
	for !a.Advance(100) {
	}
	parent := a.Parents()
	for u, v := range parent {
		want := u + 1
		switch {
		case u == root:
			want = Root
		case u > root:
			want = u - 1
		}
		if v != want {
			t.Fatalf("the parent of %d is %d, want %d", u, v, want)
		}
	}
	if groups := len(a.heap); groups < n+root-1 || a.climbs > groups {
		t.Errorf("%d steps through %d groups of %d nodes", a.climbs, groups, n)
	}
}

// A group that holds most edges passes over those within it bit by bit: no Advance looks at more than its share.
func TestSlicesOfASearchAreShort(t *testing.T) {
	const n = 400
	var edges []Candidate
	for u := range n {
		for v := range n - 1 {
			if u < n-1 && v != u { // all of them are joined to each other, the last hangs on one
				edges = append(edges, Candidate{u, v, float64(u*v%17) / 10})
			}
		}
	}
	edges = append(edges, Candidate{7, n - 1, -1000}, Candidate{n - 1, Root, 0})
	a, slices := NewAmong(n, false, edges), 0
	for !a.Advance(10) {
		if len(a.listed) == 0 {
			if gone := -a.looks; gone > n {
				t.Fatalf("slice %d looked at %d edges too many", slices, gone)
			}
			slices++
		}
	}
	if parent := a.Parents(); parent[n-1] != Root || parent[7] != n-1 {
		t.Errorf("the root's row has the parent %d, its only child %d", parent[n-1], parent[7])
	}
	if slices < len(edges)/(10*looksEach)/2 {
		t.Errorf("%d edges in %d slices", len(edges), slices)
	}
}
