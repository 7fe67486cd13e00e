// Package raster draws on an *image.RGBA through the vg.Canvas interface, fast
// enough for the screen.
//
// Lines and rectangles along the axes, which are nearly all of a dendrogram or a
// heat map, are written straight into the pixels with their coverage; other paths go
// through golang.org/x/image/vector; letters are rasterised once and kept. Lines
// have round caps and joins. Horizontal and vertical lines are moved by less than a
// pixel so that one of their edges, or both, falls on the pixel grid, and so are the
// edges of rectangles and images, so that what touches in the figure touches on the
// screen without a seam.
package raster
