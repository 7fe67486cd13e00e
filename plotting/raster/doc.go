// Package raster draws on an *image.RGBA through the vg.Canvas interface, fast enough for the
// screen.
//
// Lines and rectangles along the axes, which are nearly all of a dendrogram or a heat map, are written straight into
// the pixels with their coverage. Other paths are filled with exact coverage, and letters are rasterised once and kept.
// Lines have round caps and joins. Horizontal and vertical lines are moved by less than a pixel so that at least one of
// their edges falls on the pixel grid, and so are the edges of rectangles and images. So marks that touch in the figure
// touch on the screen without a seam.
package raster
