// Package latent holds the figures of factor models: features, loadings, activities, the reconstruction by factors, and
// true beside learnt factors.
package latent
