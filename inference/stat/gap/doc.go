// Package gap says into how many groups a tree may be cut.
//
// Whether there are groups at all is told by gaps. Where a cut parts some rows in two, the rows are placed on the line
// that tells the parts best apart, each by a line made without it, and Hartigan's dip test (Hartigan and Hartigan,
// Ann. Statist. 13:70, 1985) says whether they form two hills. Normal, flat, skewed and heavy-tailed clouds have no
// gap, whether their columns are correlated or not.
//
// Into how many parts the rows divide is told by the gap statistic (Tibshirani, Walther and Hastie, J. R. Statist.
// Soc. B 63:411, 2001): the squared distances within parts are compared with those within parts of normal clouds that
// have the same covariance, as in SigClust (Liu, Hayes, Nobel and Marron, JASA 103:1281, 2008).
package gap
