// Package inspect describes what is selected in words and numbers.
package inspect
