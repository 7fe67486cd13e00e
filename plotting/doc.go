// Package plotting defines figures: a figure is drawn on a vg.Canvas, on the screen and in files. The figures
// themselves are in packages below this one, grouped by content; these do not import each other. Package ink holds
// their common drawing tools.
//
// A [Figure] is a value whose fields determine all that is shown. [Figure.Layout] places its marks
// in a box and returns a [Scene], which draws them and finds the one under a point from the same
// positions. Saved files match the screen: the screen and PNG files go through package raster, SVG
// and PDF files through two canvases of package write, and all four receive the same calls from the
// same Scene.
//
// # Units
//
// Lengths are vg points with the origin at the bottom left, as in vg. One point of a layout is one
// device-independent pixel on a screen and 1/96 inch on paper, which suits a title of 15 and a
// hairline of 1 in both: an export of 180 mm is laid out 680 points wide, and its leaf labels of
// 9.5 become 7.1 typographic points. A figure that is set for a journal has more points to the inch,
// so that all in it is smaller: see [Size] and [Printed].
//
// # Clipping
//
// vg.Canvas cannot clip. The canvases of this program can, see [Clipper]. A Scene omits marks that
// lie wholly outside its plot area and draws the rest within [Clip]. On a canvas that is not a
// Clipper marks may overhang the plot area.
package plotting
