// Package association tests by ranks whether numbers differ between groups, or go along
// with other numbers, and says how much.
//
// Small samples are judged by all their arrangements, larger ones by the distribution that
// the statistic has in the limit. Where many tests are made together, [Adjust] holds the
// share of false ones among those called (Benjamini and Hochberg 1995).
package association
