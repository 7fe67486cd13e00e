// Package guess says what the columns of a table look like: yes/no, grades, categories, counts and so on, each with the
// reason. Nothing is decided here: people see the guesses and change them.
package guess
