package file

import (
	"cmp"
	"iter"
	"maps"
	"runtime"
	"slices"

	"example.org/espalier/inference/parallel"
)

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// inParallel calls f for each key on all processors and yields the results in the order of the
// keys. A panic of f becomes one of the caller.
func inParallel[K, V any](keys []K, f func(K) V) iter.Seq2[K, V] {
	values := make([]V, len(keys))
	parallel.Do(len(keys), runtime.GOMAXPROCS(0), func(i int) { values[i] = f(keys[i]) })
	return func(yield func(K, V) bool) {
		for i, k := range keys {
			if !yield(k, values[i]) {
				return
			}
		}
	}
}
