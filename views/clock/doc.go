// Package clock tells the time and calls back later, by the clock of the machine or by one that a
// test drives.
package clock
