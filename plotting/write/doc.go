// Package write saves figures and their numbers, with a file of code for each format. A saved file
// is complete or, after an error, unchanged.
package write
