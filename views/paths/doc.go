// Package paths shows where a tree grew: the paths of its branches, and the density that it
// gives to a next row.
package paths
