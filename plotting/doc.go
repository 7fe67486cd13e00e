// Package plotting says what a figure is: it is drawn on a vg.Canvas, on the screen and
// in files. The figures themselves stand in rooms of their own below this package, by
// what they draw, and do not import each other; package ink holds what they draw with.
//
// A [Figure] is a value whose fields say all that is shown. [Figure.Layout] places
// its marks in a box and returns a [Scene], which draws them and finds the one under
// a point, from the same positions. What is seen is what is saved: the screen and
// PNG files go through package raster, SVG and PDF files through two canvases of
// package write, and all four are given the same calls by the same Scene.
//
// # Units
//
// Lengths are vg points with the origin at the bottom left, as in vg. One point of
// a layout is one device-independent pixel on a screen and 1/96 inch on paper, so
// that a title of 15 and a hairline of 1 are right in both: an export of 180 mm is
// laid out 680 points wide, and its leaf labels of 9.5 come out as 7.1 typographic points.
//
// # Clipping
//
// vg.Canvas cannot clip. The canvases of this program can, see [Clipper]; a Scene
// leaves out marks that lie wholly outside its plot area and draws the rest within
// [Clip]. On a canvas that is no Clipper marks may overhang the plot area.
package plotting
