// Package ink holds the drawing tools of figures: the display list, text, colours and palettes, axes, legends, headings
// and the frame of a plot with two axes. It knows no figure.
//
// A figure fills a [List] when it is laid out and plays it on every canvas.
package ink
