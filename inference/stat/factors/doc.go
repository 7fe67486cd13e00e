// Package factors summarises the draws of a factor model Y = G X + E.
//
// The likelihood does not identify the number or the sign of a factor. From draw to draw, and from chain to chain,
// factors swap, flip, come and go. Matching identifies them. The similarity of two factors is the cosine between the
// matrices g xᵀ that they add to the data: the product of the cosine of their loadings and that of their activities,
// which is positive even if both signs are flipped. A reference is built from the draws themselves. The factors of each
// draw are paired with it one to one, maximising the sum of similarities; the reference then becomes the mean of its
// pairs; this repeats until nothing changes.
//
// A statement about a factor is about the draws that have it, and their share is given with it. A
// draw lists some items for each of its K factors. With S draws of D items and N cases and L listed
// loadings in all, a summary takes O(L + S K N) for each of a few rounds of matching, and O(S K (D
// + N)) for the moments and intervals.
package factors
