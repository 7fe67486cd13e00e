package trees

import (
	"fmt"
	"image/color"
	"maps"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/screen"
)

// CutInto cuts the tree into k groups at one time and returns how many it gave. Where no time gives
// k, children of one branch point are joined, see [tree.Tree.CutExactly], and the figure has no line
// of the cut; without data there are fewer groups. The new groups keep names and colours of the old
// ones.
func (gs *Groups) CutInto(k int) int {
	t := gs.t
	p := t.prepared()
	if p == nil || k < 1 {
		return 0
	}
	rows, logTime := gs.cutInto(k)
	time := drawn.TimeOfCut(logTime)
	if math.IsNaN(time) {
		time = 0
	}
	gs.cut(rows, time)
	return len(rows)
}

// cutInto returns k groups, or as many as can be had without data; the time is NaN where children were joined.
func (gs *Groups) cutInto(k int) ([][]int, float64) {
	t := gs.t
	if !gs.CanCutTightest() {
		return t.prepared().Tree().CutInto(k)
	}
	return t.prepared().Tree().CutExactly(k, coded.Worth(t.of.Data).RawRowView)
}

// CutAtTime cuts the tree at a diffusion time in [0,1) and returns how many groups it gave.
func (gs *Groups) CutAtTime(time float64) int {
	t := gs.t
	p := t.prepared()
	if p == nil || !(time >= 0 && time < 1) {
		return 0
	}
	rows := p.Tree().CutAt(tree.LogTimeOf(time))
	gs.cut(rows, time)
	return len(rows)
}

// freeColour is [FreeColour] without the colours of the annotations that stand beside the tree.
func (gs *Groups) freeColour() study.Palette {
	t := gs.t
	var taken []color.NRGBA
	if d := t.Figure(); d != nil {
		for _, a := range d.Coded() {
			if a.As == plotting.CodedColours {
				taken = append(taken, a.Colours...)
			}
		}
	}
	return func(used map[color.NRGBA]bool) color.NRGBA {
		used = maps.Clone(used)
		for _, c := range taken {
			used[c] = true
		}
		return FreeColour(used)
	}
}

// regroup makes groups of rows that keep names and colours of the present ones; others have those of the clusters that
// they are, see [View.Lend].
func (gs *Groups) regroup(rows [][]int) []study.Group {
	t := gs.t
	old, free := t.State().Groups, gs.freeColour()
	if t.Lend == nil || t.of.Data == nil {
		return study.Regroup(rows, old, free)
	}
	lent, taken := t.Lend(t.of.Data, rows), map[color.NRGBA]bool{}
	groups := study.Regroup(rows, old, func(used map[color.NRGBA]bool) color.NRGBA {
		used = maps.Clone(used)
		for _, c := range lent {
			used[c] = true
		}
		return free(used)
	})
	for _, g := range old {
		taken[g.Colour] = true
	}
	for i, c := range lent {
		if c.A > 0 && !taken[c] && !taken[groups[i].Colour] {
			groups[i].Colour = c
		}
	}
	return groups
}

func (gs *Groups) cut(rows [][]int, time float64) {
	t := gs.t
	groups := gs.regroup(rows)
	t.do("cut into "+plotting.Plural(len(rows), "group"), "cut", t.State().WithGroups(groups, time))
}

// CanCutTightest reports whether the view has the data that tell which clades are tight, and which are near each other.
func (gs *Groups) CanCutTightest() bool {
	t := gs.t
	p := t.prepared()
	return p != nil && t.of.Data != nil && len(t.of.Data.Rows) == p.Tree().Leaves()
}

// CutTightest cuts the tree into the at most k clades within which rows differ least, see
// [tree.Tree.CutTightest], and returns how many there are, 0 where it cannot.
func (gs *Groups) CutTightest(k int) int {
	t := gs.t
	if k < 1 || !gs.CanCutTightest() {
		return 0
	}
	rows := gs.tightest(k)
	groups := gs.regroup(rows)
	t.do("cut into "+plotting.Plural(len(rows), "tightest group"), "tightest", t.State().WithTightest(groups))
	if r := gs.reading(); r != nil && t.OnSay != nil {
		if text := r.TightestTied(k); text != "" {
			t.OnSay(text)
		}
	}
	return len(rows)
}

// reading returns the interpretation of the tree; nil without the data of its leaves.
func (gs *Groups) reading() *reading.Tree { return gs.t.of.Reading(gs.t.state.Look) }

// CutBranches cuts the tree into k groups by branches, see [tree.Tree.CutBranches], and returns how many there are, 0
// where it cannot. It says where the cut is arbitrary.
func (gs *Groups) CutBranches(k int) int {
	t := gs.t
	r := gs.reading()
	if r == nil || k < 1 {
		return 0
	}
	rows := r.Groups(k)
	groups := gs.regroup(rows)
	t.do("cut into "+plotting.Plural(len(rows), "group"), "branches", t.State().WithBranches(groups))
	if text := r.Ties(len(rows)); text != "" && t.OnSay != nil {
		t.OnSay(text)
	}
	return len(rows)
}

// Offer finds out into how many groups the tree may be cut, 1 where no groups are clear, and why, and then calls done
// in the goroutine of the window. It reports false without the data that tell.
func (gs *Groups) Offer(done func(n gap.Number)) bool {
	t := gs.t
	r := gs.reading()
	if r == nil {
		return false
	}
	go func() {
		n := r.Number()
		t.view.Do(func() { done(n) })
	}()
	return true
}

// CutAsOffered cuts the tree by branches: into as many groups as the first strip has levels, or more where one of them
// has nearly all rows, or else as lie apart. Where none do it cuts into as many parts as describe the rows best, and
// says that they are no groups. Without the data it cuts at one time.
func (gs *Groups) CutAsOffered() {
	t := gs.t
	if k, of, ok := t.of.Levels(t.state.Look); ok && gs.reading() != nil {
		more := gs.reading().Even(k)
		if gs.CutBranches(more) != more || t.OnSay == nil || gs.reading().Ties(more) != "" {
			return
		}
		if more > k {
			t.OnSay(fmt.Sprintf(
				"%d groups: in %d, as many as %s has values, one has nearly all rows. ] and [ give more and fewer.", more, k, of))
			return
		}
		t.OnSay(fmt.Sprintf("%d groups, as many as %s has values. ] and [ give more and fewer.", k, of))
		return
	}
	shown := t.ShownTree()
	if !gs.Offer(func(n gap.Number) {
		if t.ShownTree() != shown {
			return // another tree came meanwhile
		}
		gs.CutBranches(n.Parts)
		if t.OnSay != nil {
			t.OnSay(n.Reason())
		}
	}) {
		gs.CutInto(t.of.UsualGroups(t.state.Look))
	}
}

func (gs *Groups) tightest(k int) [][]int {
	t := gs.t
	return t.prepared().Tree().CutTightest(k, coded.Worth(t.of.Data).RawRowView)
}

// CutMore cuts into the next greater number of groups that the tree can give, or the
// next smaller one when more is false, in the way it was cut last.
func (gs *Groups) CutMore(more bool) {
	t := gs.t
	p := t.prepared()
	if p == nil {
		return
	}
	count := func(k int) int { rows, _ := gs.cutInto(k); return len(rows) }
	cut, most := gs.CutInto, p.Tree().Leaves()
	if t.State().Branches && gs.reading() != nil {
		count = func(k int) int { return k }
		cut = gs.CutBranches
	}
	if t.State().Tightest && gs.CanCutTightest() {
		count = func(k int) int { return len(gs.tightest(k)) }
		cut, most = gs.CutTightest, min(most, tree.MostTightGroups)
	}
	into := func(k int) {
		if t.OnSay != nil { // in place of the text about another number
			t.OnSay(plotting.Plural(count(k), "group") + ". ] and [ give more and fewer.")
		}
		cut(k)
	}
	now := len(t.State().Groups)
	if now == 0 {
		gs.CutAsOffered()
		return
	}
	if !more {
		if now > 1 {
			into(now - 1)
		}
		return
	}
	// A branch point of many children gives several groups at once, so now+1 may give no more than now.
	for k := now + 1; k <= most; k++ {
		if k == most || count(k) > now {
			into(k)
			return
		}
	}
}

// Make makes the selected rows a group and returns its index, −1 without a selection. It chooses a
// name if that is empty, and a colour if that is transparent.
func (gs *Groups) Make(name string, c color.NRGBA) int {
	t := gs.t
	s := t.State()
	if len(s.Selection.Rows) == 0 {
		return -1
	}
	s = s.WithNewGroup(study.Group{Name: name, Rows: s.Selection.Rows, Colour: c}, gs.freeColour())
	t.do("make "+s.Groups[len(s.Groups)-1].Name, "", s)
	return len(s.Groups) - 1
}

// Name renames a group.
func (gs *Groups) Name(i int, name string) {
	t := gs.t
	s := t.State()
	if i < 0 || i >= len(s.Groups) || s.Groups[i].Name == name || name == "" {
		return
	}
	t.do("name group "+name, "", s.WithGroupName(i, name))
}

// Colour colours a group by hex: "#0072B2".
func (gs *Groups) Colour(i int, hex string) error {
	t := gs.t
	c, err := ParseColour(hex)
	if err != nil {
		return err
	}
	if s := t.State(); i >= 0 && i < len(s.Groups) && s.Groups[i].Colour != c {
		t.do("colour "+s.Groups[i].Name, "", s.WithGroupColour(i, c))
	}
	return nil
}

// Remove removes one group.
func (gs *Groups) Remove(i int) {
	t := gs.t
	if s := t.State(); i >= 0 && i < len(s.Groups) {
		t.do("remove "+s.Groups[i].Name, "", s.WithoutGroup(i))
	}
}

// Clear removes all groups and the cut.
func (gs *Groups) Clear() {
	t := gs.t
	if s := t.State(); len(s.Groups) > 0 || s.CutTime > 0 {
		t.do("remove the groups", "", s.WithGroups(nil, 0))
	}
}

// Select selects the rows of a group and brings them into view.
func (gs *Groups) Select(i int) {
	t := gs.t
	if s := t.State(); i >= 0 && i < len(s.Groups) {
		t.Select(s.Groups[i].Rows)
		t.Walk.reveal(s.Groups[i].Rows)
	}
}

// AsAnnotation returns the groups as an annotation of the rows of the data,
// missing where a row is in none.
func (gs *Groups) AsAnnotation(name string) inference.Annotation {
	t := gs.t
	return study.AsAnnotation(name, t.State().Groups, len(t.names()))
}

// The parts of a [View] that change something: each asks the keeper of the view.
type (
	// Clades collapses, rotates and orders the clades of the tree shown.
	Clades struct{ t *View }
	// Groups cuts the tree shown into groups and changes them.
	Groups struct{ t *View }
	// Draws chooses among the draws of a sampler and their summaries.
	Draws struct {
		t         *View
		summaries *screen.Digester[drawn.Task, *drawn.Posterior]
		told      [2]int // last arguments of OnDraw
	}
	// Walk moves the selection about the tree shown, and to the rows found by a search.
	Walk struct{ t *View }
	// mouse handles clicks and drags.
	mouse struct{ t *View }
)

// A Follower shows something of the tree that is shown, beside a [View].
type Follower interface {
	// Follow receives the present trees of the view: its Source.
	Follow(s drawn.Shown)
}
