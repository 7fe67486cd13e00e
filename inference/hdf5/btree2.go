package hdf5

import "math/bits"

// tree2 calls f for each record of a B-tree of version 2 of one of the given kinds, with its kind.
func (w *walk) tree2(address uint64, kinds []int, call func(kind int, record []byte) error) error {
	f := w.f
	c, err := w.summed(address, uint64(4+1+1+4+2+2+1+1+f.o+2+f.l+4), "BTHD")
	if err != nil {
		return err
	}
	t := tree2{walk: w, call: call}
	version := c.int(1)
	t.kind = c.int(1)
	t.node, t.record = c.int(4), c.int(2)
	depth := c.int(2)
	c.skip(2)
	root, n := f.address(c), c.int(2)
	known := false
	for _, k := range kinds {
		known = known || k == t.kind
	}
	if version != 0 || !known {
		return f.damaged(address, "the tree has version %d and kind %d", version, t.kind)
	}
	if t.record < 1 || t.node < 10+t.record || depth > mostDepth {
		return f.damaged(address, "the sizes of the tree are not sound")
	}
	if n == 0 || root == undefined {
		return nil
	}
	// How many records a node of each level may have decides how many bytes the counts in it take.
	most := uint64((t.node - 10) / t.record)
	t.each = sizeOf(most)
	total := most
	t.totals = []int{0}
	for range depth {
		pointer := f.o + t.each + t.totals[len(t.totals)-1]
		if t.node < 10+pointer {
			return f.damaged(address, "the sizes of the tree are not sound")
		}
		most := uint64((t.node - 10 - pointer) / (t.record + pointer))
		if total > 1<<50/(most+1) {
			return f.damaged(address, "the tree is too deep")
		}
		total = (most+1)*total + most
		t.totals = append(t.totals, sizeOf(total))
	}
	return t.read(root, n, depth)
}

// sizeOf is how many bytes hold numbers up to most.
func sizeOf(most uint64) int { return max(bits.Len64(most)-1, 0)/8 + 1 }

type tree2 struct {
	*walk
	kind, node, record int
	each               int   // bytes of the number of records of a child
	totals             []int // bytes of the number of records below a node of each depth
	call               func(kind int, record []byte) error
}

// read reads a node of n records.
func (t *tree2) read(address uint64, n, depth int) error {
	signature := "BTLF"
	pointer := 0
	size := 6 + n*t.record + 4
	if depth > 0 {
		signature = "BTIN"
		pointer = t.f.o + t.each
		if depth > 1 {
			pointer += t.totals[depth-1]
		}
		size += (n + 1) * pointer
	}
	if size > t.node {
		return t.f.damaged(address, "the node of the tree has too many records")
	}
	c, err := t.summed(address, uint64(size), signature)
	if err != nil {
		return err
	}
	c.skip(2)
	for range n {
		if err := t.call(t.kind, c.take(t.record)); err != nil {
			return err
		}
	}
	if depth == 0 {
		return nil
	}
	for range n + 1 {
		p := cursor{b: c.take(pointer)}
		child, records := t.f.address(&p), p.int(t.each)
		if err := t.read(child, records, depth-1); err != nil {
			return err
		}
	}
	return nil
}
