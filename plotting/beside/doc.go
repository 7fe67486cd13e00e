// Package beside holds the parts that several figure packages show beside their marks: the row order of a tree, groups,
// strips of annotations, the cells of a table as colours, and descriptions of factors. Unlike package ink it knows
// about data and trees.
package beside
