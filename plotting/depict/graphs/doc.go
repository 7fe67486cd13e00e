// Package graphs makes the figures of networks: the network itself, its edges as a matrix, the penalties or thresholds
// that it was chosen from, and its agreement with known edges.
package graphs
