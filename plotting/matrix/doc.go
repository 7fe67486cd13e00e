// Package matrix draws matrices as heat maps, with strips, a tree and panels beside them. It makes
// the matrices of factor models: features, activities and reconstructions.
package matrix
