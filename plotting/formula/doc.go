// Package formula sets formulas in a small part of TeX's notation.
package formula
