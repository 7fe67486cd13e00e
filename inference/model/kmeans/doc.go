// Package kmeans is k-means clustering: k centres that make the sum of squared distances
// of the rows from their nearest centre small, the best of several starts. It is the
// limit of a mixture of spherical Gaussians of equal weight whose variance goes to
// nothing, knows no uncertainty and no number of clusters, and is what mixtures have to do
// better than.
//
// Starts are those of Arthur and Vassilvitskii (2007), rounds those of Lloyd (1982), and
// missing cells are left out of the sums as in Chi, Chi and Baraniuk (2016): see package
// lloyd.
package kmeans
