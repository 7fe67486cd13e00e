// Package read turns the bytes of a file into an [inference.Table].
//
// It reads tables of text: comma, semicolon, tab, bar or space separated, plain
// or gzipped, in UTF-8, UTF-16 (with its byte order mark) or Latin-1. What a
// file does not say is guessed: separator, decimal comma, header, row names,
// missing cells, and which columns are numbers and which are annotations. [Look]
// says in words what was guessed; every guess can be set in [Options].
//
// What cannot be read rightly is refused with an [Error] that names the file, the
// line, the column, the cell and the remedy.
package read
