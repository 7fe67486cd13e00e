package compare

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
)

// comparing is the input of a comparison. It is immutable, so that the worker can read it.
type comparing struct {
	own, other               *tree.Tree
	common, swapped, tangled bool
	before                   *compared // parts of it may be reused
}

// compared is the result. It is immutable.
type compared struct {
	comparing
	pair      *compare.Pair
	turned    [2]*tree.Tree // the own tree and the other, untangled; nil where not asked for
	untangled int           // crossings then
	asGiven   int           // crossings of the trees as they come
	tangle    *dendro.Tangle
	leafOf    map[int]int // of the rows compared
}

// untangleSeed makes the search for few crossings repeatable.
const untangleSeed = 1

func (j comparing) do(ctx context.Context) (*compared, error) {
	d := &compared{comparing: j}
	d.before = nil
	if b := j.before; b != nil && b.own == j.own && b.other == j.other && b.common == j.common {
		d.pair, d.turned, d.untangled, d.asGiven, d.leafOf = b.pair, b.turned, b.untangled, b.asGiven, b.leafOf
	} else {
		match := compare.Match
		if j.common {
			match = compare.MatchCommon
		}
		pair, err := match(j.own, j.other)
		if err != nil {
			return nil, err
		}
		d.pair, d.asGiven = pair, compare.Crossings(pair.A, pair.B)
		d.leafOf = make(map[int]int, len(pair.Rows))
		for leaf, row := range pair.Rows {
			d.leafOf[row] = leaf
		}
	}
	left, right := d.pair.A, d.pair.B
	if !j.tangled {
		if d.turned[0] == nil {
			n := left.Leaves()
			rng := rand.New(rand.NewPCG(untangleSeed, 0))
			x, y, crossings, err := compare.Untangle(ctx, left, right, compare.Starts(n), rng)
			if err != nil {
				return nil, err
			}
			d.turned, d.untangled = [2]*tree.Tree{x, y}, crossings
		}
		left, right = d.turned[0], d.turned[1]
	}
	if j.swapped {
		left, right = right, left
	}
	d.tangle = dendro.NewTangle(left, right)
	return d, nil
}

// side returns on which side the own (0) or the other (1) tree stands; it is its own inverse.
func (d *compared) side(which int) int {
	if d.swapped {
		return 1 - which
	}
	return which
}

// leaves returns the leaves of rows; rows that are not compared have none.
func (d *compared) leaves(rows []int) []int {
	var leaves []int
	for _, r := range rows {
		if leaf, ok := d.leafOf[r]; ok {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

// rows returns the rows of leaves, ascending.
func (d *compared) rows(leaves []int) []int {
	rows := make([]int, len(leaves))
	for i, leaf := range leaves {
		rows[i] = d.pair.Rows[leaf]
	}
	return study.SetOf(rows)
}

// strip returns an annotation of the data by leaf, for the colours of the lines; nil if there is
// none of the name.
func (d *compared) strip(data *inference.Dataset, name string) *beside.Strip {
	if data == nil || name == "" {
		return nil
	}
	for _, a := range data.Annotations {
		if a.Name != name || len(a.Codes) != len(data.Rows) {
			continue
		}
		return &beside.Strip{Annotation: a.Select(d.pair.Rows)}
	}
	return nil
}

// A FoundClade is a clade of one of the trees, or of both.
type FoundClade struct {
	Where   Found
	Title   string // its outermost leaves: "Gorilla … Pan"
	Size    int    // leaves
	Support string // in the own tree where it has it, else in the other: "71 %", "95 % / 100 %"; "" for none
	Rows    []int  // of the data
}

// Found says where a clade is.
type Found int

// The places of a clade.
const (
	InBoth Found = iota
	OnlyOwn
	OnlyOther
)

// clades lists all clades but the whole: the shared ones, those of the own tree alone,
// and those of the other, each from the top of its tree down.
func (d *compared) clades() [3][]FoundClade {
	var out [3][]FoundClade
	own, other := d.tangle.Tree(d.side(0)), d.tangle.Tree(d.side(1))
	for i, p := range []*beside.PreparedTree{own, other} {
		t := p.Tree()
		for _, v := range t.PreOrder() {
			partner := d.tangle.Partner(d.side(i), v)
			if t.IsLeaf(v) || v == t.Top || i == 1 && partner >= 0 {
				continue
			}
			where := OnlyOwn + Found(i)
			if partner >= 0 {
				where = InBoth
			}
			leaves := p.Leaves(v)
			k := FoundClade{Where: where, Size: len(leaves), Rows: d.rows(leaves)}
			k.Title = t.Names[leaves[0]] + " … " + t.Names[leaves[len(leaves)-1]]
			if len(leaves) == 2 {
				k.Title = t.Names[leaves[0]] + ", " + t.Names[leaves[1]]
			}
			k.Support = t.SupportText(v, plotting.FormatPercent)
			if k.Support == "" && partner >= 0 {
				k.Support = other.Tree().SupportText(partner, plotting.FormatPercent)
			}
			k.Support = strings.ReplaceAll(k.Support, "/", " / ")
			out[where] = append(out[where], k)
		}
	}
	return out
}

// Clades lists the clades of the comparison, by [InBoth], [OnlyOwn] and [OnlyOther];
// none before there is one. It takes time in the sum of their sizes.
func (c *View) Clades() [3][]FoundClade {
	if c.done == nil {
		return [3][]FoundClade{}
	}
	return c.done.clades()
}

// Measures returns the numbers of the comparison, label and value.
func (c *View) Measures() [][2]string {
	d := c.done
	if d == nil {
		return nil
	}
	k := d.tangle.Comparison
	all := k.RobinsonFoulds + 2*len(k.Shared)
	lines := [][2]string{
		{"Robinson-Foulds", plotting.FormatCount(k.RobinsonFoulds) + " of " + plotting.FormatCount(all)},
		{"normalised", plotting.FormatNumber(k.Normalised)},
		{"crossing lines", plotting.FormatCount(d.tangle.Crossings)},
	}
	if !d.tangled && d.asGiven != d.untangled {
		lines = append(lines, [2]string{"before untangling", plotting.FormatCount(d.asGiven)})
	}
	lines = append(lines,
		[2]string{"leaves out of order", strconv.Itoa(d.tangle.MovedLeaves())},
		[2]string{"entanglement", plotting.FormatNumber(d.tangle.Entanglement)})
	if c.own.Axis == c.other.Axis && c.own.Axis == dendro.DiffusionAxis() {
		lines = append(lines,
			[2]string{"mean change in time", timeChange(k.TimeDifference)},
			[2]string{"branch score distance", plotting.FormatNumber(k.BranchScore)})
	}
	if n := d.pair.LeftOut(); n > 0 {
		lines = append(lines, [2]string{"leaves left out",
			plotting.FormatCount(len(d.pair.OnlyA)) + " own, " + plotting.FormatCount(len(d.pair.OnlyB)) + " other"})
	}
	return lines
}

// timeChange writes the mean change of times between two trees. A change within the rounding error
// of equal times counts as none.
func timeChange(x float64) string {
	if math.Abs(x) < 1e-9 {
		return "none"
	}
	return plotting.FormatNumber(x)
}
