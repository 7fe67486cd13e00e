// Package association uses ranks to test whether numbers differ between groups or correlate with
// other numbers, and how strongly.
//
// Small samples are judged by enumerating their arrangements, larger ones by the asymptotic
// distribution of the statistic. For many tests at once, [Adjust] controls the false discovery rate
// (Benjamini and Hochberg 1995).
package association
