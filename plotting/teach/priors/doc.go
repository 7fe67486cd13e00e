// Package priors holds teaching stages about priors that do not depend on an order: leaves of a tree, colours of an
// urn,
// columns in views.
package priors
