// Package attaching scores every place in a tree for one subtree. An [Attacher] goes once through the tree from its top
// and finds the best branches and branch points: the evidence of the subtree there (math 6.1) and the prior of the
// place (math 2.6). In a large tree it looks only where there is promise (math 6.5).
package attaching
