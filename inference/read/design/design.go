// Package design tells numbers that somebody set, of blocks, plots, runs and times, from those that were measured:
// they come in an order that measurements do not have.
package design

// fewestRows is how many rows show an order that is no chance.
const fewestRows = 12

// Numbers follows the numbers of a column, from the first row on. It recognises the whole numbers from 0 or 1 to k,
// each in runs of one length, once or over and over again, as in 1, 1, 2, 2, 3, 3 and 1, 2, 3, 1, 2, 3; and runs of
// which most have one length. The zero value is that of no number.
type Numbers struct {
	n          int
	first      float64
	last       float64
	run, cycle int         // length of a run, and runs until the first number comes again; 0 before they are known
	uneven     bool        // not the same in all rows
	lengths    map[int]int // how often a run of a length has ended, while runs rise by one
	open       int         // length of the run that goes on
	falls      bool        // runs do not rise by one
}

// Add takes the number of the next row into account.
func (f *Numbers) Add(x float64) {
	if f.n == 0 {
		f.first, f.last = x, x
		f.uneven = x != 0 && x != 1
		f.falls = f.uneven
	}
	f.rise(x)
	f.even(x)
	f.n++
}

func (f *Numbers) even(x float64) {
	if f.uneven {
		return
	}
	if f.run == 0 {
		if x == f.first {
			return
		}
		f.run = f.n
	}
	level := f.n / f.run
	switch {
	case f.cycle > 0:
		level %= f.cycle
	case f.n%f.run == 0 && x == f.first:
		f.cycle, level = level, 0
	}
	f.uneven = x != f.first+float64(level)
}

func (f *Numbers) rise(x float64) {
	if f.falls {
		return
	}
	switch x {
	case f.last:
		f.open++
	case f.last + 1:
		if f.lengths == nil {
			f.lengths = map[int]int{}
		}
		f.lengths[f.open]++
		f.last, f.open = x, 1
	default:
		f.falls, f.lengths = true, nil
	}
}

// Rows of one number, and numbers, from which on runs of unequal length are no sorted counts.
const (
	leastRun   = 2
	fewestRuns = 8
)

// Set reports whether all rows have been numbers of a design.
func (f *Numbers) Set() bool {
	if f.n < fewestRows {
		return false
	}
	if !f.uneven && f.run > 0 && f.n%f.run == 0 {
		levels, cycles := f.n/f.run, 1
		if f.cycle > 0 {
			levels, cycles = f.cycle, f.n/f.run/f.cycle
		}
		if levels >= 3 && f.n%(f.run*levels) == 0 && f.run*cycles >= leastRun {
			return true
		}
	}
	if f.falls {
		return false
	}
	runs, length, most := 1, f.open, 1 // of the last run
	for l, times := range f.lengths {
		runs += times
		if l == f.open {
			times++
		}
		if times > most || times == most && l > length {
			length, most = l, times
		}
	}
	return runs >= fewestRuns && length >= leastRun && 3*most >= 2*runs
}
