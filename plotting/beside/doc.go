// Package beside holds what several figure rooms show beside their marks: the order
// of the rows that a tree gives, groups, strips of annotations, the cells of a table
// as colours, and words about factors. Unlike package ink it knows data and trees.
package beside
