package latent

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/subject"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	TruthAbout  = "true loadings beside those of the learnt factors that are most like them"
	TruthSuffix = "true and learnt factors"
)

// TruthWords describes the figure.
func TruthWords(s *subject.Subject, f cells.Hinton) string {
	text := TruthAbout
	if side := factor.StateOf(s.Snapshot).Side; len(f.Items) > 0 && len(f.Items) < len(itemsOf(s, side)) {
		item, _ := side.Words()
		text += "; the " + plotting.FormatCount(len(f.Items)) + " of " + plotting.Plural(len(itemsOf(s, side)), item) +
			" with the strongest true loadings"
	}
	for _, b := range f.Blocks {
		text += "; " + b.Name + ": " + strings.Join(b.Lines[0][:], " ")
	}
	return text
}

// HasTruth reports whether the result has factors on items whose true loadings are known.
func HasTruth(s *subject.Subject) bool {
	f := factor.StateOf(s.Snapshot)
	return f != nil && trueLoadings(s, f.Side) != nil
}

// trueLoadings returns those of the items of a side; nil where they are not known.
func trueLoadings(s *subject.Subject, side inference.Side) *recovery.Loadings {
	for _, l := range subject.Told[Told](s).Truth {
		if l.Know(itemsOf(s, side)) {
			return l
		}
	}
	return nil
}

// itemsOf returns the names of the items of factors on a side.
func itemsOf(s *subject.Subject, side inference.Side) []string {
	if side == inference.OnRows {
		return s.Data.Rows
	}
	return s.Data.Columns
}

// leastAlike is the least absolute correlation of the loadings of a true factor and its partner.
const leastAlike = 0.5

// TruthState holds the choices for the true factors.
type TruthState struct {
	Most int // items, those that lead the true factors; 0 for all
}

// Truth shows the true loadings beside the learnt ones: a pair of columns for each true factor and its partner, the
// signs aligned, then the factors without a partner. The summary must be there.
func Truth(s FactorSubject, st TruthState, marks Marks) cells.Hinton {
	s = s.Folded(false)
	f := cells.Hinton{Title: subject.JoinTitle(s.Title(0), TruthSuffix), Value: "loading, each factor of length 1",
		Empty: noFactors, Window: plotting.All, Style: plotting.Light}
	known := trueLoadings(s.Subject, s.Side())
	if known == nil {
		f.Empty = "The true loadings of these items are not known."
		return f
	}
	names, truth := known.Of(s.Items())
	if s.Side() == inference.OnColumns { // the model sees columns in working units
		for i, scale := range s.Data.Scale {
			floats.Scale(1/scale, truth.RawRowView(i))
		}
	}
	learnt := new(mat.Dense)
	p := recovery.Pairing{Of: slices.Repeat([]int{-1}, len(names)),
		Correlation: slices.Repeat([]float64{math.NaN()}, len(names))}
	if s.Summary.Count() > 0 {
		learnt = s.Summary.Factors.Loadings
		p = recovery.PairFactors(truth, learnt, leastAlike)
	}
	turned := ""
	if known != subject.Told[Told](s.Subject).Truth[0] {
		turned = "the true values are activities, because the table was drawn with the other side as items"
	}
	f.Subtitle = subject.JoinWords(pairedWords(p), turned, DrawsText(s.Summary), s.foldWords(), s.Facts())
	once := mat.NewDense(1, len(names), slices.Repeat([]float64{1}, len(names)))
	f.Items = cells.FactorItems(&factors.Summary{
		Factors: &factor.State{Loadings: truth, Activities: once, IDs: inference.UpTo(len(names))}}, cells.ByFactor, st.Most)
	items := s.Items()
	for i, item := range f.Items {
		f.Rows = append(f.Rows, items[item])
		if slices.Contains(marks.Items, item) {
			f.SelectedRows = append(f.SelectedRows, i)
		}
	}
	chosen := s.Summary.Factors.Places(marks.Factors)
	found := func(k int, lines ...[2]string) cells.HintonColumn {
		return cells.HintonColumn{Name: s.Summary.Name(k), Note: "learnt", Selected: slices.Contains(chosen, k),
			Lines: append(lines, beside.FactorLines(s.Summary, k)...)}
	}
	for j, k := range p.Of {
		b := cells.HintonBlock{Name: names[j], Short: fmt.Sprint(j + 1), Note: "true",
			Lines: [][2]string{{"no learnt factor", "is like it"}}}
		addUnit(&b, cells.HintonColumn{Name: names[j] + ", true", Note: "true"}, mat.Col(nil, j, truth), f.Items)
		if r := p.Correlation[j]; k >= 0 {
			b.Note, b.Lines = fmt.Sprintf("%.2f", math.Abs(r)),
				[][2]string{{s.Summary.Name(k), "correlation " + plotting.FormatDigits(math.Abs(r), 3)}}
			loadings, lines := mat.Col(nil, k, learnt), [][2]string{{"correlation", plotting.FormatDigits(math.Abs(r), 3)}}
			if r < 0 {
				floats.Scale(-1, loadings)
				lines = append(lines, [2]string{"sign", "turned"})
			}
			addUnit(&b, found(k, lines...), loadings, f.Items)
		}
		f.Blocks = append(f.Blocks, b)
	}
	for _, k := range p.Extra {
		b := cells.HintonBlock{Name: s.Summary.Name(k), Short: fmt.Sprint(s.Summary.Number(k) + 1), Note: "learnt",
			Lines: [][2]string{{"no true factor", "is like it"}}}
		addUnit(&b, found(k), mat.Col(nil, k, learnt), f.Items)
		f.Blocks = append(f.Blocks, b)
	}
	return f
}

// addUnit adds a column with the loadings of some items to a block. All loadings of the factor have length 1 together.
func addUnit(b *cells.HintonBlock, c cells.HintonColumn, loadings []float64, items []int) {
	n := len(b.Columns)
	values := mat.NewDense(len(items), n+1, nil)
	for j := range n {
		values.SetCol(j, mat.Col(nil, j, b.Values))
	}
	if length := floats.Norm(loadings, 2); length > 0 {
		for i, item := range items {
			values.Set(i, n, loadings[item]/length)
		}
	}
	b.Columns, b.Values = append(b.Columns, c), values
}

// pairedWords say how many factors have partners, and how much these are alike.
func pairedWords(p recovery.Pairing) string {
	n := p.Pairs()
	text := fmt.Sprintf("%d of %s have a learnt partner", n, plotting.Plural(len(p.Of), "true factor"))
	if n > 0 {
		low, high := 1., 0.
		for _, r := range p.Correlation {
			if !math.IsNaN(r) {
				low, high = min(low, math.Abs(r)), max(high, math.Abs(r))
			}
		}
		text += fmt.Sprintf(", correlation %.2f", low)
		if n > 1 {
			text += fmt.Sprintf(" to %.2f", high)
		}
	}
	return text + fmt.Sprintf("; %d true and %d learnt have none", len(p.Of)-n, len(p.Extra))
}
