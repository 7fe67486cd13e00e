// Package results shows the results of a table as a list: what was fitted, how far it has come,
// and a small picture of each.
package results
