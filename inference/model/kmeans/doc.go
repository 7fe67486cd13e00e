// Package kmeans is k-means clustering: k centres that make the sum of squared distances of the
// rows from their nearest centre small, the best of several starts. It is the limit of a mixture of
// spherical Gaussians of equal weight as their variance goes to zero. It quantifies no uncertainty
// and does not find the number of clusters: a baseline that mixtures have to beat.
//
// Seeding follows Arthur and Vassilvitskii (2007), rounds follow Lloyd (1982), and missing cells
// are left out of the sums as in Chi, Chi and Baraniuk (2016): see package lloyd.
package kmeans
