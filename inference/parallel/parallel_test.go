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
		if slices.ContainsFunc(seen, func(k int) bool { return k != 1 }) ||
			slices.ContainsFunc(blocks, func(k int) bool { return k != 1 }) {
			t.Errorf("%d rows: rows %v, blocks %v", n, seen, blocks)
		}
	}
}

// A crew does every piece of each of many jobs once, and all of a job before the next, also where its goroutines fall
// asleep between them.
func TestCrewDoesEveryPieceOnce(t *testing.T) {
	for _, threads := range []int{0, 1, 2, 5} {
		With(threads, func(c *Crew) {
			for job := range 2000 {
				n := job % 7
				calls := make([]int, n)
				if job%500 == 499 { // long enough for them to sleep
					for range 10 {
						spend()
					}
				}
				c.Do(n, func(i int) { calls[i]++ })
				for i, k := range calls {
					if k != 1 {
						t.Fatalf("%d threads, job %d: piece %d was done %d times", threads, job, i, k)
					}
				}
			}
		})
	}
}

var spent float64

// spend takes some time.
func spend() {
	for i := range 100_000 {
		spent += 1 / float64(i+1)
	}
}

// Two pieces that wait for each other end only if two goroutines of the crew do them.
func TestCrewWorksSideBySide(t *testing.T) {
	With(2, func(c *Crew) {
		for range 3 {
			var both sync.WaitGroup
			both.Add(2)
			c.Do(2, func(int) {
				both.Done()
				both.Wait()
			})
		}
	})
}

// A panic of a piece reaches the caller once the others are done, and the crew keeps working.
func TestPanicOfACrewReachesTheCaller(t *testing.T) {
	With(3, func(c *Crew) {
		for range 2 {
			done := make([]bool, 6)
			func() {
				defer func() {
					if r := recover(); r != "no way on" {
						t.Errorf("recovered %v", r)
					}
				}()
				c.Do(6, func(i int) {
					if i == 2 {
						panic("no way on")
					}
					done[i] = true
				})
				t.Error("no panic")
			}()
			if done[2] = true; slices.Contains(done, false) {
				t.Errorf("pieces beside the panic are not done: %v", done)
			}
		}
	})
}
