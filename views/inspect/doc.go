// Package inspect describes the selection in words and numbers.
package inspect
