// Package mixtures makes the parts of figures that are of mixtures and their factors: the list of components, their
// loadings and their templates.
package mixtures
