// Package diffusion says where the paths of a diffusion tree run: given a tree, the
// data at its leaves and the variances, the posterior of the location at every node and
// at every time on every branch, joint draws of them, and the predictive density of a
// new row. It serves any tree with times, whatever found it.
//
// Locations are seen along one or two directions, which are columns of the data or
// linear combinations of them such as principal components. Everything is Gaussian, so
// the projection is exact, and only the columns that a direction uses cost anything.
//
// Equations are those of docs/mathematics.md: 3.1, 3.2 and 3.5 for locations, 8 for the
// predictive density.
package diffusion
