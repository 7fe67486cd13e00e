// Package results shows the results of a table as a list: the model, its progress, and a small picture of each.
package results
