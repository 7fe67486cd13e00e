// Package autosave keeps a copy of the work on disk while it is being done, so that a crash loses
// little of it.
//
// A [Session] is a folder of one process in the user's state folder, with its lock. In it a [Store] keeps the parts of
// the study (see package file) in pieces: files of pieces that are written once, and a small manifest, renamed into
// place, that says of which pieces each part consists. The content decides where it is cut, so a part that has grown,
// such as the draws of a chain, keeps its old pieces and only new pieces are written.
//
// A [Keeper] decides when to save. A killed process leaves its folder with a lock that nobody
// holds; [Orphans] finds such folders at the next start.
package autosave
