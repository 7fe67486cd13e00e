package help

import "example.org/espalier/ui/dialogs"

// LatentTrees explains trees with hidden nodes, and names the models that learn them.
func LatentTrees(d *dialogs.Dialogs) {
	d.Message("Latent trees",
		"A latent tree is a tree of variables of which only some are seen. The hidden nodes explain why those that are seen "+
			"depend on each other: given a hidden node, its branches are independent.",
		"Rows as leaves: the diffusion trees (pydt, ddt) are latent trees whose leaves are the rows. A branch point is a "+
			"row that nobody saw, the place where the paths of its descendants part, and the tree of latent classes "+
			"(classtree) has such a tree over classes of rows. The parameter Columns of diffusion trees, set to tree, puts a "+
			"tree with hidden nodes over the columns too.",
		"Columns as nodes: Chow-Liu trees (chowliu) and trees of columns (treemixture) have no hidden node, each column is a "+
			"node. Where many columns depend on one cause that was not measured, such a tree must run through one of them "+
			"or make a chain; a latent tree has the cause as a node of its own, with branches to all of them. Factor models "+
			"have hidden causes as well, which need not form a tree.",
		"What can be learnt: a hidden node with fewer than three neighbours changes nothing that is seen, so no data tell "+
			"whether it is there. For columns of numbers the correlation of two of them is the product along the path "+
			"between them, so −log |correlation| adds up like the lengths of branches; a tree can be found from these "+
			"distances alone, as phylogenies are. Where the root is cannot be told from them.",
		"When it fits: where groups lie within groups. Where causes cross, as two treatments do, no tree is right: use "+
			"factors, or clusters of rows within views of columns (crosscat). Compare Models says which predicts best.",
		"Read on: Pearl (1988), Probabilistic Reasoning in Intelligent Systems, chapter 8; Choi, Tan, Anandkumar and "+
			"Willsky (2011), Learning latent tree graphical models, JMLR 12, 1771–1812; Murphy (2012), Machine Learning, "+
			"section 26.5.")
}
