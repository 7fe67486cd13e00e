// Package whole knows columns that belong together: the parts of a whole, and things that each row puts in an order.
// It finds them in a table, and makes of them the coordinates that models take.
package whole
