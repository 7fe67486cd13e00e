// Package space draws the data along their directions: clusters as scatter plots,
// predictive densities, and the paths that diffuse down a tree.
package space
