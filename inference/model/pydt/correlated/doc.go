// Package correlated learns how columns vary together along a tree, their covariance Σ (math 11): a [Law] is
// what a [Learner] learns from the contrasts of one tree. Σ is free, of a few factors, or that of a [Tree] over the
// columns. Where a chain draws Σ, [Factors] are sparse.
package correlated
