// Package relevance joins the columns that go together more than chance explains, pair by pair
// (Butte and Kohane 2000, Mutual information relevance networks, Pacific Symposium on Biocomputing 5,
// 418–429).
//
// Each pair gets a correlation, by default that of normal scores, and a p value: the share of
// shuffled tables in which as strong a correlation arises. Columns of ranks without ties all have
// the same null distribution, so the pairs of all shuffles are pooled; tables with missing cells use
// Student's t. The q value of a pair is the share of false edges among those at least as strong
// (Benjamini and Hochberg 1995). A chain of columns gives a dense network: pairs that depend on each
// other only through others are joined too.
//
// With mutual information (package information) dependences of any shape count, also those of
// categories. The pairs of shuffled tables are pooled within kinds: pairs of columns with as many equal
// values, or of categories with the same counts. Cells that are missing stay where they are.
package relevance
