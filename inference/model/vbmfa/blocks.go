package vbmfa

import "example.org/espalier/inference/parallel"

// blockRows is the number of rows whose sums are computed together, unless these are more work than
// blockWork. It depends on the sizes of the table and of a component only, and the sums of blocks are added in
// their order: so the bits do not depend on the number of threads.
const (
	blockRows = 1024
	blockWork = 1 << 20
	leastRows = 32 // of a block, beside which adding up its sums is little work
)

// parallelWork is the multiply-adds below which goroutines are not worth starting.
const parallelWork = 1 << 16

// share calls f(0) … f(n−1), on several goroutines if the total work is large.
func share(n, threads, work int, f func(k int)) {
	if work < parallelWork {
		threads = 1
	}
	parallel.Do(n, threads, f)
}

// inBlocks calls f for each block of all rows; work is that of a row.
func (d *rows) inBlocks(work int, f func(b, low, high int)) {
	threads := d.threads
	if d.n*work < parallelWork {
		threads = 1
	}
	parallel.Blocks(d.n, blockRows, threads, f)
}

// blockOf returns the number of rows in a block of a component with w−1 factors, whose rows are p·w + w²
// multiply-adds of work each.
func (d *rows) blockOf(w int) int {
	return min(blockRows, max(leastRows, blockWork/(d.p*w+w*w)))
}
