// Package trees holds teaching stages about diffusion trees: where their branches part, and how a tree is moved and
// searched for.
package trees
