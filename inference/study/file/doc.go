// Package file reads and writes studies: files NAME.espalier, which are zip archives. What people
// may want to read is JSON, and numbers are binary; docs/formats.md describes every part.
//
//	espalier.json           the list of the parts with their lengths and hashes, the version of the layout
//	study.json              the state of the document and the layout of the window
//	tables/1.json, .f64     a table as it was read: names and annotations, and its cells (.f32 if it is held as float32)
//	results/1/spec.json     what was asked for
//	results/1/result.json   what came of it, in short
//	results/1/scores        held-out scores, evidence and diagnostics
//	results/1/snapshot      what was found, with all draws
//	results/1/state         what the fit continues from
//
// Files may come from anywhere. Nothing in an archive is ever written under a name that the archive
// gives; a damaged part is left out and reported, and the rest is read. An autosave consists of the
// same parts; see package autosave.
package file
