// Package dendro draws trees: dendrograms, rectangular and circular, and tanglegrams. It is not
// called tree because its users also hold trees of inference/tree; dendro.Dendrogram and tree.Tree
// cannot be confused.
package dendro
