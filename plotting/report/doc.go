// Package report writes results as one page of HTML that needs nothing else: figures as SVG with real text, tables, a
// description of the analysis, and the command lines that repeat it. It has no script, prints, and follows the light or
// dark scheme of the reader.
package report
