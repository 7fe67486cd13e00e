// Package frame lays out the window: a column at each side, the figure between them, and the parts
// above and below the figure.
package frame
