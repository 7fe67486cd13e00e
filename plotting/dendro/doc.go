// Package dendro draws trees: dendrograms, rectangular and circular, and tanglegrams.
// It is not called tree because its users hold trees from inference/tree as well, and
// dendro.Dendrogram beside tree.Tree leaves no doubt which is the picture.
package dendro
