// Package job represents fits as data. A [Spec] says everything that a fit depends on, so that the
// same Spec gives the same bits anywhere; a [Result] is the outcome of a fit. [Build] turns a Spec
// and its table into a [Material], which a runner starts: [Local] in this process, [Process] in
// another one. Both return a [Handle], through which a fit is watched, controlled, queried and saved
// wherever it runs.
//
//	Spec + table ── Build ──▸ Material ── Start ──▸ Handle ── Result ──▸ Result
//
// Threads are not part of a Spec, because results do not depend on them.
package job
