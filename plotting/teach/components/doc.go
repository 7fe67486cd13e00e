// Package components holds teaching stages about how many components a table has: of principal components and of
// mixtures.
package components
