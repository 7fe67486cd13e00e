// Package parallel shares pieces of work that do not depend on each other between goroutines.
//
// Which goroutine does which piece is left to chance, so a piece may write only its own data. A sum over many rows is
// one of partial sums over blocks of rows, which are added in the order of the blocks. The blocks follow from the sizes
// of the table alone; then the sum has the same bits on any number of threads.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Do calls f(0) … f(n−1) on at most threads goroutines, of which one is the caller's, and returns when
// all calls have returned. With fewer than two threads the calls come in order. A panic in one of them
// is passed to the caller once the others have returned.
func Do(n, threads int, f func(i int)) {
	if threads = min(threads, n); threads < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	caught := make([]any, threads)
	var next atomic.Int64
	work := func(t int) {
		defer func() { caught[t] = recover() }()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	var wait sync.WaitGroup
	for t := 1; t < threads; t++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			work(t)
		}()
	}
	work(0)
	wait.Wait()
	for _, c := range caught {
		if c != nil {
			panic(c)
		}
	}
}

// Count returns the number of blocks of the given size in n rows; the last block may be smaller.
func Count(n, size int) int { return (n + size - 1) / size }

// Blocks calls f for each block of the given size in n rows, as [Do] does: block b holds the rows from low to
// high−1.
func Blocks(n, size, threads int, f func(b, low, high int)) {
	Do(Count(n, size), threads, func(b int) { f(b, b*size, min(n, (b+1)*size)) })
}
