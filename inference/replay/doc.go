// Package replay keeps the states that a fit went through, few and spread by change, so that its answer can be watched
// as it formed.
//
// A state is what the parts of a snapshot show at one moment (see [inference.Replayed]); the curves are those of the
// last snapshot up to its iteration. A [Recorder] takes snapshots as a run publishes them, which costs the run nothing
// further. A fit that takes seconds publishes few, and one that was read from a file has none: [Make] fits it once
// more from its seed, to the same bits, and stops more often to look. What was made at once grows from its parts.
package replay
