// Package column holds the kinds of columns of a table: numbers, yes/no, grades, categories, counts, numbers below or
// above a limit. A kind has a text form, such as "ordered:low,mid,high", for the command line and for saved files.
package column
