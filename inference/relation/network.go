package relation

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Network is a table that was recognised as one: a row and a column for each node, in the same order, whose cells
// are links.
type Network struct {
	Nodes, Links int // a pair of nodes that is joined both ways, in an undirected network, is one link
	Directed     bool
	Sort         string // "yes/no", "counts" or "weights"
	Sure         bool   // rows and columns have names
}

// leastNodes is the least number of nodes of a network.
const leastNodes = 3

// FindNetwork recognises a network: a square table whose rows and columns have the same names in the same order, or no
// names, and which holds no distances or similarities; see [Find]. Without names only a table that is the same both
// ways, with zeros on its diagonal and mostly zeros elsewhere, is one. listed says that the file lists links: then any
// square table is one.
func FindNetwork(t Table, listed bool) (w Network, ok bool) {
	n := len(t.Rows)
	order, named := t.order()
	if n < leastNodes || n != len(t.Columns) || order == nil {
		return w, false
	}
	for i, j := range order {
		if i != j {
			return w, false
		}
	}
	if !listed {
		if _, other := Find(t); other {
			return w, false
		}
	}
	w = Network{Nodes: n, Sort: "yes/no", Sure: named || listed}
	binary, whole, own := true, true, false
	ones, cells, greatest := 0, 0, 0.0
	for i := range n {
		for j := range n {
			x := t.At(i, j)
			if math.IsNaN(x) {
				continue
			}
			cells++
			greatest = math.Max(greatest, math.Abs(x))
			binary = binary && (x == 0 || x == 1)
			whole = whole && x >= 0 && x == math.Floor(x)
			if x != 0 {
				ones++
				own = own || i == j
			}
		}
	}
	if ones == 0 {
		return w, false
	}
	w.Links = 0
	for i := range n {
		for j := range i {
			a, b := t.At(i, j), t.At(j, i)
			if !math.IsNaN(a) && !math.IsNaN(b) && math.Abs(a-b) > tolerance*greatest {
				w.Directed = true
			}
			if linked(a) || linked(b) {
				w.Links++
			}
		}
		if linked(t.At(i, i)) {
			w.Links++
		}
	}
	if w.Directed {
		w.Links = ones
	}
	switch {
	case binary:
	case whole:
		w.Sort = "counts"
	default:
		w.Sort = "weights"
	}
	if !w.Sure && (w.Directed || own || 2*ones > cells) {
		return w, false
	}
	return w, true
}

func linked(x float64) bool { return x != 0 && !math.IsNaN(x) }

// Says tells the user how a table was taken and the consequences.
func (w Network) Says() string {
	var b strings.Builder
	way := "undirected"
	if w.Directed {
		way = "directed"
	}
	links := "links"
	if w.Links == 1 {
		links = "link"
	}
	fmt.Fprintf(&b, "The table holds a network of %d nodes and %d %s %s", w.Nodes, w.Links, way, links)
	switch w.Sort {
	case "counts":
		b.WriteString(" with counts")
	case "weights":
		b.WriteString(" with weights")
	}
	if !w.Sure {
		b.WriteString(", as far as its cells tell without names")
	}
	b.WriteString(". Blocks of a network, communities and spectral clustering work by its links; other models " +
		"take its " +
		"columns for measurements of its rows.")
	if w.Sort != "yes/no" && !w.Directed {
		b.WriteString(" If the cells are distances or similarities, choose so")
	} else {
		b.WriteString(" If it holds measurements, choose so")
	}
	b.WriteString(" (Distances in the preview, or --distances).")
	return b.String()
}

// metric reports whether the cells of pairs may be distances: rows that are at 0 from each other are about as far from
// every other row, and no two rows are much farther from each other than a third is from both. Roots are compared, so
// that squares of distances pass too. Links with weights fail it. Of large tables some pairs and triples are looked at,
// always the same ones.
func (t Table) metric(order []int) bool {
	const (
		mostZeros   = 400
		mostTriples = 20_000
		share       = 0.05 // of triples that may fail, by noise
		few         = 2    // triples that may in any case
	)
	n := len(t.Rows)
	var zeros [][2]int
	var values []float64
	for i := range n {
		for k := range i {
			x, known, _ := t.pair(order, i, k, 0)
			switch {
			case !known:
			case x == 0:
				zeros = append(zeros, [2]int{i, k})
			default:
				values = append(values, x)
			}
		}
	}
	if len(values) == 0 {
		return true
	}
	slices.Sort(values)
	middle := values[len(values)/2]
	step := max(1, len(zeros)/mostZeros)
	looked, against := 0, 0
	for at := 0; at < len(zeros); at += step {
		looked++
		i, k := zeros[at][0], zeros[at][1]
		for j := range n {
			a, seen, _ := t.pair(order, i, j, 0)
			b, too, _ := t.pair(order, k, j, 0)
			if j != i && j != k && seen && too && math.Min(a, b) == 0 && math.Max(a, b) >= middle {
				against++
				break
			}
		}
	}
	if 2*against > looked && len(zeros)*50 >= len(values) {
		return false
	}
	broken, triples := 0, 0
	jump := max(1, n*(n-1)/2*max(1, n-2)/3/mostTriples)
	at := 0
	for i := range n {
		for j := range i {
			for k := range j {
				if at++; at%jump != 0 {
					continue
				}
				a, x, _ := t.pair(order, i, j, 0)
				b, y, _ := t.pair(order, j, k, 0)
				c, z, _ := t.pair(order, i, k, 0)
				if !x || !y || !z || a < 0 || b < 0 || c < 0 {
					continue
				}
				triples++
				a, b, c = math.Sqrt(a), math.Sqrt(b), math.Sqrt(c)
				if longest := max(a, b, c); longest > (a+b+c-longest)*(1+tolerance) {
					broken++
				}
			}
		}
	}
	return float64(broken) <= math.Max(few, share*float64(triples))
}
