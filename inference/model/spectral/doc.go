// Package spectral clusters rows by cutting the graph of their nearest neighbours, so that clusters may have any
// shape. Each row is joined to the rows nearest to it. The K smallest eigenvectors of
//
//	L = I − D^(−½) W D^(−½),    W the weights of the edges, D the sums of their rows,
//
// place the rows so that those with many edges between them lie together; k-means clusters these places, the best of
// several starts. The vectors are divided by the roots of D, which makes them those of a random walk on the graph (Shi
// and Malik 2000), or each row is brought to length 1 (Ng, Jordan and Weiss 2001). This relaxes the least normalised
// cut (von Luxburg 2007, A tutorial on spectral clustering, Statistics and Computing 17, 395–416). Edges have weights ½
// or 1, the overlap of the neighbours of both rows (Levine et al. 2015, Cell 162, 184–197), or weights by a width of
// each row (Zelnik-Manor and Perona 2004). K is given, or lies before the largest gap between the first eigenvalues.
// There is no probability.
//
// Up to 400 rows all eigenvectors are computed. Of more rows, the few that are needed come from a block of vectors
// filtered by Chebyshev polynomials of L (Zhou, Saad, Tiago and Chelikowsky 2006, Journal of Computational Physics
// 219, 172–184), which finds eigenvalues that are equal as well.
package spectral
