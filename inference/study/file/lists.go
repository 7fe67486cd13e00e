package file

import (
	"cmp"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
)

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// inParallel calls f of each key on all processors and gives what it returned, in the order of the
// keys.
func inParallel[K, V any](keys []K, f func(K) V) iter.Seq2[K, V] {
	values := make([]V, len(keys))
	next := make(chan int)
	var all sync.WaitGroup
	for range min(len(keys), runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := range next {
				values[i] = f(keys[i])
			}
		})
	}
	for i := range keys {
		next <- i
	}
	close(next)
	all.Wait()
	return func(yield func(K, V) bool) {
		for i, k := range keys {
			if !yield(k, values[i]) {
				return
			}
		}
	}
}
