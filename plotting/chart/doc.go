// Package chart draws series and summaries: traces, diagnostics of chains, box plots,
// rankings, numbers of factors, and the general [Chart] with its [Panels].
package chart
