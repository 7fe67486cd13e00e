package depict

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// mostRivals is how many models a sentence names before it counts the rest.
const mostRivals = 3

// BoardWords says which result of a board predicts best, and by how much, as far as the standard
// errors allow.
func BoardWords(b *board.Board) string {
	list := b.Compared()
	switch len(list) {
	case 0:
		return "No result was scored on hidden data, so none can be said to predict best."
	case 1:
		if len(b.Lines) == 1 {
			return "There is only one result, so there is nothing to compare it with."
		}
		return fmt.Sprintf("Only %s was scored on these hidden %ss: there is nothing to compare it with.", list[0].Name,
			b.Unit)
	}
	lead := list[0]
	var alike []string
	var behind *board.Line
	for i, l := range list[1:] {
		if !l.Apart() {
			alike = append(alike, l.Name)
		} else if behind == nil {
			behind = &list[i+1]
		}
	}
	text := ""
	switch {
	case b.Rows < 2:
		text = fmt.Sprintf("%s predicts best, but on a single row, which is too few to say more.", lead.Name)
	case len(alike) == 0:
		text = fmt.Sprintf("%s predicts best: %s.", lead.Name, ahead(b, *behind))
	default:
		text = fmt.Sprintf(
			"%s has the highest density, but %s cannot be distinguished from it: the 95 %% interval of the difference contains 0.",
			lead.Name, listed(alike))
		if behind != nil {
			text += fmt.Sprintf(" Under %s, %s.", lead.Name, ahead(b, *behind))
		}
	}
	if c := leadCaution(lead); c != "" {
		text += " " + c
	}
	return text + " " + boardBasis(b) + boardKinds(list)
}

// leadCaution says that the draws of the first line are not to be trusted yet; "" where they are.
func leadCaution(lead board.Line) string {
	said := unconverged(lead)
	if said == "" {
		return ""
	}
	return "Caution: " + lead.Name + " " + said + ", so this may change in a longer run."
}

// unconverged describes the fault of a line's draws; "" where there is none.
func unconverged(l board.Line) string {
	if !l.Samples {
		return ""
	}
	switch l.Verdict.Level {
	case diagnostics.Bad:
		return "has not converged"
	case diagnostics.Warn:
		return "may not have converged"
	case diagnostics.Unknown:
		return "has too few draws to tell whether it converged"
	}
	return ""
}

// BoardCaption returns the caption of a board.
func BoardCaption(b *board.Board) string {
	if b == nil {
		return ""
	}
	return "results of the table compared. " + strings.TrimSuffix(BoardWords(b), ".")
}

// ahead compares a line with the next: "a hidden row is 1.5 times as likely as under kde (95 % interval 1.2 to 1.9)".
func ahead(b *board.Board, l board.Line) string {
	if math.IsInf(l.Behind.Mean, 1) {
		return fmt.Sprintf("hidden %ss are infinitely more likely than under %s, which gives some a density of zero",
			b.Unit, l.Name)
	}
	return fmt.Sprintf("a hidden %s is %s times as likely as under %s (95 %% interval %s to %s)", b.Unit,
		times(l.Behind.Mean), l.Name, times(l.Behind.Low), times(l.Behind.High))
}

// mostTimes is the greatest ratio that is told as such.
const mostTimes = 1e6

// times is how many times as likely something is whose log density is higher by so many nats.
func times(nats float64) string {
	if math.IsNaN(nats) {
		return number(nats)
	}
	if x := math.Exp(nats); x < mostTimes {
		return plotting.FormatDigits(x, 2)
	}
	return "over a million"
}

// boardBasis counts the hidden data of a comparison.
func boardBasis(b *board.Board) string {
	text := "All were scored on the same " + plotting.Plural(b.N, "hidden "+b.Unit)
	if b.Unit == board.Cells {
		text += " in " + plotting.Plural(b.Rows, "row")
	}
	switch {
	case b.Splits > 1 && b.Folds:
		text += fmt.Sprintf(", hidden in %d parts, one after another", b.Splits)
	case b.Splits > 1:
		text += fmt.Sprintf(" of %d splits", b.Splits)
	}
	return text + "."
}

// boardKinds gives the scores of the first results of a board by kind of hidden cells; "" where all are of one kind. A
// density of numbers depends on their units, a probability does not.
func boardKinds(list []board.Line) string {
	list = list[:min(mostRivals, len(list))]
	var kinds []string
	for i, s := range list[0].Shares {
		var of []string
		for k, l := range list {
			if len(l.Shares) != len(list[0].Shares) || l.Shares[i].Sort != s.Sort {
				return ""
			}
			text := number(l.Shares[i].Density)
			if len(kinds) == 0 {
				text += " under " + list[k].Name
			}
			of = append(of, text)
		}
		kinds = append(kinds, s.Sort+" "+strings.Join(of, ", "))
	}
	if kinds == nil {
		return ""
	}
	text := " By kind, log probability of a cell: " + strings.Join(kinds, "; ") + "."
	if slices.ContainsFunc(list[0].Shares, func(s board.Share) bool { return s.Sort == job.CellsNumbers }) {
		text += " That of numbers is a density and depends on their units; differences between results do not."
	}
	return text
}

// listed is "a, b and c", or the first few and how many more.
func listed(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > mostRivals+1:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostRivals], ", "), n-mostRivals)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// number is an estimate, "–" where it is not known.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	return plotting.FormatDigits(x, 3)
}

// Around is "0.42 ± 0.11": the error has two digits, and the estimate as many decimals.
func Around(m board.Mean) string {
	if math.IsNaN(m.Error) {
		return number(m.Mean)
	}
	if !(m.Error > 0) {
		return number(m.Mean) + " ± 0"
	}
	decimals := min(max(1-int(math.Floor(math.Log10(m.Error))), 0), 9)
	text := fmt.Sprintf("%.*f ± %.*f", decimals, m.Mean, decimals, m.Error)
	return strings.ReplaceAll(text, "-", "−")
}

// verdictWords are the words for verdicts on draws, in a column.
var verdictWords = map[diagnostics.Level]string{diagnostics.Good: "agree", diagnostics.Warn: "run longer",
	diagnostics.Bad: "disagree", diagnostics.Unknown: "too early"}

// BoardAgreement names the column of how well groups agree with an annotation.
const BoardAgreement = "adjusted_rand_index"

// BoardTable lists the lines of a board; the Index of a row is the place of its line.
func BoardTable(b *board.Board) cells.Table {
	t := cells.Table{Title: boardTitle(b), Subtitle: boardBrief(b), Note: boardNote(b), Style: plotting.Light,
		Window: plotting.All, Sort: -1}
	unit := b.Unit
	if unit == "" {
		unit = "row"
	}
	t.Columns = []cells.TableColumn{{Head: "result", Name: "result", Text: true},
		{Head: "log density", Name: "log_density_mean",
			Tip: [][2]string{{"mean", "nats per hidden " + unit}, {"±", "standard error"}}},
		{Head: "behind", Name: "behind",
			Tip: [][2]string{{"of the first", "paired difference"}, {"±", "its standard error"}}},
		{Head: "draws", Name: "draws", Text: true}, {Head: "R-hat", Name: "rhat", Detail: true, Tip: [][2]string{
			{"agreement of the chains", "the greatest R-hat of all quantities"}, {"good", "below 1.01; no unit"}}},
		{Head: "ESS", Name: "ess", Detail: true, Tip: [][2]string{{"effective sample size", "the least of all quantities"},
			{"unit", "independent draws; 200 or more is good"}}},
		{Head: "found", Name: "found"}, {Head: "time", Name: "seconds"}}
	areas := slices.ContainsFunc(b.Lines, func(l board.Line) bool { return !math.IsNaN(l.Area.Mean) })
	if areas {
		tip := [][2]string{{"area under the ROC curve",
			"of pairs of a hidden yes and a hidden no, those in which yes had the greater probability"},
			{"±", "standard error; of several fits the mean of theirs"}}
		t.Columns = slices.Insert(t.Columns, 3, cells.TableColumn{Head: "AUC", Name: "roc_area", Tip: tip})
	}
	other := otherUnit(b)
	if other != "" { // the unit that each predicted has a column
		t.Columns[1].Head += " per " + unit
		tip := [][2]string{{"mean", "nats per hidden " + other},
			{"±", "standard error; not compared with " + unit + "s"}}
		t.Columns = slices.Insert(t.Columns, 3,
			cells.TableColumn{Head: "per " + other, Name: "log_density_mean_" + other + "s", Tip: tip})
	}
	labelled := b.Labels != "" && slices.ContainsFunc(b.Lines, func(l board.Line) bool { return l.Agreement != nil })
	if labelled {
		tip := func(title, span string) [][2]string {
			return [][2]string{{"measure", title}, {"against", b.Labels}, {"range", span}}
		}
		t.Columns = append(t.Columns, cells.TableColumn{Head: "ARI", Name: BoardAgreement,
			Tip: tip("adjusted Rand index", "1 for the same groups, about 0 by chance")},
			cells.TableColumn{Head: "NMI", Detail: true, Name: "normalised_mutual_information",
				Tip: tip("normalised mutual information", "0 to 1, for the same groups")}, cells.TableColumn{Head: "VI",
				Detail: true, Name: "variation_of_information",
				Tip: tip("variation of information", "nats; 0 for the same groups")},
			cells.TableColumn{Head: "purity", Detail: true, Name: "purity",
				Tip: tip("rows in the commonest class of their group", "0 to 1")}, cells.TableColumn{Head: "tree purity",
				Detail: true, Name: "dendrogram_purity", Tip: tip("dendrogram purity", "0 to 1, where each class is a clade")})
	}
	for i, l := range b.Lines {
		r := boardRow(l, i, labelled)
		if areas {
			r.Cells = slices.Insert(r.Cells, 3, cells.TableCell{Text: Around(l.Area), Value: l.Area.Mean})
		}
		if other != "" {
			none := cells.TableCell{Text: "–", Value: math.NaN()}
			r.Cells = slices.Insert(r.Cells, 3, none)
			switch {
			case l.Unit == other:
				r.Cells[1], r.Cells[3] = none, r.Cells[1]
				r.Cells[3].Text = Around(l.Density)
			case l.Other != nil:
				r.Cells[3] = cells.TableCell{Text: Around(*l.Other), Value: l.Other.Mean}
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// otherUnit returns the unit of results that a board leaves out because it compares by another unit; "" for none.
func otherUnit(b *board.Board) string {
	for _, l := range b.Lines {
		switch {
		case b.Unit == "" || l.Unit == "":
		case l.Unit != b.Unit:
			return l.Unit
		case l.Other != nil && l.Unit == board.Rows:
			return board.Cells
		case l.Other != nil:
			return board.Rows
		}
	}
	return ""
}

// boardBrief is the same in a few words.
func boardBrief(b *board.Board) string {
	list := b.Compared()
	switch len(list) {
	case 0:
		return "none was scored on hidden data"
	case 1:
		return "only " + list[0].Name + " was scored on these hidden " + b.Unit + "s"
	}
	alike := 0
	for _, l := range list[1:] {
		if !l.Apart() {
			alike++
		}
	}
	parts := []string{list[0].Name + " leads"}
	if said := unconverged(list[0]); said != "" {
		parts[0] += " but " + said
	}
	switch {
	case alike == 1:
		parts = append(parts, "one other cannot be distinguished from it")
	case alike > 1:
		parts = append(parts, fmt.Sprintf("%d others cannot be distinguished from it", alike))
	}
	return subject.JoinWords(append(parts, plotting.Plural(b.N, "hidden "+b.Unit))...)
}

// boardNote names the leading result, and says why others are not compared.
func boardNote(b *board.Board) string {
	text := BoardWords(b)
	if len(b.Compared()) == 0 {
		return text
	}
	sentences := LeftOut(b)
	return strings.Join(append([]string{text}, sentences[:min(mostRivals, len(sentences))]...), " ")
}

// LeftOut says which results are not compared, a sentence for each reason.
func LeftOut(b *board.Board) (sentences []string) {
	var reasons []string
	out := map[string][]string{} // the names of those that are left out for each reason
	for _, l := range b.Lines {
		if l.Compared || l.Why == "" {
			continue
		}
		if out[l.Why] == nil {
			reasons = append(reasons, l.Why)
		}
		out[l.Why] = append(out[l.Why], l.Name)
	}
	for _, why := range reasons {
		sentences = append(sentences, fmt.Sprintf("Not compared: %s (%s).", listed(out[why]), why))
	}
	return sentences
}

func boardTitle(b *board.Board) string { return "Results of " + b.Table }

func boardRow(l board.Line, place int, labelled bool) cells.TableRow {
	nan := math.NaN()
	r := cells.TableRow{Index: place, Lines: boardLines(l)}
	value := func(x float64, text string) { r.Cells = append(r.Cells, cells.TableCell{Text: text, Value: x}) }
	value(nan, l.Name)
	if density := l.Density.Mean; l.N == 0 {
		value(nan, "–")
	} else if !l.Compared {
		value(density, "("+Around(l.Density)+")")
	} else {
		value(density, Around(l.Density))
	}
	switch {
	case !l.Compared:
		value(nan, "–")
	case place == 0:
		value(0, "leads")
	default:
		value(l.Behind.Mean, Around(l.Behind))
	}
	draws := "–"
	if l.Samples {
		draws = verdictWords[l.Verdict.Level]
	}
	value(nan, draws)
	value(l.RHat, number(l.RHat))
	value(l.ESS, number(math.Floor(l.ESS)))
	if l.Counted == "" {
		value(nan, "–")
	} else {
		value(l.Count, foundWords(l))
	}
	value(l.Seconds, secondsWords(l.Seconds))
	if a := l.Agreement; labelled && a != nil {
		for _, x := range []float64{a.AdjustedRand, a.MutualInformation, a.VariationOfInformation,
			a.Purity, a.DendrogramPurity} {
			value(x, agreement(x))
		}
	} else if labelled {
		none := "–"
		if l.Own {
			none = "its own"
		}
		for k := range 5 {
			if k > 0 {
				none = "–"
			}
			value(nan, none)
		}
	}
	return r
}

// agreement is a score of agreement with an annotation, "–" where there is none.
func agreement(x float64) string {
	if math.IsNaN(x) {
		return number(x)
	}
	return strings.ReplaceAll(fmt.Sprintf("%.3f", x), "-", "−")
}

// secondsWords is "0.09 s", or a longer time in words.
func secondsWords(s float64) string {
	switch {
	case s < 0.01:
		return "< 0.01 s"
	case s < 100:
		return plotting.FormatDigits(s, 2) + " s"
	}
	return plotting.FormatDuration(time.Duration(s * float64(time.Second)))
}

// foundWords is "12 clusters"; of several fits it is their mean.
func foundWords(l board.Line) string {
	if l.Count == math.Trunc(l.Count) {
		return plotting.Plural(int(l.Count), l.Counted)
	}
	return number(l.Count) + " " + l.Counted + "s"
}

// boardLines returns the tooltip of a line.
func boardLines(l board.Line) (lines [][2]string) {
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, [2]string{name, text})
		}
	}
	add("model", l.Title)
	if len(l.Entries) > 1 {
		add("fits", plotting.FormatCount(len(l.Entries)))
	}
	if !l.Compared {
		add("not compared", l.Why)
	}
	for _, s := range l.Shares {
		add("nats per cell, "+s.Sort, number(s.Density)+" ("+plotting.Plural(s.N, "cell")+")")
	}
	if !math.IsNaN(l.Area.Mean) {
		add("yes above no", Around(l.Area)+" of pairs of hidden cells (area under the ROC curve)")
	}
	if !math.IsNaN(l.Objective) {
		title, unit, _ := strings.Cut(l.ObjectiveTitle, ", ")
		add(title, strings.TrimSpace(plotting.FormatDigits(l.Objective, subject.ObjectiveDigits)+" "+unit))
	}
	if l.Samples {
		add("draws", l.Verdict.Text)
	}
	if l.Own {
		add("not compared", "the groups are its own, so every index would be 1")
	}
	add("problem", l.Problem)
	return lines
}

// BoardDots shows the results of a board that are compared: the held-out log density of each, and
// about it the 95 % interval of its difference from the first.
func BoardDots(b *board.Board) chart.Dots {
	d := chart.Dots{Title: boardTitle(b),
		Subtitle: boardBrief(b) + " · bars: 95 % interval of the difference", Line: math.NaN(),
		Axis: "log density per hidden " + b.Unit, Empty: BoardWords(b), Style: plotting.Light, Window: plotting.All}
	for i, l := range b.Compared() {
		r := chart.Dot{Index: i, Name: l.Name, Value: l.Density.Mean, Low: math.NaN(), High: math.NaN(),
			Strong: l.Apart(), Lines: boardLines(l)}
		if i == 0 {
			d.Line, r.Note = l.Density.Mean, "leads"
		} else {
			r.Low, r.High, r.Note = d.Line-l.Behind.High, d.Line-l.Behind.Low, Around(l.Behind)+" behind"
		}
		d.Rows = append(d.Rows, r)
	}
	return d
}

// BoardPlate is the picture of a board ready to be printed.
func BoardPlate(b *board.Board, software string) Plate {
	d := BoardDots(b)
	return Plate{Name: "board", Figure: d, Metadata: plotting.Metadata{Title: d.Title,
		Description: "held-out log density, with the 95 % interval of the difference from the first. " +
			strings.TrimSuffix(BoardWords(b), "."), Software: software, Data: b.Table},
		Size: plotting.Size{WidthMM: pageWidth, HeightMM: min(20+7*float64(len(d.Rows)), mostTall), DPI: dpi}}
}
