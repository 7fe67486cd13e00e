// Package communities clusters rows by the communities of the graph of their nearest neighbours, as is usual for single
// cells. Each row is joined to the rows nearest to it; the weight of an edge is the share of their neighbours that its
// two rows have in common (Levine et al. 2015, Cell 162, 184–197; Xu and Su 2015, Bioinformatics 31, 1974–1980).
// Leiden's algorithm finds connected communities of great modularity
//
//	Q = Σ_c { W(c, c) − γ W(c, all)²/W } / W,
//
// W(a, b) the weights between a and b and W those of all (Traag, Waltman and van Eck 2019, Scientific Reports 9, 5233;
// Reichardt and Bornholdt 2006, Physical Review E 74, 016110). The resolution γ sets how large communities are. Beside
// the partition at the γ asked for there are those of a range of resolutions, so that the user can choose another
// without another fit. Each is the best of several starts. There is no probability.
package communities
