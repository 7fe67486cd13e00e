// Package diffusion locates the paths of a diffusion tree. Given a tree, the data at its leaves and
// the variances, it computes the posterior of the location at every node and at every time on every
// branch, joint draws of the locations, and the predictive density of a new row. It works for any
// tree with times, however the tree was found.
// Locations are projected on one or two directions: columns of the data, or linear combinations of
// them such as principal components. Everything is Gaussian, so the projection is exact, and the
// cost depends only on the columns that a direction uses.
//
// Equations are those of docs/mathematics.md: 3.1, 3.2 and 3.5 for locations, 8 for the predictive
// density.
package diffusion
