// Package annotate joins annotations from a file to the rows or the columns of a table, by name.
//
// Names that differ only as programs change them (in case, in spaces and punctuation, by an X that R puts before a
// digit) are joined by a guess, where only one name on each side can be meant. Every guess is listed, and so are names
// that did not match.
package annotate
