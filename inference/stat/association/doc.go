// Package association uses ranks to test whether numbers differ between groups or correlate with
// other numbers, and how strongly.
//
// The p values of small samples come from enumerating their arrangements, those of larger ones from the asymptotic
// distribution of the statistic. For many tests at once, [Adjust] controls the false discovery rate (Benjamini and
// Hochberg 1995).
package association
