package ui

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/inspect"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// An inspector says what is selected in a tree, or which clusters a model without one
// found, in words and numbers.
type inspector struct {
	object   fyne.CanvasObject
	panel    *inspect.Inspector
	clusters *fyne.Container
	between  fyne.CanvasObject // the panel and the list of clusters
	listed   *inference.Snapshot
	said     *factors.Posterior
	epoch    int // of which the clusters are listed; −1 for now
	evidence *evidencePanel
	groups   *trees.GroupList
	c        *centre
}

func newInspector(w *window) *inspector {
	i := &inspector{c: w.centre, epoch: -1, clusters: controls.Stack(6), evidence: newEvidencePanel(w)}
	wishes := inspect.TreeWishes(w.centre.tree)
	wishes.Annotate = w.keepGroups
	i.groups = trees.NewGroupList(w.centre.tree.Groups.Wishes())
	i.panel = inspect.NewInspector(wishes, i.groups, screen.Post(w.post), w.centre.style())
	i.clusters.Hide()
	i.between = controls.Stack(8, controls.Gap(0, 12), controls.Rule(), controls.Gap(0, 0))
	i.panel.Describe = func(s study.Selection) (string, [][2]string) {
		if r := i.c.shown; r != nil && r.Subject().Treeless() {
			if g := graph.Of(r.Snapshot); g != nil {
				title, lines := inspect.DescribeNodes(g, s)
				_, more := inspect.DescribeRows(r.Snapshot, nil, s.Rows) // the tree of a forest
				return title, append(lines, more...)
			}
			return inspect.DescribeRows(r.Snapshot, depict.MixtureOf(r.Subject(), i.c.epoch), s.Rows)
		}
		return "", nil
	}
	w.centre.summaries.Follow(func(*factors.Posterior) { i.refresh() })
	i.object = container.NewVScroll(controls.Inset(look.Margin, look.Margin-6, look.Margin, look.Margin, controls.Stack(0, i.panel, i.between, i.clusters, i.evidence.object)))
	return i
}

func (i *inspector) refresh() {
	r := i.c.shown
	flat := r != nil && r.Subject().Treeless()
	var said *factors.Posterior
	if flat && factor.StateOf(r.Snapshot) != nil {
		said = i.c.summaries.Current(r.ID)
	}
	i.panel.SetFactors(said)
	if r != nil {
		i.panel.SetCovariance(covariance.Of(r.Snapshot))
	} else {
		i.panel.SetCovariance(nil)
	}
	if flat && (i.listed != r.Snapshot || i.said != said || i.epoch != i.c.epoch) {
		i.listed, i.said, i.epoch = r.Snapshot, said, i.c.epoch
		i.list(r)
	}
	controls.Show(i.panel, !flat || !i.c.selection().Empty())
	controls.Show(i.between, flat && i.panel.Visible())
	controls.Show(i.clusters, flat)
	i.evidence.follow(r)
	i.panel.Follow(i.c.tree.Source())
	controls.Relayout(i.object)
}

// toolPadding is the space at each side of a button with text alone.
const toolPadding float32 = 6

// mostListed limits how many clusters the inspector lists.
const mostListed = 60

// list writes the clusters with their sizes, and what else was learnt.
func (i *inspector) list(r *Result) {
	s, mixed, state, labels := r.Snapshot, depict.MixtureOf(r.Subject(), i.epoch), factor.StateOf(r.Snapshot), partition.LabelsOf(r.Snapshot)
	i.clusters.RemoveAll()
	i.clusters.Add(controls.Gap(0, 0)) // the gap after it brings the head level with those of the other columns
	head := "Clusters"
	switch {
	case state != nil && state.Binary:
		head = "Features"
	case state != nil:
		head = "Factors"
	case i.epoch >= 0 && mixed != mixture.Of(s):
		head = "Clusters of that epoch"
	}
	found := state != nil || mixed != nil || labels != nil // other results, such as densities, have no groups
	if found {
		i.clusters.Add(controls.Head(head))
	}
	row := func(name, value string) {
		i.clusters.Add(controls.Row(0, controls.NewText(name, look.SizeBody, look.Muted).Elastic(), controls.Label(value)))
	}
	entry := func(name, value string, pick func() study.Selection) { // selects what it names
		b := controls.NewButton(name, controls.Tool, func() { i.c.pick(pick()) })
		i.clusters.Add(controls.Inset(-toolPadding, 0, 0, 0, controls.Row(0, controls.Beside(0, b), controls.Label(value))))
	}
	switch {
	case state != nil && i.said == nil:
		row(plotting.Plural(state.Count(), strings.ToLower(head[:len(head)-1]))+" now", "")
	case state != nil:
		row("variance explained", "")
		name := matrix.FactorPlot{Factors: state}
		sum := i.said.Summary
		fold := sum.Fold()
		percent := plotting.FormatShares(sum.Parts(fold))
		for place, k := range fold.Major[:min(mostListed, len(fold.Major))] {
			id := sum.Factors.IDs[k]
			entry(name.Name(k), percent[place], func() study.Selection { return study.Selection{}.WithFactors(r.ID, id) })
		}
		if fold.Minor > 0 {
			row("and "+plotting.Plural(fold.Minor, "minor factor"), percent[len(percent)-2])
		}
		if v := sum.Noise.Mean; v == v {
			row("noise", percent[len(percent)-1])
		}
		if n := sum.Dense(); n > 0 { // although the model is sparse
			item, _ := state.Side.Words()
			row("on nearly all "+item+"s", plotting.Plural(n, "factor"))
		}
	case mixed != nil:
		for k, c := range mixed.Components[:min(mostListed, len(mixed.Components))] {
			text := fmt.Sprintf("cluster %d", k+1)
			if c.Class != "" {
				text += " · " + c.Class
			} else if c.Loadings != nil {
				text += " · " + plotting.Plural(c.Dimension(), "factor")
			}
			entry(text, plotting.FormatRows(c.Size), func() study.Selection { return study.Selection{Rows: rowsOf(s, mixed, k)} })
		}
	case labels != nil:
		sizes := map[int]int{}
		for _, k := range labels {
			sizes[k]++
		}
		for k := range min(mostListed, len(sizes)) {
			entry(fmt.Sprintf("cluster %d", k+1), plotting.Plural(sizes[k], "row"), func() study.Selection { return study.Selection{Rows: rowsOf(s, nil, k)} })
		}
	}
	if found {
		i.clusters.Add(controls.Gap(0, 6))
	}
	i.clusters.Add(controls.Head("Learnt"))
	titles := diagnostics.Titles(r.Info)
	if v, ok := r.Subject().Objective(0); ok && r.Info.Iterations == 0 { // others have a trace of it
		row(say.ScoreName(r.Info.ShownTitle(r.Snapshot)), say.Number(v))
	}
	for _, v := range s.Scalars {
		text := plotting.FormatDigits(v.Mean, 3)
		if slices.ContainsFunc(r.Info.Parameters, func(p inference.Parameter) bool { return p.Name == v.Name && p.Learnt && r.Settings.Fixed(p.Name) }) {
			text += ", held"
		} else if v.StandardDeviation > 0 {
			text += " ± " + plotting.FormatDigits(v.StandardDeviation, 2)
		}
		title, ok := titles[v.Name]
		if !ok {
			title = strings.ReplaceAll(v.Name, "_", " ")
			for _, p := range r.Info.Parameters {
				if p.Name == v.Name && p.Title != "" && p.Type != inference.Choice { // a choice may share its name with a number
					title = p.Title
				}
			}
		}
		row(title, text)
	}
}

// rowsOf lists the rows that most probably belong to a cluster.
func rowsOf(s *inference.Snapshot, m *mixture.Mixture, k int) (rows []int) {
	class, _ := m.Assigned()
	if class == nil {
		class = partition.LabelsOf(s)
	}
	for r, c := range class {
		if c == k {
			rows = append(rows, r)
		}
	}
	return rows
}

func (i *inspector) restyle() { i.panel.SetStyle(i.c.style()) }

func (i *inspector) close() { i.evidence.end(); i.panel.Close() }
