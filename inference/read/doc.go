// Package read turns the bytes of a file into an [inference.Table].
//
// It reads tables of text: separated by comma, semicolon, tab, bar or space, plain or gzipped, in
// UTF-8, UTF-16 (with its byte order mark) or Latin-1. It guesses what a file does not say:
// separator, decimal comma, header, row names, missing cells, and which columns are numbers and
// which are annotations. [Content.Look] puts the guesses into words; every guess can be set in [Options].
//
// What cannot be read correctly is refused with an [Error] that names the file, the line, the
// column, the cell and the remedy.
package read
