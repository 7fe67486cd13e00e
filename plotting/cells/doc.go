// Package cells draws tables whose cells are marks: Hinton diagrams, confusion tables,
// template pictures and tables of components.
package cells
