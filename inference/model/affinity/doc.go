// Package affinity clusters rows around exemplars, rows of the table that stand for others. The similarity s(i, k) of
// two rows is minus their squared distance, or minus their distance; s(k, k) is the preference for k. Exemplars E are
// sought of great net similarity
//
//	net(E) = Σ_{i not in E} max_{k in E} s(i, k) + Σ_{k in E} s(k, k).
//
// Affinity propagation (Frey and Dueck 2007, Clustering by passing messages between data points, Science 315,
// 972–976) passes messages between rows until the exemplars stand still for 50 rounds. It is not exact, so a greedy
// search goes on from its exemplars, and another begins from the row that is the best exemplar of all: each adds,
// drops or exchanges the exemplar that gains most until none does. The greater net similarity is kept. With a number
// of clusters given the preference plays no part, and exchanges alone seek k medoids (Kaufman and Rousseeuw 1990),
// from a greedy start and ten random ones. There is no probability.
package affinity
