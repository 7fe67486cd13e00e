package inference

import "math/rand/v2"

// Streams hands out independent random generators, one for each (chain, task) of a seed. A parallel
// task asks for its stream by its own number, never by the thread that runs it, so results do not
// depend on the number of threads.
type Streams struct {
	Seed  uint64 // shown to the user and stored with every result
	Chain uint64 // number of the chain, from 0
}

// Source returns the generator of the given task as a PCG, whose state can be saved with
// MarshalBinary. By convention task 0 is the chain's own main stream.
func (s Streams) Source(task uint64) *rand.PCG {
	high := mix(s.Seed ^ mix(s.Chain+0x9e3779b97f4a7c15))
	return rand.NewPCG(high, mix(high^mix(task+0xd1b54a32d192ed03)))
}

// Task returns the generator of the given task.
func (s Streams) Task(task uint64) *rand.Rand { return rand.New(s.Source(task)) }

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection
// that spreads neighbouring seeds over all 64 bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
