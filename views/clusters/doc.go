// Package clusters shows models without a tree, mixtures foremost: their rows as points, their
// components, loadings, templates and memberships, and how they classify rows.
package clusters
