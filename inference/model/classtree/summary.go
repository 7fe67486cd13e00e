package classtree

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/assignment"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/tree"
)

const classesName = "classes" // name of the groups of rows

// mostSummed is the greatest number of draws that a summary is made from. Of more than 100 classes it is mostMatched
// over their number, but 20 at least: to match those of a draw takes as long as the cube of their number.
const (
	mostSummed  = 100
	mostMatched = 10_000
)

// responses returns the numbers of the profile of each class, K × responses, for locations μ and s² of latent columns:
// the probabilities of levels, that of yes for yes/no, and for numbers and counts the mean in the units of the table
// read.
func (c *chain) responses(mu, noise []float64) (out []float64) {
	t := c.state.t
	for k := range c.state.k {
		for j := range t.columns {
			f := &t.columns[j]
			m, w := mu[k*t.width+f.low:k*t.width+f.high], noise[f.low:f.high]
			levels := c.levels(j)
			switch {
			case len(levels) > 1:
				out = append(out, shares(f, len(levels), m, w)...)
			case levels[0] != "":
				out = append(out, f.is.Predict(0, m, w))
			default:
				v := m[0]
				if counts, ok := f.is.(*observation.Counts); ok {
					v = counts.Typical(m, w)
				}
				out = append(out, c.data.InputAt(j, v))
			}
		}
	}
	return out
}

// shares returns the probabilities of the levels of a column.
func shares(f *feature, levels int, m, w []float64) []float64 {
	out, room, sum := make([]float64, levels), make([]float64, 2*len(m)), 0.0
	for l := range out {
		out[l] = math.Exp(f.is.Factor(0, float64(l)).Moments(m, w, room[:len(m)], room[len(m):]))
		sum += out[l]
	}
	for l := range out {
		out[l] /= sum
	}
	return out
}

// levels names the responses to a column: its levels, the level coded 1 where there are two, "" for a mean.
func (c *chain) levels(j int) []string {
	kind := c.data.KindAt(j)
	switch {
	case c.state.t.masses:
		return []string{"1"}
	case kind.Sort == column.YesNo && len(kind.Levels) == 2:
		return kind.Levels[1:]
	case kind.Sort == column.YesNo:
		return []string{"yes"}
	case kind.Sort == column.Ordered, kind.Sort == column.Category:
		return kind.Levels
	}
	return []string{""}
}

// parts returns the parts of a snapshot from draws, at least one.
func (c *chain) parts(draws []*draw) []inference.Part {
	p := c.summary(draws)
	number := []float64(nil)
	for _, d := range draws {
		used := d.used()
		for len(number) <= used {
			number = append(number, 0)
		}
		number[used] += 1 / float64(len(draws))
	}
	return []inference.Part{&partition.Partition{Name: classesName, Labels: p.Labels, Number: number, Least: 1}, p}
}

// summary returns the profiles of draws. The classes of each draw are matched with those of the likeliest one, and
// then with the classes in which most rows are mostly (Papastamoulis and Iliopoulos 2010, An artificial allocations
// based solution to the label switching problem, Journal of Computational and Graphical Statistics 19, 313–331).
func (c *chain) summary(draws []*draw) *profile.Profiles {
	n, k := c.state.t.n, c.state.k
	draws = inference.Spaced(draws, min(mostSummed, max(20, mostMatched/k)))
	best := slices.MaxFunc(draws, func(a, b *draw) int { return cmp.Compare(a.LogJoint, b.LogJoint) })
	pivot := []int(best.Labels)
	var place [][]int // of each class of each draw
	var modal []int
	var count []uint16 // rows × classes
	for range 2 {
		place, count = place[:0], make([]uint16, n*k)
		for _, d := range draws {
			to := matched(d.Labels, pivot, k)
			place = append(place, to)
			for i, class := range d.Labels {
				count[i*k+to[class]]++
			}
		}
		modal = make([]int, n)
		for i := range modal {
			own := count[i*k : (i+1)*k]
			for class, v := range own {
				if v > own[modal[i]] {
					modal[i] = class
				}
			}
		}
		pivot = modal
	}
	// The classes that some row is in mostly, the largest first.
	size := make([]int, k)
	for _, class := range modal {
		size[class]++
	}
	shown := slices.DeleteFunc(inference.UpTo(k), func(class int) bool { return size[class] == 0 })
	stable.Sort(shown, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	rank := make([]int, k)
	for r, class := range shown {
		rank[class] = r
	}
	p := &profile.Profiles{Labels: make([]int, n), Sure: make([]float64, n),
		Together: make([]float64, len(shown)*len(shown))}
	for i, class := range modal {
		p.Labels[i] = rank[class]
		p.Sure[i] = float64(count[i*k+class]) / float64(len(draws))
		for r, other := range shown {
			p.Together[rank[class]*len(shown)+r] += float64(count[i*k+other]) / float64(len(draws)*size[class])
		}
	}
	for j, name := range c.data.Columns {
		p.Columns = append(p.Columns, profile.Column{Name: name, Levels: c.levels(j)})
	}
	c.fill(p, draws, place, shown)
	return p
}

// matched returns, for each class of some labels, the class of others that it stands for: as many rows as possible
// agree. Classes without rows stand for the remaining ones, in order. O(rows + classes³), of classes with rows.
func matched(labels, others []int, k int) []int {
	own, to := usedFirst(labels, k), usedFirst(others, k)
	size := max(own.used, to.used)
	both := make([][]int, size)
	for a := range both {
		both[a] = make([]int, size)
	}
	for i, a := range labels {
		both[own.place[a]][to.place[others[i]]]++
	}
	out := make([]int, k)
	for a := size; a < k; a++ {
		out[own.class[a]] = to.class[a]
	}
	left, right := apart(both)
	for a, b := range left {
		if b >= 0 {
			out[own.class[a]] = to.class[b]
		}
	}
	var rest []int // of the first classes
	for a, b := range left {
		if b < 0 {
			rest = append(rest, a)
		}
	}
	cost := make([][]float64, len(rest))
	for r, a := range rest {
		for _, b := range right {
			cost[r] = append(cost[r], -float64(both[a][b]))
		}
	}
	for r, c := range assignment.Solve(cost) {
		out[own.class[rest[r]]] = to.class[right[c]]
	}
	return out
}

// apart finds the classes of which more than half of the rows, of both, are in each other: they match whatever
// becomes of the others, as all that a class and its match could agree with elsewhere is less. It returns the match
// of each of the first classes, −1 where there is none yet, and the second classes that are left.
func apart(both [][]int) (match, left []int) {
	of, in := make([]int, len(both)), make([]int, len(both))
	for a, row := range both {
		for b, n := range row {
			of[a] += n
			in[b] += n
		}
	}
	taken := make([]bool, len(both))
	for a, row := range both {
		match = append(match, -1)
		for b, n := range row {
			if 2*n > of[a] && 2*n > in[b] {
				match[a], taken[b] = b, true
			}
		}
	}
	for b, is := range taken {
		if !is {
			left = append(left, b)
		}
	}
	return match, left
}

// An order of classes has those with rows first.
type order struct {
	class, place []int // the classes, and where each stands
	used         int   // classes with rows
}

func usedFirst(labels []int, k int) order {
	o := order{place: make([]int, k)}
	has := make([]bool, k)
	for _, class := range labels {
		has[class] = true
	}
	for _, some := range []bool{true, false} {
		for class, is := range has {
			if is == some {
				o.place[class] = len(o.class)
				o.class = append(o.class, class)
			}
		}
		if some {
			o.used = len(o.class)
		}
	}
	return o
}

// fill adds the sizes, the responses and the tree. place has, for each draw, the class of the summary that each of its
// classes stands for.
func (c *chain) fill(p *profile.Profiles, draws []*draw, place [][]int, shown []int) {
	width := p.Width()
	values, sizes := make([][]float64, len(shown)*width), make([][]float64, len(shown))
	trees := make([]*tree.Tree, len(draws))
	for t, d := range draws {
		own := make([]int, len(place[t])) // the class of the draw that stands for each
		for class, to := range place[t] {
			own[to] = class
		}
		count := make([]float64, len(own))
		for _, class := range d.Labels {
			count[class]++
		}
		leaves := make([]int, len(shown))
		for r, class := range shown {
			at := own[class]
			leaves[r] = at
			sizes[r] = append(sizes[r], count[at])
			for q := range width {
				values[r*width+q] = append(values[r*width+q], d.Response[at*width+q])
			}
		}
		names := make([]string, len(own))
		trees[t] = timetree.Publish(names, d.Top, d.Parent, d.Ell).Restrict(leaves)
	}
	for _, v := range sizes {
		p.Sizes = append(p.Sizes, interval(v))
	}
	for _, v := range values {
		p.Responses = append(p.Responses, interval(v))
	}
	p.Tree = credible(trees)
	for r := range p.Tree.Names {
		p.Tree.Names[r] = profile.Name(r)
	}
}

// interval returns the mean of numbers and the limits between which 95 % of them lie.
func interval(v []float64) profile.Interval {
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	slices.Sort(v)
	cut := len(v) * 25 / 1000
	low, high := v[cut], v[len(v)-1-cut]
	return profile.Interval{Mean: min(max(mean, low), high), Low: low, High: high}
}

// credible returns the tree whose clades are in most of the trees, by the product of their shares, with these as
// supports. All have the same leaves. A clade is known by a sum over its leaves.
func credible(trees []*tree.Tree) *tree.Tree {
	count := map[uint64]float64{}
	clades := make([][]uint64, len(trees))
	for t, one := range trees {
		own := make([]uint64, len(one.Parent))
		order := one.PreOrder()
		for i := len(order) - 1; i >= 0; i-- {
			v := order[i]
			if one.IsLeaf(v) {
				own[v] = special.Mix64(uint64(v) + 1 + special.Golden64)
			}
			if v != one.Top {
				own[one.Parent[v]] += own[v]
			}
			count[own[v]]++
		}
		clades[t] = own
	}
	best, most := 0, math.Inf(-1)
	for t, list := range clades {
		sum := 0.0
		for _, clade := range list {
			sum += math.Log(count[clade] / float64(len(trees)))
		}
		// Fewer branch points have fewer factors: they are compared as if each clade that is not there had a half.
		sum += math.Ln2 * float64(len(list))
		if sum > most {
			best, most = t, sum
		}
	}
	shown := trees[best].Clone()
	shown.Support = make([]float64, len(shown.Parent))
	for v := range shown.Support {
		shown.Support[v] = count[clades[best][v]] / float64(len(trees))
	}
	return shown
}
