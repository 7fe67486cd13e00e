package stage

import (
	"math/rand/v2"

	"example.org/espalier/inference"
)

// A Random is a generator that can be copied with its state.
type Random struct {
	*rand.Rand
	source *rand.PCG
}

// NewRandom returns the generator of a task of a seed; task 0 is the course's own.
func NewRandom(seed, task uint64) Random {
	p := inference.Streams{Seed: seed}.Source(task)
	return Random{rand.New(p), p}
}

// Clone returns a generator that continues with the same numbers.
func (r Random) Clone() Random {
	p := *r.source
	return Random{rand.New(&p), &p}
}
