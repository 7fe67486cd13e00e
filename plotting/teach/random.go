package teach

import (
	"math/rand/v2"

	"espalier/inference"
)

// A random is a generator that can be copied with its state.
type random struct {
	*rand.Rand
	source *rand.PCG
}

// newRandom returns the generator of a task of a seed; task 0 is the course's own.
func newRandom(seed, task uint64) random {
	p := inference.Streams{Seed: seed}.Source(task)
	return random{rand.New(p), p}
}

// clone returns a generator that continues with the same numbers.
func (r random) clone() random {
	p := *r.source
	return random{rand.New(&p), &p}
}
