// Package components holds the teaching stage of how many principal components a table has.
package components
