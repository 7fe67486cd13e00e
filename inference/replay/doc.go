// Package replay keeps the states that a fit went through, few and evenly spaced by change, so that the user can watch
// how its result formed.
//
// A state holds the parts of a snapshot at one moment (see [inference.Replayed]); the curves are those of the last
// snapshot up to its iteration. A [Recorder] takes snapshots as a run publishes them, which costs the run nothing
// further. A fit that takes seconds publishes few, and one that was read from a file has none: [Make] fits it once more
// from its seed, to the same bits, and stops more often to look. A result that was made at once grows from its parts.
package replay
