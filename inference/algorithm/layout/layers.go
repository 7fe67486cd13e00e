package layout

import (
	"cmp"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// An Arc leads from one node to another.
type Arc struct{ From, To int }

// Layers puts the nodes of a directed graph in layers so that arcs lead downwards, as far as there
// are no cycles, with few crossings (Sugiyama, Tagawa and Toda 1981, Methods for visual
// understanding of hierarchical systems). via has, for each arc, the places of the layers between
// its ends.
func Layers(n int, arcs []Arc) (x, y []float64, via [][][2]float64) {
	l := newLayers(n, arcs)
	l.order()
	l.spread()
	x, y = l.x[:n:n], make([]float64, n)
	for u := range y {
		y[u] = -1.3 * float64(l.layer[u])
	}
	via = make([][][2]float64, len(arcs))
	for k, chain := range l.chains {
		for _, u := range chain {
			via[k] = append(via[k], [2]float64{l.x[u], -1.3 * float64(l.layer[u])})
		}
		if l.turned[k] {
			slices.Reverse(via[k])
		}
	}
	return x, y, via
}

// mostBends is how many places between layers there are at most; with more, arcs are straight.
const mostBends = 6000

// layers is a directed graph with a node of its own wherever an arc passes a layer.
type layers struct {
	layer    []int
	up, down [][]int // neighbours in the layers above and below
	rows     [][]int // nodes of each layer, in order
	place    []int   // of each node in its row
	x        []float64
	nodes    int     // those that are no bends come first
	chains   [][]int // bends of each arc, from the upper end
	turned   []bool  // the arc leads upwards, against a cycle
}

func newLayers(n int, arcs []Arc) *layers {
	l := &layers{nodes: n, chains: make([][]int, len(arcs)), turned: make([]bool, len(arcs))}
	rank := sorted(n, arcs)
	out, in := make([][]int, n), make([][]int, n)
	for k, a := range arcs {
		from, to := a.From, a.To
		if l.turned[k] = rank[from] > rank[to]; l.turned[k] {
			from, to = to, from
		}
		out[from], in[to] = append(out[from], to), append(in[to], from)
	}
	byRank := make([]int, n)
	for u, r := range rank {
		byRank[r] = u
	}
	l.layer = make([]int, n)
	for _, u := range byRank {
		for _, v := range out[u] {
			l.layer[v] = max(l.layer[v], l.layer[u]+1)
		}
	}
	for k := n - 1; k >= 0; k-- { // sources stand right above their children
		if u := byRank[k]; len(in[u]) == 0 && len(out[u]) > 0 {
			nearest := l.layer[out[u][0]]
			for _, v := range out[u] {
				nearest = min(nearest, l.layer[v])
			}
			l.layer[u] = nearest - 1
		}
	}
	bends := 0
	for _, a := range arcs {
		bends += max(max(l.layer[a.From]-l.layer[a.To], l.layer[a.To]-l.layer[a.From])-1, 0)
	}
	l.up, l.down = make([][]int, n), make([][]int, n)
	join := func(a, b int) { l.down[a], l.up[b] = append(l.down[a], b), append(l.up[b], a) }
	for k, a := range arcs {
		from, to := a.From, a.To
		if l.turned[k] {
			from, to = to, from
		}
		for d := l.layer[from] + 1; d < l.layer[to] && bends <= mostBends; d++ {
			u := len(l.layer)
			l.layer, l.up, l.down = append(l.layer, d), append(l.up, nil), append(l.down, nil)
			l.chains[k] = append(l.chains[k], u)
			join(from, u)
			from = u
		}
		if l.layer[to] == l.layer[from]+1 {
			join(from, to)
		}
	}
	for u, d := range l.layer {
		for len(l.rows) <= d {
			l.rows = append(l.rows, nil)
		}
		l.rows[d] = append(l.rows[d], u)
	}
	return l
}

// sorted returns the rank of each node in an order in which most arcs lead forward: all of them
// where there is no cycle.
func sorted(n int, arcs []Arc) []int {
	out := make([][]int, n)
	for _, a := range arcs {
		out[a.From] = append(out[a.From], a.To)
	}
	rank, state, next := make([]int, n), make([]int, n), n
	type visit struct{ node, child int }
	for r := range n {
		if state[r] != 0 {
			continue
		}
		state[r] = 1
		stack := []visit{{r, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.child == len(out[top.node]) {
				next--
				rank[top.node] = next
				stack = stack[:len(stack)-1]
				continue
			}
			v := out[top.node][top.child]
			top.child++
			if state[v] == 0 {
				state[v] = 1
				stack = append(stack, visit{v, 0})
			}
		}
	}
	return rank
}

// sweeps is how often the layers are put in order, up and down.
const sweeps = 12

// order puts the nodes of each layer in an order with few crossings.
func (l *layers) order() {
	l.place = make([]int, len(l.layer))
	l.number()
	best, least := l.copyRows(), l.crossings()
	for range sweeps {
		for d := 1; d < len(l.rows); d++ {
			l.sortRow(d, l.up)
		}
		for d := len(l.rows) - 2; d >= 0; d-- {
			l.sortRow(d, l.down)
		}
		if c := l.crossings(); c < least {
			best, least = l.copyRows(), c
		}
		if least == 0 {
			break
		}
	}
	l.rows = best
	l.number()
}

func (l *layers) copyRows() [][]int {
	rows := make([][]int, len(l.rows))
	for d, r := range l.rows {
		rows[d] = slices.Clone(r)
	}
	return rows
}

func (l *layers) number() {
	for _, row := range l.rows {
		for k, u := range row {
			l.place[u] = k
		}
	}
}

// sortRow orders a layer by the mean place of the neighbours of its nodes in another layer.
func (l *layers) sortRow(d int, near [][]int) {
	mean := make(map[int]float64, len(l.rows[d]))
	for _, u := range l.rows[d] {
		sum := 0.0
		for _, v := range near[u] {
			sum += float64(l.place[v])
		}
		if mean[u] = float64(l.place[u]); len(near[u]) > 0 {
			mean[u] = sum / float64(len(near[u]))
		}
	}
	stable.Sort(l.rows[d], func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	for k, u := range l.rows[d] {
		l.place[u] = k
	}
}

// crossings counts those between each two layers: pairs of arcs in opposite order at their ends.
func (l *layers) crossings() int {
	count := 0
	for _, row := range l.rows {
		var ends []int
		for _, u := range row {
			own := make([]int, 0, len(l.down[u]))
			for _, v := range l.down[u] {
				own = append(own, l.place[v])
			}
			slices.Sort(own)
			ends = append(ends, own...)
		}
		count += inversions(ends)
	}
	return count
}

// inversions counts the pairs that are out of order, and sorts them.
func inversions(a []int) int {
	if len(a) < 2 {
		return 0
	}
	left, right := slices.Clone(a[:len(a)/2]), slices.Clone(a[len(a)/2:])
	count := inversions(left) + inversions(right)
	i, j := 0, 0
	for k := range a {
		if j == len(right) || i < len(left) && left[i] <= right[j] {
			a[k] = left[i]
			i++
		} else {
			a[k] = right[j]
			count += len(left) - i
			j++
		}
	}
	return count
}

// spread gives the nodes of each layer places at least 1 apart, bends less, as near as can be to
// the mean of their neighbours.
func (l *layers) spread() {
	l.x = make([]float64, len(l.layer))
	for _, row := range l.rows {
		for k, u := range row {
			l.x[u] = float64(k) - float64(len(row)-1)/2
		}
	}
	for round := range 4 * sweeps {
		for i := range l.rows {
			d := i
			if round%2 == 1 {
				d = len(l.rows) - 1 - i
			}
			l.settle(l.rows[d])
		}
	}
}

// settle moves the nodes of a layer: least squares under the distances between them, which is
// isotonic regression once the distances are taken off.
func (l *layers) settle(row []int) {
	type pool struct{ sum, weight float64 }
	offset, offsets := 0.0, make([]float64, len(row))
	var pools []pool
	var sizes []int
	for k, u := range row {
		if k > 0 {
			gap := 1.0
			if u >= l.nodes || row[k-1] >= l.nodes {
				gap = 0.6
			}
			offset += gap
		}
		offsets[k] = offset
		sum, weight := 0.0, 0.0
		for _, near := range [][]int{l.up[u], l.down[u]} {
			for _, v := range near {
				w := 1.0
				if u >= l.nodes && v >= l.nodes {
					w = 4 // long arcs are straight
				}
				sum, weight = sum+w*l.x[v], weight+w
			}
		}
		if weight == 0 {
			sum, weight = 0.1*l.x[u], 0.1
		}
		pools, sizes = append(pools, pool{sum - weight*offset, weight}), append(sizes, 1)
		for m := len(pools); m > 1 && pools[m-2].sum/pools[m-2].weight > pools[m-1].sum/pools[m-1].weight; m = len(pools) {
			pools[m-2].sum, pools[m-2].weight = pools[m-2].sum+pools[m-1].sum, pools[m-2].weight+pools[m-1].weight
			sizes[m-2] += sizes[m-1]
			pools, sizes = pools[:m-1], sizes[:m-1]
		}
	}
	k := 0
	for i, p := range pools {
		for range sizes[i] {
			l.x[row[k]] = p.sum/p.weight + offsets[k]
			k++
		}
	}
}
