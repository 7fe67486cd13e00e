// Package job holds fits as data. A [Spec] says everything that a fit depends on, so that the same
// Spec gives the same bits anywhere; a [Result] is what a fit left. [Build] makes of a Spec and its
// table a [Material], which a runner starts: [Local] in this process, [Process] in another one. Both
// return a [Handle], by which a fit is watched, controlled, asked and saved wherever it runs.
//
//	Spec + table ── Build ──▸ Material ── Start ──▸ Handle ── Result ──▸ Result
//
// Threads are no part of a Spec: results do not depend on them.
package job
