// Package rowmap draws a map of rows, in which those that are alike lie near each other, by t-distributed stochastic
// neighbour embedding (van der Maaten and Hinton 2008, Journal of Machine Learning Research 9, 2579–2605). The
// probability that row i picks row j as its neighbour falls with the squared distance, at a width by which each row
// has the same perplexity; p_ij is the mean of both ways over the number of rows. In the plane q_ij ∝ 1/(1 + |y_i −
// y_j|²), and the places y minimise the divergence Σ p ln(p/q). All pairs count up to 2,000 rows; of more the
// nearest, and cells of a tree stand for far rows (Barnes and Hut; van der Maaten 2014, Journal of Machine Learning
// Research 15, 3221–3245). The first two principal components are the start, so the same table has the same map.
//
// A map distorts. Four numbers say how much: trustworthiness and continuity (Venna and Kaski 2001), and the
// correlations of its distances with those of the rows and with those along the tree of average linkage.
package rowmap
