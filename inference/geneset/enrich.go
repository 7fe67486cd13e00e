package geneset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/association"
)

// A List is names to be tested: those of a clade, a cluster, a group, a factor, a selection.
type List struct {
	Name  string
	Names []string
}

// Options say how to test.
type Options struct {
	Background []string // all names that could have been in a list
	Least      int      // sets with fewer members in the background are left out; 0 for DefaultLeast
	Most       int      // sets with more are left out; 0 for no limit
}

// DefaultLeast is the least number of members that a set must have in the background.
const DefaultLeast = 3

// A Row is the outcome of one test.
type Row struct {
	List, Set, Description string
	Overlap                []string // names of the list in the set, as the table writes them
	Drawn, Members         int      // size of the list and of the set, within the background
	Expected               float64  // of the overlap
	Fold                   float64  // overlap over expected
	P, Adjusted            float64
}

// A Result holds all tests, the least p first.
type Result struct {
	Rows       []Row
	Background int // names
	Lists      int // tested
	Sets       int // tested
	LeftOut    int // sets with too few or too many members in the background
	Outside    int // names of lists that are not in the background
}

// ErrNoSets is the error of sets that share no names with the background.
var ErrNoSets = errors.New("no set has enough of the names")

// Test tests every list for every set. Names are compared without case. Names of a list that the background
// lacks are left out.
func Test(ctx context.Context, lists []List, sets []Set, o Options) (*Result, error) {
	least := o.Least
	if least <= 0 {
		least = DefaultLeast
	}
	place, names := map[string]int{}, []string{}
	for _, name := range o.Background {
		if f := fold(name); f != "" {
			if _, twice := place[f]; !twice {
				place[f] = len(names)
				names = append(names, name)
			}
		}
	}
	r := &Result{Background: len(names)}
	within := func(list []string) (in []int, outside int) {
		seen := map[int]bool{}
		for _, name := range list {
			i, ok := place[fold(name)]
			if !ok {
				outside++
			} else if !seen[i] {
				seen[i] = true
				in = append(in, i)
			}
		}
		return in, outside
	}
	var tested []Set
	members := make([][]int32, len(names)) // sets of each name
	sizes := []int{}
	for _, s := range sets {
		in, _ := within(s.Members)
		if len(in) < least || o.Most > 0 && len(in) > o.Most {
			r.LeftOut++
			continue
		}
		for _, i := range in {
			members[i] = append(members[i], int32(len(tested)))
		}
		tested, sizes = append(tested, s), append(sizes, len(in))
	}
	if r.Sets = len(tested); r.Sets == 0 {
		return nil, fmt.Errorf("%w: none of %d sets has %d or more of the %d names of the background; check that "+
			"both use the same kind of names", ErrNoSets, len(sets), least, len(names))
	}
	overlap := make([][]string, len(tested))
	for _, l := range lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		in, outside := within(l.Names)
		r.Outside += outside
		if len(in) == 0 {
			continue
		}
		r.Lists++
		for s := range overlap {
			overlap[s] = nil
		}
		for _, i := range in {
			for _, s := range members[i] {
				overlap[s] = append(overlap[s], names[i])
			}
		}
		for s, set := range tested {
			row := Row{List: l.Name, Set: set.Name, Description: set.Description, Overlap: overlap[s], Drawn: len(in),
				Members: sizes[s]}
			row.Expected = float64(row.Drawn) * float64(row.Members) / float64(r.Background)
			row.Fold = float64(len(row.Overlap)) / row.Expected
			row.P = UpperTail(len(row.Overlap), row.Members, row.Drawn, r.Background)
			r.Rows = append(r.Rows, row)
		}
	}
	r.adjust()
	return r, nil
}

// adjust adjusts the p-values of all rows together and sorts the rows.
func (r *Result) adjust() {
	p := make([]float64, len(r.Rows))
	for i, row := range r.Rows {
		p[i] = row.P
	}
	for i, q := range association.Adjust(p) {
		r.Rows[i].Adjusted = q
	}
	stable.Sort(r.Rows, func(a, b Row) int { return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(b.Fold, a.Fold)) })
}

// Below returns how many rows have an adjusted p-value of at most fdr.
func (r *Result) Below(fdr float64) (n int) {
	for _, row := range r.Rows {
		if row.Adjusted <= fdr {
			n++
		}
	}
	return n
}

// fold is a name without regard to case and to blanks around it.
func fold(name string) string { return strings.ToUpper(strings.TrimSpace(name)) }

// Renamer returns a function that gives names others, such as those of genes to probes: each of names becomes
// the value at its place. Names without a value go.
func Renamer(names, values []string) func(list []string) []string {
	to := make(map[string]string, len(names))
	for i, name := range names {
		to[name] = values[i]
	}
	return func(list []string) (renamed []string) {
		for _, name := range list {
			if other := to[name]; other != "" {
				renamed = append(renamed, other)
			}
		}
		return renamed
	}
}
