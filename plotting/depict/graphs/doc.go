// Package graphs makes the figures of networks: the network itself, its edges as a matrix, what penalties or thresholds
// it was chosen from, and how it agrees with known edges.
package graphs
