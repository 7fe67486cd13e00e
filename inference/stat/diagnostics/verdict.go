package diagnostics

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Level grades a [Verdict].
type Level int

// The levels.
const (
	Unknown Level = iota // too early to say
	Good
	Warn // more draws are needed
	Bad  // the chains disagree
)

var levelNames = [...]string{"unknown", "good", "warn", "bad"}

// String returns the level in lower case: "warn".
func (l Level) String() string { return levelNames[l] }

// A Verdict says in plain words whether the draws can be trusted, and if not, why.
type Verdict struct {
	Level Level
	// Text names the results that are sure already, where chains agree on something, and then gives one sentence with its
	// reason: "The 9 clades above 90 % agree between chains. There are too few independent draws of the noise yet: run
	// about 5 times as long." It has neither symbols nor numbers of the method.
	Text string
	More []string // the numbers behind it, and other problems, or the grounds for a good verdict; sentences
	// Quantity is the name of the quantity that the sentence is about; "" for a clade, the tree or
	// everything.
	Quantity string
	Clade    []int // leaves of the clade it is about, or nil
}

// GoodRHat is the R-hat from which chains do not quite agree (Vehtari and others 2021, section 4).
const GoodRHat = 1.01

// Limits of agreement. The average deviation of clade frequencies is that of the split frequencies
// in MrBayes, whose manual asks for less than 0.05, preferably 0.01.
const (
	badRHat           = 1.1 // chains of m effective draws per half give √(1+1/m) by chance
	badGreatestRHat   = 1.2 // the greatest of many: distances to reference trees, or clades
	leastDeviation    = 0.1 // of the frequency of a clade; smaller ones do not count as disagreement
	badMeanDeviation  = 0.1
	warnMeanDeviation = 0.05
	badGroups         = 0.5 // adjusted Rand index of the groups of a chain with those of all
	warnGroups        = 0.8
	fewDraws          = 50 // of each chain; with fewer, R-hat itself is unreliable
)

// judge returns the verdict of all findings, the worst one first.
func (r *Report) judge(g growth) Verdict {
	if r.Draws < fewDraws {
		return Verdict{Level: Unknown, Text: fmt.Sprintf("Too early to judge: run longer, because each "+
			"chain needs %d %ss after the burn-in and has %d.", fewDraws, r.Options.Iteration, r.Draws)}
	}
	var all []Verdict
	add := func(v Verdict, ok bool) {
		if ok {
			all = append(all, v)
		}
	}
	worst := r.worstRHat()
	add(r.badQuantity())
	add(r.judgeGrowth(g))
	add(r.judgeClades())
	add(r.judgeGroups(math.Inf(-1), badGroups, Bad, "Chains disagree about the groups: run longer."))
	add(r.judgeFactors())
	add(r.judgeRHat(worst, badRHat, math.Inf(1), Bad, "Chains disagree about %s: run longer."))
	add(r.judgeSize(r.leastSize()))
	add(r.judgeRHat(r.worstBeyondChance(), GoodRHat, badRHat, Warn, "Chains do not quite agree about %s yet: run longer."))
	add(r.judgeMeanDeviation())
	add(r.judgeGroups(badGroups, warnGroups, Warn, "Chains do not quite agree about the groups yet: run longer."))
	if r.Chains == 1 {
		add(Verdict{Level: Warn, Text: "Only one chain: run more chains to see whether they agree."}, true)
	}
	v := Verdict{Level: Good, Text: "Chains agree."}
	if what := r.shown(); what != "" && r.settled(all) {
		// The results shown are sure: it is no warning that a number behind them is not known to the last digit.
		v.Text = what
	} else if len(all) > 0 {
		v, all = all[0], all[1:]
		if s := r.sure(); s != "" {
			v.Text = s + " " + v.Text
		}
	} else if worst.name != "" {
		v.More = []string{fmt.Sprintf("R-hat is at most %s, and effective sample sizes are at least %.0f.",
			formatRHat(worst.rhat), math.Floor(r.smallest()))}
	}
	said := map[string]bool{v.Quantity: v.Quantity != ""}
	for _, o := range all {
		if !said[o.Quantity] { // "run longer" is said once of a quantity, with all numbers behind it
			v.More = append(v.More, o.Text)
		}
		v.More = append(v.More, o.More...)
		said[o.Quantity] = o.Quantity != ""
	}
	return v
}

// A finding is the worst value of a diagnostic, and where it occurs.
type finding struct {
	name, title string // name "" for none
	rhat, size  float64
	share       float64 // of the size that is asked
	tail        bool
}

const treeName = "\x00tree" // not the name of any quantity

func (r *Report) worstRHat() finding {
	w := finding{rhat: 0}
	for _, q := range r.Quantities {
		if q.Known() && q.RHat > w.rhat {
			w = finding{name: q.Name, title: q.Title, rhat: q.RHat}
		}
	}
	if t := r.Topology; t != nil && t.Known() && t.RHat > w.rhat && t.RHat > badGreatestRHat {
		w = finding{name: treeName, title: "tree", rhat: t.RHat}
	}
	return w
}

// worstBeyondChance is the worst R-hat of a quantity that agreeing chains of as many effective draws hardly have.
func (r *Report) worstBeyondChance() finding {
	w := finding{rhat: 0}
	for _, q := range r.Quantities {
		if q.Known() && q.RHat > w.rhat && q.RHat >= chanceRHat(r.Chains, q.BulkESS) {
			w = finding{name: q.Name, title: q.Title, rhat: q.RHat}
		}
	}
	return w
}

// leastSize returns the finding about the effective sample size that is the smallest share of the size required.
func (r *Report) leastSize() finding {
	w := finding{size: math.Inf(1), share: math.Inf(1)}
	offer := func(name, title string, size, asked float64, tail bool) {
		if share := size / asked; share < w.share {
			w = finding{name: name, title: title, size: size, share: share, tail: tail}
		}
	}
	for _, q := range r.Quantities {
		if q.Known() {
			offer(q.Name, q.Title, q.BulkESS, leastShare*r.Options.Enough, false)
			offer(q.Name, q.Title, q.TailESS, leastTailShare*r.Options.Enough, true)
		}
	}
	if t := r.Topology; t != nil && t.Known() {
		offer(treeName, "tree", t.ESS, leastShare*t.asked(r.Options.Enough, r.Draws), false)
	}
	return w
}

// smallest is the smallest effective sample size of a quantity.
func (r *Report) smallest() float64 {
	size := math.Inf(1)
	for _, q := range r.Quantities {
		if q.Known() {
			size = min(size, q.BulkESS, q.TailESS)
		}
	}
	return size
}

func (f finding) quantity() string {
	if f.name == treeName {
		return ""
	}
	return f.name
}

// badQuantity reports draws that are not numbers.
func (r *Report) badQuantity() (Verdict, bool) {
	for _, q := range r.Quantities {
		if !q.Known() && !q.Constant {
			return Verdict{Level: Bad, Quantity: q.Name, Text: capital(inWords(q.Title)) +
				" cannot be judged, because " + q.Reason + ": run again with other settings or another seed.",
				More: []string{q.Title + " cannot be judged."}}, true
		}
	}
	return Verdict{}, false
}

// judgeClades names the clade on which chains disagree most.
func (r *Report) judgeClades() (Verdict, bool) {
	t := r.Topology
	if t == nil || t.Draws < LeastDraws {
		return Verdict{}, false
	}
	for _, c := range t.Clades { // the greatest deviation first
		if c.Deviation >= leastDeviation && (c.rhat() >= badGreatestRHat ||
			t.AverageDeviation > t.deviation(badMeanDeviation)) {
			return Verdict{Level: Bad, Clade: c.Leaves, Text: fmt.Sprintf(
				"Chains disagree about the clade of %d leaves around %s: run longer.", len(c.Leaves), t.Names[c.Middle])}, true
		}
	}
	return Verdict{}, false
}

// judgeMeanDeviation reports clades that each differ a little.
func (r *Report) judgeMeanDeviation() (Verdict, bool) {
	t := r.Topology
	if t == nil || t.Draws < LeastDraws || !(t.AverageDeviation > t.deviation(warnMeanDeviation)) {
		return Verdict{}, false
	}
	return Verdict{Level: Warn, Text: "Chains do not quite agree about the clades yet: run longer.",
		More: []string{fmt.Sprintf("The frequencies of clades differ by %.2f on average.", t.AverageDeviation)}}, true
}

// judgeGroups reports the chain whose groups agree least with those shown, if that is within limits.
func (r *Report) judgeGroups(from, below float64, l Level, text string) (Verdict, bool) {
	if len(r.Groups) < 2 {
		return Verdict{}, false
	}
	least := slices.Min(r.Groups)
	if !(least >= from && least < below) {
		return Verdict{}, false
	}
	return Verdict{Level: l, Text: text,
		More: []string{fmt.Sprintf("The groups of a chain agree with those shown by %.2f at least.", least)}}, true
}

// deviation returns the given limit or, if it is greater, the deviation expected of a frequency
// from as many independent trees.
func (t *Topology) deviation(x float64) float64 { return math.Max(x, 0.5/math.Sqrt(float64(t.Draws))) }

// rhat returns R-hat of the draws of 0 and 1 that indicate whether a tree has the clade: +Inf if
// each chain always or never has it.
func (c Clade) rhat() float64 {
	within := 0.0
	for _, f := range c.Frequencies {
		within += f * (1 - f) / float64(len(c.Frequencies))
	}
	return math.Sqrt(1 + c.Deviation*c.Deviation/within)
}

func (r *Report) judgeRHat(w finding, above, most float64, l Level, text string) (Verdict, bool) {
	if w.name == "" || !(w.rhat >= above && w.rhat < most) && !math.IsInf(w.rhat, 1) || r.Chains == 0 {
		return Verdict{}, false
	}
	if math.IsInf(w.rhat, 1) && l != Bad {
		return Verdict{}, false
	}
	if r.Chains == 1 {
		text = strings.NewReplacer("Chains disagree about %s", "The two halves of the chain disagree about %s",
			"Chains do not quite agree about %s yet",
			"The two halves of the chain do not quite agree about %s yet").Replace(text)
	}
	return Verdict{Level: l, Quantity: w.quantity(), Text: fmt.Sprintf(text, inWords(w.title)),
		More: []string{fmt.Sprintf("R-hat of %s is %s.", subject(w.title), formatRHat(w.rhat))}}, true
}

func (r *Report) judgeSize(w finding) (Verdict, bool) {
	if w.name == "" || w.share >= 1 {
		return Verdict{}, false
	}
	who, verb, of := capital(subject(w.title)), "has", inWords(w.title)
	if w.tail {
		who, verb, of = "The tails of "+subject(w.title), "have", "the extreme values of "+of
	}
	return Verdict{Level: Warn, Quantity: w.quantity(),
		Text: fmt.Sprintf("There are too few independent draws of %s yet: run %s.", of,
			longerInWords(r.Options.Enough/w.size)),
		More: []string{fmt.Sprintf("%s %s an effective sample size of %.0f.", who, verb, math.Floor(w.size))}}, true
}

// longerInWords says how much longer to run.
func longerInWords(times float64) string {
	switch {
	case times < 1.25:
		return "a little longer"
	case times < 1.75:
		return "about half as long again"
	case times < 2.5:
		return "about twice as long"
	case times < 10:
		return fmt.Sprintf("about %.0f times as long", times)
	}
	power := math.Pow(10, math.Floor(math.Log10(times)))
	return fmt.Sprintf("about %.0f times as long", math.Round(times/power)*power)
}

// subject puts an article before words, but not before symbols and capitals.
func subject(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	second, _ := utf8.DecodeRuneInString(title[size:])
	switch {
	case slices.Contains([]string{"branch points", "clusters", "components", "features", "factors", "factors of any size",
		"links", "entries", "edges", "roots", "views", "classes used", "row clusters", "column clusters", "communities",
		"exemplars"}, title):
		return "the number of " + title
	case title == "largest":
		return "the largest cluster"
	case first < utf8.RuneSelf && unicode.IsLetter(first) && unicode.IsLetter(second):
		return "the " + lower(title)
	}
	return title
}

// inWords is subject for those who do not know symbols: "σ²" and "c" are "a parameter of the model".
func inWords(title string) string {
	letters := 0
	for _, r := range title {
		if r >= utf8.RuneSelf {
			letters = 0
			break
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 3 {
		return "a parameter of the model"
	}
	return subject(title)
}

func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "a ") {
		return string(unicode.ToUpper(first)) + s[size:]
	}
	return s
}

// lower makes the first letter small: "Noise" in a sentence is "the noise".
func lower(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

func formatRHat(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case x < 1.1:
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
