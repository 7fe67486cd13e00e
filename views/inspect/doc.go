// Package inspect says in words and numbers what is selected.
package inspect
