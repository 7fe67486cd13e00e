package depict

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
)

// Activity says how much each factor of a tree whose columns vary together, or each direction,
// moved along each branch.
type Activity struct {
	Word       string // "factor" or "direction"
	Directions []correlations.Direction
	Changes    *mat.Dense // nodes×K, in standard deviations of such a change
	Limit      float64    // at which colours end, of all of them
	Columns    []string
	Tree       *tree.Tree

	prepared *beside.PreparedTree
}

// mostActive is how many factors the figure of all shows.
const mostActive = 6

// panelsBelow is the share of the height between the heading and the panels.
const panelsBelow = 0.02

// mostActiveDirections is how many directions of a covariance without factors are followed.
const mostActiveDirections = 12

// hasActivity reports whether the result has factors or directions that move along its tree.
func hasActivity(s *Subject) bool {
	c := covariance.Of(s.Snapshot)
	return c != nil && len(c.Columns) == len(s.Data.Columns) && len(c.Columns) >= 2 && s.Leaves() == len(s.Data.Rows)
}

// ActivityOf follows the factors of the result along its tree, or where there are none, the
// directions in which its columns vary most. It is nil where there is nothing to follow.
func ActivityOf(s *Subject) *Activity {
	if !hasActivity(s) {
		return nil
	}
	t := s.Tree()
	a := subject.Once(s, activityKey{}, func() *Activity { return newActivity(s, t) })
	if len(a.Directions) == 0 {
		return nil
	}
	return a
}

type activityKey struct{}

func newActivity(s *Subject, t *tree.Tree) *Activity {
	c := covariance.Of(s.Snapshot)
	a := &Activity{Word: "factor", Columns: c.Columns, Tree: t}
	if c.Choice == "drawn" {
		a.Directions = correlations.ByFactor(c)
	} else {
		a.Directions = correlations.Fitted(c)
	}
	if a.Directions == nil {
		a.Word, a.Directions = "direction", correlations.Directions(c, mostActiveDirections)
	}
	if len(a.Directions) == 0 {
		return a
	}
	a.Changes = correlations.Along(a.Tree, s.Data.X, a.Directions, noiseShareOf(s))
	a.Limit = ink.SymmetricLimit(a.Changes.RawMatrix().Data)
	a.prepared = beside.Prepare(a.Tree)
	return a
}

// noiseShareOf returns the noise as a share of Σ.
func noiseShareOf(s *Subject) float64 {
	noise, scale := 0.0, 1.0
	for _, x := range s.Snapshot.Scalars {
		switch x.Name {
		case "noise":
			noise = x.Mean
		case "sigma2":
			scale = x.Mean
		}
	}
	if share := noise / scale; share > 0 && !math.IsInf(share, 0) {
		return share
	}
	return 0
}

// Name names a factor or direction by its number from 0.
func (a *Activity) Name(k int) string { return a.Word + " " + strconv.Itoa(k+1) }

// ActivityNames lists the factors or directions of [Subject.Activity], without following them.
func ActivityNames(s *Subject) []string {
	c := covariance.Of(s.Snapshot)
	if c == nil {
		return nil
	}
	word, n := "direction", min(mostActiveDirections, len(c.Columns))
	if c.Loadings != nil && slices.Min(c.Specific) > 0 {
		word, n = "factor", c.Loadings.RawMatrix().Cols
	}
	names := make([]string, n)
	for k := range names {
		names[k] = (&Activity{Word: word}).Name(k)
	}
	return names
}

// Loads says which columns move most along a factor: "RW, FL up · BD down".
func (a *Activity) Loads(k int) string {
	up, down := correlations.Heaviest(a.Directions[k].Loads)
	var parts []string
	for _, side := range []struct {
		list []int
		word string
	}{{up, " up"}, {down, " down"}} {
		var names []string
		for _, j := range side.list {
			names = append(names, a.Columns[j])
		}
		if len(names) > 0 {
			parts = append(parts, strings.Join(names, ", ")+side.word)
		}
	}
	return strings.Join(parts, " · ")
}

// Busiest returns the factor that moves most on some branch.
func (a *Activity) Busiest() int { return correlations.Liveliest(a.Changes, 1)[0] }

// branches colours branches by one factor.
func (a *Activity) branches(k int) *dendro.BranchValues {
	return &dendro.BranchValues{Values: mat.Col(nil, k, a.Changes), Limit: a.Limit, Title: "change of " + a.Name(k),
		Unit: "s.d.", Note: "limits: 98th percentile"}
}

// Figure shows how one factor of a result moved along its tree.
func (a *Activity) Figure(s *Subject, k int) *dendro.Dendrogram {
	d := dendrogramOf(s)
	d.Tree, d.Heat = a.prepared, nil
	d.Title = subject.JoinTitle(s.Title(0), "where "+a.Name(k)+" changed")
	d.Subtitle = subject.JoinWords(a.Loads(k), plotting.FormatPercent(a.Directions[k].Share)+" of the variance", s.Facts())
	d.Branches = a.branches(k)
	return d
}

// activitiesOf shows side by side the factors that moved most.
func activitiesOf(s *Subject) plotting.Figure {
	a := ActivityOf(s)
	if a == nil {
		return ink.Sentence{Text: "No factor was learnt: the columns vary independently."}
	}
	shown := correlations.Liveliest(a.Changes, mostActive)
	if len(shown) == 1 {
		return a.Figure(s, shown[0])
	}
	f := &chart.Panels{Title: subject.JoinTitle(s.Title(0), "activity along the tree"), Style: plotting.Light,
		Subtitle: fmt.Sprintf(
			"branches by the change of each %s in standard deviations: orange up, blue down, full colour and width at ±%s",
			a.Word, plotting.FormatNumber(a.Limit))}
	if k := len(a.Directions); k > len(shown) {
		f.Subtitle += fmt.Sprintf("; the %d of %d that move most", len(shown), k)
	}
	across := min(len(shown), 3)
	if len(shown) == 4 {
		across = 2
	}
	down := (len(shown) + across - 1) / across
	for i, k := range shown {
		b := a.branches(k)
		b.Bare = true
		d := &dendro.Dendrogram{Tree: a.prepared, Height: s.Height(), Subtitle: plotting.Capital(a.Name(k)) + ": " +
			a.Loads(k), Level: true, Branches: b, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
		x, y := float64(i%across)/float64(across), panelsBelow+(1-panelsBelow)*float64(i/across)/float64(down)
		f.Parts = append(f.Parts, chart.Panel{Name: a.Name(k), Figure: d,
			Box: plotting.Window{X0: x, X1: x + 1/float64(across), Y0: y, Y1: y + (1-panelsBelow)/float64(down)}})
	}
	return f
}

// activityWords describes the figure.
func activityWords(s *Subject, f plotting.Figure) string {
	if d, ok := f.(*dendro.Dendrogram); ok && d.Branches != nil { // of one factor
		return "branches coloured by the expected " + d.Branches.Title + ", in standard deviations of such a change (" +
			columnsTogether(s) + ")"
	}
	a := ActivityOf(s)
	if a == nil {
		return ""
	}
	return "where in the tree each " + a.Word +
		" of the columns changed: branches are coloured by its expected change, in standard deviations of such a change (" +
		columnsTogether(s) + ")"
}
