package pydt

import (
	"sync/atomic"

	"example.org/espalier/inference/parallel"
)

// A weighing finds the odds of several branches of a tree at once. Those of one do not depend on those of another, so they have
// the same bits on any number of threads.
type weighing struct {
	threads    int          // 0 counts as 1
	collapsers []*collapser // one for each thread, made when needed
}

// do calls f(0) … f(n−1), each with a collapser of s that no other call has at the time.
func (w *weighing) do(s *state, n int, f func(c *collapser, i int)) {
	threads := max(min(w.threads, n), 1)
	for len(w.collapsers) < threads {
		w.collapsers = append(w.collapsers, newCollapser(s))
	}
	var next atomic.Int64
	parallel.Do(threads, threads, func(t int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(w.collapsers[t], i)
		}
	})
}
