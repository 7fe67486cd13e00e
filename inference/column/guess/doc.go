// Package guess guesses the kinds of the columns of a table, such as yes/no, grades, categories or counts, each with
// the reason. Nothing is decided here: people see the guesses and change them.
package guess
