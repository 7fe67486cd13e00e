// Package gap says into how many groups a tree may be cut: as many as lie apart.
//
// A cut of a group is looked at in two ways. The rows are projected on the line between the means of the two parts, each row
// without itself in these means, and Hartigan's dip test (Hartigan and Hartigan, Ann. Statist. 13:70, 1985) says whether they
// form two hills. And the cut, refined by 2-means, is compared with that of normal clouds of the same covariance, as in SigClust
// (Liu, Hayes, Nobel and Marron, JASA 103:1281, 2008). Heavy tails, uniform and skewed columns have no gap.
package gap
