// Package run drives one [inference.Stepper] on a goroutine of its own: start,
// pause, resume, step, stop, more. It publishes the newest [inference.Snapshot]
// through a channel that holds one value, so a slow reader never holds up the
// work and fast work never floods a reader.
//
// The loop in pseudocode:
//
//	until closed:
//	    answer what was asked: pause, stop, calls of Do
//	    if there is nothing to do: publish the newest state, sleep until asked
//	    step; record the scalars; publish if something changed and it is time
//
// Nothing here influences the numbers: a run gives the same bits however often it
// is paused, watched or cut short and continued.
package run
