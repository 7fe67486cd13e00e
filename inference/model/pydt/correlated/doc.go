// Package correlated learns how columns vary together along a tree, their covariance Σ (math 11): a [Law] is what a
// [Learner] learns from the contrasts of one tree. Σ is free, of a few factors, or that of a tree over the columns
// (package columntree). Where a chain draws Σ, factors are sparse (package factors).
package correlated
