// Package frame lays out the window: a column at each side, the figure between them, and what stands
// over and under the figure.
package frame
