package parallel

import (
	"slices"
	"sync"
	"testing"
)

func TestEveryPieceOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		for _, threads := range []int{0, 1, 2, 3, 200} {
			calls := make([]int, n)
			Do(n, threads, func(i int) { calls[i]++ })
			for i, c := range calls {
				if c != 1 {
					t.Errorf("%d pieces on %d threads: piece %d was done %d times", n, threads, i, c)
				}
			}
		}
	}
}

// Two pieces that wait for each other end only if two goroutines do them.
func TestPiecesRunSideBySide(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	Do(2, 2, func(int) {
		both.Done()
		both.Wait()
	})
}

func TestPanicReachesTheCaller(t *testing.T) {
	for _, threads := range []int{1, 3} {
		done := make([]bool, 6)
		func() {
			defer func() {
				if r := recover(); r != "no way on" {
					t.Errorf("%d threads: recovered %v", threads, r)
				}
			}()
			Do(6, threads, func(i int) {
				if i == 5 {
					panic("no way on")
				}
				done[i] = true
			})
			t.Errorf("%d threads: no panic", threads)
		}()
		if slices.Contains(done[:5], false) {
			t.Errorf("%d threads: pieces before the panic are not done: %v", threads, done)
		}
	}
}

func TestBlocksCoverTheRows(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 25} {
		seen := make([]int, n)
		blocks := make([]int, Count(n, 10))
		Blocks(n, 10, 2, func(b, low, high int) {
			blocks[b]++
			if low != 10*b || high <= low || high > low+10 {
				t.Errorf("%d rows: block %d holds %d to %d", n, b, low, high-1)
			}
			for i := low; i < high; i++ {
				seen[i]++
			}
		})
		if slices.ContainsFunc(seen, func(k int) bool { return k != 1 }) || slices.ContainsFunc(blocks, func(k int) bool { return k != 1 }) {
			t.Errorf("%d rows: rows %v, blocks %v", n, seen, blocks)
		}
	}
}
