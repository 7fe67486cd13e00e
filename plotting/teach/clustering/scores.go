package clustering

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// Scores is the stage of the scores of groups.
func Scores() stage.Stage {
	return stage.Stage{
		Name:    "scores",
		Title:   "How good are these groups?",
		Summary: "Move points between groups, and watch purity, Rand index and mutual information.",
		Text: "The classes are known: the colours. Somebody has put the points into groups: the fields. How well do " +
			"the groups agree with the classes? Purity is the share of points that are of the commonest class of " +
			"their group; many small groups make it perfect. The Rand index is the share of pairs on which groups " +
			"and classes agree, whether together or apart; groups by chance already score more than half. The " +
			"adjusted index takes chance away: 0 by chance, 1 for perfect. Mutual information says how many nats a " +
			"group tells about a class. Drag a point into another field, and watch which score moves.",
		Formula: []string{
			`\text{purity} = \frac{1}{N} \sum_g \text{max}_c n_{gc}, \quad R = \frac{TP + TN}{TP + TN + FP + FN}`,
			`R_\text{adjusted} = \frac{R - E R}{1 - E R}, \quad I = \sum_{g,c} p_{gc} \text{ log } \frac{p_{gc}}{p_g p_c}`,
		},
		Signs: map[string]string{"R": "scores", "I": "scores", "n": "groups", "TP": "pairs", "TN": "pairs",
			"FP": "pairs", "FN": "pairs"},
		Try: []string{
			"A group for each point: purity 1, and nothing was found. --set start=single",
			"One group of all: the adjusted index is 0. --set start=one",
			"Deal the points at random, again and again. --set course=deal",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 25.1.2, figure 25.1: purity 0.71, Rand index 0.68",
			"Hubert and Arabie (1985), Comparing partitions, Journal of Classification 2",
		},
		Ask: stage.Question{Text: "What is the Rand index in the end?", Counter: "Rand index", Part: "groups",
			High: 1},
		Controls: []inference.Parameter{
			{Name: "start", Title: "Groups at first", Type: inference.Choice, Default: "book",
				Choices: []string{"book", "chance", "one",
					"single"}, Help: "book: the groups of the textbook; chance: " +
					"dealt at random; one: all together; single: each alone in its group."},
			{Name: "course", Title: "What a step does", Type: inference.Choice, Default: "mend",
				Choices: []string{"mend", "deal"}, Help: "mend: the move of a point that gains most of the Rand " +
					"index; " +
					"deal: deals all points anew, and the scores are means over the deals."},
			{Name: "groups", Title: "Groups", Type: inference.Integer, Default: "3", Min: 2, Max: 6,
				Help: "Fields that points can lie in."},
		},
		Pace: 1.5, Movable: true, Fields: true,
		New: stage.Rules[*scores]{
			Start: newScores,
			Steps: func(s *scores) int { return s.steps }, Step: (*scores).step,
			Copy:   func(s *scores) { s.rng = s.rng.Clone() },
			Figure: (*scores).figure, Counters: (*scores).counters, Summary: (*scores).summary,
			Points: func(s *scores) []stage.Point { return s.places.points() },
		}.New,
	}
}

// book are the classes in each group of figure 25.1 of the textbook.
var book = [3][]int{{0, 0, 0, 0, 0, 1}, {0, 1, 1, 1, 1, 2}, {0, 0, 2, 2, 2}}

// deals is the number of steps that deal the points anew.
const deals = 60

// A scores is points of known classes in groups.
type scores struct {
	class, group []int
	groups       int
	places       sample
	deal         bool
	rng          stage.Random
	steps, done  int
	moved, mark  int // the point that moved last, −1 for none; that the viewer marked, from 1

	past   [][len(scoreNames)]float64 // of each step
	expect [len(scoreNames)]float64   // by chance; NaN where it has no formula
}

// The scores, in the order of their numbers.
var scoreNames = [...]string{"purity", "Rand index", "adjusted Rand index", "mutual information", "normalised"}

func newScores(o stage.Options) (*scores, error) {
	s := &scores{groups: o.Settings.Int("groups"), deal: o.Settings.Text("course") == "deal", moved: -1,
		rng: stage.NewRandom(o.Seed, 0), mark: o.Marked}
	for g, list := range book {
		for _, c := range list {
			s.class, s.group = append(s.class, c), append(s.group, min(g, s.groups-1))
		}
	}
	for i := range s.group {
		switch o.Settings.Text("start") {
		case "chance":
			s.group[i] = s.rng.IntN(s.groups)
		case "one":
			s.group[i] = 0
		case "single":
			s.group[i], s.groups = i, len(s.group)
		}
	}
	if o.Points != nil { // the fields in which they lie are their groups
		for i, p := range o.Points {
			g := min(max(int(math.Floor(p.X)), 0), s.groups-1)
			if i >= len(s.class) {
				s.class, s.group = append(s.class, i%len(book)), append(s.group, 0)
			}
			s.group[i] = g
		}
		s.class, s.group = s.class[:len(o.Points)], s.group[:len(o.Points)]
	}
	s.arrange()
	for i, p := range o.Points {
		s.places.x[i], s.places.y[i] = p.X, p.Y
	}
	s.past = append(s.past, s.now())
	s.expect = byChance(s.table())
	if s.deal {
		s.steps = deals
		return s, nil
	}
	trial := *s
	trial.group = slices.Clone(s.group)
	for trial.mend() >= 0 {
		s.steps++
	}
	s.steps = max(s.steps, 2)
	return s, nil
}

// arrange gives the points of each group places in its field.
func (s *scores) arrange() {
	seen := make([]int, s.groups)
	most := 0
	for _, g := range s.group {
		seen[g]++
		most = max(most, seen[g])
	}
	clear(seen)
	apart := min(0.76/float64(max((most-1)/3, 1)), 0.38) // rows fill the field
	s.places = sample{}
	for i, g := range s.group {
		k := seen[g]
		seen[g]++
		s.places.add(float64(g)+0.2+0.3*float64(k%3), 0.88-apart*float64(k/3), s.class[i])
	}
}

// table counts the points by group and class.
func (s *scores) table() [][]int {
	n := make([][]int, s.groups)
	for g := range n {
		n[g] = make([]int, len(book))
	}
	for i, g := range s.group {
		n[g][s.class[i]]++
	}
	return n
}

// step mends or deals.
func (s *scores) step() {
	s.done++
	s.group = slices.Clone(s.group)
	if s.deal {
		s.rng.Shuffle(len(s.group), func(i, j int) { s.group[i], s.group[j] = s.group[j], s.group[i] })
	} else {
		s.moved = s.mend()
	}
	s.arrange()
	s.past = append(s.past[:len(s.past):len(s.past)], s.now())
}

// mend moves the point whose move gains most of the Rand index, and returns it; −1 if no move gains.
func (s *scores) mend() int {
	best, to, gained := -1, 0, score(s.table())[1]+1e-12
	for i, from := range s.group {
		for g := range s.groups {
			s.group[i] = g
			if r := score(s.table())[1]; r > gained {
				best, to, gained = i, g, r
			}
		}
		s.group[i] = from
	}
	if best >= 0 {
		s.group[best] = to
	}
	return best
}

// now are the scores of the present groups.
func (s *scores) now() [len(scoreNames)]float64 { return score(s.table()) }

// pairs is how many pairs n things make.
func pairs(n int) float64 { return float64(n) * float64(n-1) / 2 }

// margins are the sums of a table by row and by column, and the number of points.
func margins(table [][]int) (rows, columns []int, n int) {
	rows, columns = make([]int, len(table)), make([]int, len(table[0]))
	for g, line := range table {
		for c, k := range line {
			rows[g], columns[c], n = rows[g]+k, columns[c]+k, n+k
		}
	}
	return rows, columns, n
}

// together counts the pairs in a group, in a class, in both, and all.
func together(table [][]int) (group, class, both, all float64) {
	rows, columns, n := margins(table)
	for _, k := range rows {
		group += pairs(k)
	}
	for _, k := range columns {
		class += pairs(k)
	}
	for _, line := range table {
		for _, k := range line {
			both += pairs(k)
		}
	}
	return group, class, both, pairs(n)
}

// entropy is that of counts of n things, in nats.
func entropy(counts []int, n int) (h float64) {
	for _, k := range counts {
		if k > 0 {
			p := float64(k) / float64(n)
			h -= p * math.Log(p)
		}
	}
	return h
}

// score returns the scores of a table of groups by classes.
func score(table [][]int) (s [len(scoreNames)]float64) {
	rows, columns, n := margins(table)
	for g, line := range table {
		s[0] += float64(slices.Max(line)) / float64(n)
		for c, k := range line {
			if k > 0 {
				p := float64(k) / float64(n)
				s[3] += p * math.Log(p*float64(n)*float64(n)/float64(rows[g]*columns[c]))
			}
		}
	}
	group, class, both, all := together(table)
	s[1] = (all - group - class + 2*both) / all
	chance := group * class / all
	if most := (group + class) / 2; most > chance {
		s[2] = (both - chance) / (most - chance)
	}
	if h := (entropy(rows, n) + entropy(columns, n)) / 2; h > 0 {
		s[4] = s[3] / h
	}
	return s
}

// adjusted is the adjusted Rand index of two partitions of the same things.
func adjusted(a, b []int) float64 {
	table := make([][]int, slices.Max(a)+1)
	for g := range table {
		table[g] = make([]int, slices.Max(b)+1)
	}
	for i := range a {
		table[a[i]][b[i]]++
	}
	return score(table)[2]
}

// byChance returns the mean scores if the points are dealt at random to groups of these sizes.
func byChance(table [][]int) (s [len(scoreNames)]float64) {
	rows, columns, n := margins(table)
	group, class, _, all := together(table)
	s[0] = math.NaN()
	s[1] = (all - group - class + 2*group*class/all) / all
	log := func(k int) float64 { v, _ := math.Lgamma(float64(k + 1)); return v }
	for _, a := range rows {
		for _, b := range columns {
			for k := max(1, a+b-n); k <= min(a, b); k++ { // hypergeometric
				p := math.Exp(log(a) + log(b) + log(n-a) + log(n-b) - log(n) -
					log(k) - log(a-k) - log(b-k) - log(n-a-b+k))
				s[3] += p * float64(k) / float64(n) * math.Log(float64(n*k)/float64(a*b))
			}
		}
	}
	if h := (entropy(rows, n) + entropy(columns, n)) / 2; h > 0 {
		s[4] = s[3] / h
	}
	return s
}

// mean is that of a score over the deals so far.
func (s *scores) mean(k int) float64 {
	sum := 0.0
	for _, past := range s.past[1:] {
		sum += past[k]
	}
	return sum / float64(len(s.past)-1)
}

func (s *scores) counters() (list []stage.Counter) {
	for k, name := range scoreNames {
		c := stage.Unknown(name, s.past[s.done][k])
		if s.deal {
			c.Expected, c.Drawn = s.expect[k], math.NaN()
			if s.done > 0 {
				c.Drawn = s.mean(k)
			}
		}
		list = append(list, c)
	}
	counted := 0.0
	for i := range s.group {
		for j := range i {
			if (s.group[i] == s.group[j]) == (s.class[i] == s.class[j]) {
				counted++
			}
		}
	}
	return append(list, stage.Counter{Name: "pairs that agree", Drawn: counted, Exact: true,
		Expected: s.past[s.done][1] * pairs(len(s.group)), Spread: math.NaN()})
}

func (s *scores) summary() string {
	now := s.past[s.done]
	return fmt.Sprintf("%s in %s: purity %.2f, Rand index %.2f, adjusted %.2f, mutual information %.2f nats. By "+
		"chance "+
		"the Rand index would be %.2f.", plotting.Plural(len(s.group), "point"), plotting.Plural(s.groups, "group"),
		now[0], now[1], now[2], now[3], s.expect[1])
}

func (s *scores) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("groups", s.fields(), 0, 0.58, 0, 0.56),
		chart.At("pairs", s.pairs(), 0, 0.58, 0.56, 1),
		chart.At("scores", s.bars(), 0.58, 1, 0, 0.56),
		chart.At("course", s.curve(), 0.58, 1, 0.56, 1),
	}}
}

// fields shows the groups as fields, with the points in the colours of their classes.
func (s *scores) fields() *chart.Chart {
	low, high := 0.0, 1.0
	for _, y := range s.places.y {
		low, high = min(low, y-0.1), max(high, y+0.1)
	}
	f := &chart.Chart{Subtitle: "groups are fields, classes colours: drag a point", Style: plotting.Light,
		X: chart.Axis{Low: 0, High: float64(s.groups), Labels: []string{}},
		Y: chart.Axis{Low: low, High: high, Labels: []string{}}}
	for g := 1; g < s.groups; g++ {
		f.Layers = append(f.Layers, chart.Layer{Ink: chart.MutedInk, X: []float64{float64(g), float64(g)},
			Y: []float64{low, high}})
	}
	for c := range book {
		l := chart.Layer{Name: "class " + string(rune('A'+c)), Kind: chart.Points, Ink: chart.CategoryInk(c), Radius: 6}
		for i, of := range s.class {
			if of == c {
				l.X, l.Y = append(l.X, s.places.x[i]), append(l.Y, s.places.y[i])
			}
		}
		if len(l.X) > 0 {
			f.Layers = append(f.Layers, l)
		}
	}
	if s.moved >= 0 {
		f.Layers = append(f.Layers, s.places.marked(s.moved+1)...)
	}
	f.Layers = append(f.Layers, s.places.marked(s.mark)...)
	return f
}

// pairs counts the four kinds of pairs.
func (s *scores) pairs() *chart.Chart {
	group, class, both, all := together(s.table())
	counts := []float64{both, all - group - class + both, group - both, class - both}
	f := &chart.Chart{Subtitle: fmt.Sprintf("%v pairs, by where they are together: the first two agree", all),
		Style: plotting.Light, X: chart.Axis{Low: -0.6, High: 3.6, Labels: []string{"both", "neither",
			"group", "class"}}, Y: chart.Axis{Name: "pairs", Low: 0, High: 1.05 * all}}
	f.Layers = []chart.Layer{{Kind: chart.Bars, Width: 0.7, X: []float64{0, 1, 2, 3}, Y: counts, Inks: []chart.Ink{
		chart.CategoryInk(2), chart.CategoryInk(2), chart.CategoryInk(5), chart.CategoryInk(5)}}}
	return f
}

// bars are the scores beside those by chance.
func (s *scores) bars() *chart.Chart {
	f := &chart.Chart{Subtitle: "scores now, and on average by chance", Style: plotting.Light,
		X: chart.Axis{Low: -0.6, High: 3.6, Labels: []string{"purity", "Rand", "adj.", "inf."}},
		Y: chart.Axis{Low: min(0, s.past[s.done][2]), High: 1.02}}
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7, Ink: chart.CategoryInk(0)}
	chance := chart.Layer{Name: "by chance", Kind: chart.Points, Ink: chart.SelectionInk, Radius: 4}
	for at, k := range []int{0, 1, 2, 4} {
		bars.X, bars.Y = append(bars.X, float64(at)), append(bars.Y, s.past[s.done][k])
		if !math.IsNaN(s.expect[k]) {
			chance.X, chance.Y = append(chance.X, float64(at)), append(chance.Y, s.expect[k])
		}
	}
	f.Layers = []chart.Layer{bars, chance}
	return f
}

// curve shows the scores step by step.
func (s *scores) curve() *chart.Chart {
	f := &chart.Chart{Subtitle: "step by step", Style: plotting.Light,
		X: chart.Axis{Name: "step", Low: 0, High: float64(s.steps), Whole: true}, Y: chart.Axis{Low: 0, High: 1.02}}
	for at, k := range []int{0, 1, 2, 4} {
		l := chart.Layer{Name: []string{"purity", "Rand", "adjusted", "information"}[at], Ink: chart.CategoryInk(at),
			Stroke: 2}
		for t, past := range s.past {
			l.X, l.Y = append(l.X, float64(t)), append(l.Y, past[k])
			f.Y.Low = min(f.Y.Low, past[k])
		}
		f.Layers = append(f.Layers, l)
	}
	return f
}
