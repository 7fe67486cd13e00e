// Package factors makes one summary of the draws of a factor model Y = G X + E.
//
// The likelihood does not know the factors by number or sign: from draw to draw, and from
// chain to chain, they change places, flip, come and go. Matching finds out which factor
// of a draw is which. Two factors are as similar as the cosine between what they add to
// the data, the matrices g xᵀ, which is the product of the cosine of their loadings and
// that of their activities; it is positive also where both signs are turned. A reference
// is built from the draws themselves, each draw's factors are paired with it one to one so
// that the sum of similarities is greatest, and the reference becomes the mean of what was
// paired, until nothing changes.
//
// What is said of a factor is said of the draws that have it, and how many these are is
// said beside it. A draw lists some items for each of its K factors; with S draws of D
// items and N cases and L listed loadings in all, a summary takes O(L + S K N) for each of
// a few rounds of matching, and O(S K (D + N)) for the moments and intervals.
package factors
