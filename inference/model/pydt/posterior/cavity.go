package posterior

// A Visit is a node on the way of a walk down a tree, depth first.
type Visit struct {
	Node int32
	Next int // child to visit next
}
