// Package files reads the files that the user opens: as a whole, with a look at what they were taken
// for, and with a memory of those opened last.
package files
