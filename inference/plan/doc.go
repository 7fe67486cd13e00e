// Package plan keeps many fits as a folder of plain files that several machines work on. A plan is a list
// of tasks, one [job.Spec] each; a task is known by the hash of its Spec. There is no server: a task is
// done when its result is there, and files are renamed into place.
//
//	DIR/tasks.jsonl        one Spec a line, as JSON
//	DIR/tables/HASH        the tables, by the hash of their content
//	DIR/results/HASH.fit   what a task found; it is done
//	DIR/states/HASH.fit    what a task has found so far, with the state that it continues from
//	DIR/live/HASH.json     how far it is, every few seconds
//	DIR/live/HASH.fit      what it has found so far, where somebody watches
//	DIR/failed/HASH.json   why it failed
//	DIR/locks/HASH         held by whoever works on it
//
// A task may be killed at any moment and begun again anywhere: it continues from its last state to the same
// bits. One that is done is not done again.
package plan
