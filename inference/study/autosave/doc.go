// Package autosave keeps a copy of the work on the disk during the work, so that a crash loses
// little of it.
//
// A [Session] is a folder of one process in the user's state folder, and its lock. In it a [Store]
// keeps the parts of the study (see package file) in pieces: files of pieces that are written once,
// and a small manifest, renamed into place, that says of which pieces each part consists. Bytes are
// cut where their content says so, so a part that grew, such as the draws of a chain, shares its old
// pieces with itself and only what is new is written.
//
// A [Keeper] decides when to save. A process that was killed leaves its folder with a lock that
// nobody holds; [Orphans] finds these at the next start.
package autosave
