// Package latent holds the figures of factor models: features, loadings, activities, what factors reconstruct, and true
// beside learnt factors.
package latent
