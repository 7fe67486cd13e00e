package timetree

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// both returns one tree of n leaves in both forms. Its branch points have k children, which lie anywhere in memory, as
// they do after many moves.
func both(n, k int) (Arrays, Tree) {
	rng := rand.New(rand.NewPCG(1, uint64(n+k)))
	a := NewArrays(n)
	roots := make([]int32, n)
	for i, v := range rng.Perm(n) {
		roots[i] = int32(v)
	}
	points := make([]int32, 0, n)
	for _, v := range rng.Perm(n) {
		points = append(points, int32(n+v))
	}
	for rem := .1; len(roots) > 1; rem += .8 / float64(n) {
		m := min(k, len(roots))
		v := points[0]
		points = points[1:]
		a.SetRem(v, rem)
		a.Kids[v] = append([]int32(nil), roots[:m]...)
		for _, b := range roots[:m] {
			a.Parent[b] = v
		}
		roots = append(roots[m:], v)
		rng.Shuffle(len(roots), func(i, j int) { roots[i], roots[j] = roots[j], roots[i] })
	}
	a.Top = roots[0]
	a.Parent[a.Top] = -1
	a.Free = points
	t := New(n)
	t.Node = append(t.Node, Node{Parent: Absent, First: -1, Next: -1}) // as many slots as the arrays
	for v := range a.Parent {
		nv := &t.Node[v]
		nv.Parent, nv.Ell, nv.Rem, nv.Kids = a.Parent[v], a.Ell[v], a.Rem[v], int32(len(a.Kids[v]))
		for i := len(a.Kids[v]) - 1; i >= 0; i-- {
			b := a.Kids[v][i]
			t.Node[b].Next, nv.First = nv.First, b
		}
	}
	t.Top = a.Top
	return a, t
}

// Why there are two forms of a tree that changes. A sampler climbs from a place to the top after each move, and reads
// parent and times together: [Tree] has them in one record. A search compares the children of a branch point with each
// other, and asks for them by place: [Arrays] has them in a row, where a list is followed from record to record. In
// binary trees of 2,000 leaves each is about 1.5 times as fast as the other at its own work.
func BenchmarkForms(b *testing.B) {
	const n = 2000
	sink := 0.0
	for _, k := range []int{2, 20, 200} {
		a, t := both(n, k)
		b.Run(fmt.Sprintf("climb/%d/Arrays", k), func(b *testing.B) {
			for i := range b.N {
				for v := int32(i % n); v >= 0; v = a.Parent[v] {
					sink += a.Rem[v] * a.Ell[v]
				}
			}
		})
		b.Run(fmt.Sprintf("climb/%d/Tree", k), func(b *testing.B) {
			for i := range b.N {
				for v := int32(i % n); v >= 0; v = t.Node[v].Parent {
					sink += t.Node[v].Rem * t.Node[v].Ell
				}
			}
		})
		points := a.Preorder()
		b.Run(fmt.Sprintf("pairs/%d/Arrays", k), func(b *testing.B) {
			for i := range b.N {
				kids := a.Kids[points[i%len(points)]]
				for j, x := range kids {
					for _, y := range kids[:j] {
						sink += a.Rem[x] - a.Rem[y]
					}
				}
			}
		})
		b.Run(fmt.Sprintf("pairs/%d/Tree", k), func(b *testing.B) {
			for i := range b.N {
				first := t.Node[points[i%len(points)]].First
				for x := first; x >= 0; x = t.Node[x].Next {
					for y := first; y != x; y = t.Node[y].Next {
						sink += t.Node[x].Rem - t.Node[y].Rem
					}
				}
			}
		})
	}
	_ = sink
}
