// Package report writes results as one page of HTML that needs nothing else: figures as SVG with
// real text, tables, what was done in words, and the command lines that do it again. It has no
// script, prints, and follows the light or dark scheme of the reader.
package report
