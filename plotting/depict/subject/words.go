package subject

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/plotting"
)

// ObjectiveDigits is how many digits of an objective a caption gives.
const ObjectiveDigits = 5

// Title stands over a figure of the result: "Pitman-Yor diffusion tree of crabs". rank is
// that of the tree shown, from 0.
func (s *Subject) Title(rank int) string {
	switch {
	case s.First:
		return "First tree of " + s.Data.Name
	case rank > 0:
		return fmt.Sprintf("%s of %s, tree %d", s.Info.Title, s.Data.Name, rank+1)
	}
	return s.Info.Title + " of " + s.Data.Name
}

// Subtitle is one line on the content. draws says which of the draws are shown, "" where
// the present state or the best one is.
func (s *Subject) Subtitle(rank int, draws string) string {
	var parts []string
	switch {
	case s.First:
		parts = append(parts, s.Linkage()+" linkage, before any run")
	case s.Linkage() != "":
		parts = append(parts, s.Linkage()+" linkage")
	case s.Snapshot.Iteration == 0 && strings.HasPrefix(s.Snapshot.Phase, "finished"): // without any iteration
	case s.Snapshot.Iteration == 0 && s.Info.Iterations > 0 && len(s.Snapshot.Trace.Iteration) > 0:
		parts = append(parts, "before the first "+s.Info.Iteration)
	case s.Snapshot.Phase != "" && s.Snapshot.Iteration == 0 && s.Info.Iterations > 0:
		parts = append(parts, s.Snapshot.Phase)
	default:
		if draws != "" {
			parts = append(parts, draws)
		}
		if s.Info.Iterations > 0 {
			parts = append(parts, "after "+plotting.Plural(s.Snapshot.Iteration, s.Info.Iteration))
		}
	}
	n, d := s.Data.Dims()
	rows := "leaf|leaves"
	if s.Treeless() {
		rows = "row"
	}
	parts = append(parts, s.Data.Say(plotting.Plural(n, rows)), s.Data.Say(plotting.Plural(d, "column")))
	if p := s.Data.Preprocessing; p != (inference.Preprocessing{}) {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " · ")
}

// objectiveText is "log evidence −749.73 nats".
func (s *Subject) objectiveText(v float64) string {
	title, unit, _ := strings.Cut(s.Info.ShownTitle(s.Snapshot), ", ")
	return strings.TrimSpace(title + " " + plotting.FormatDigits(v, ObjectiveDigits) + " " + unit)
}

// Linkage names the linkage of a result of agglomerative clustering; "" for other models.
func (s *Subject) Linkage() string {
	if !s.Settings.Has("linkage") {
		return ""
	}
	if word := s.Settings.Text("linkage"); word != "ward" {
		return word
	}
	return "Ward"
}

// Height is the height at the origin of a tree of heights; 0 for a tree of times.
func (s *Subject) Height() float64 {
	for _, x := range s.Snapshot.Scalars {
		if x.Name == "height" {
			return linkage.Headroom * x.Mean
		}
	}
	return 0
}

// ExpectedPoints says how many branch points a tree is expected to have, such as "112 ± 14 expected";
// "" where no run of a sampler has told.
func ExpectedPoints(s *Subject) string {
	for _, x := range s.Snapshot.Scalars {
		if x.Name == "expected_branch_points" {
			return plotting.FormatCount(int(math.Round(x.Mean))) + " ± " +
				plotting.FormatCount(int(math.Round(x.StandardDeviation))) + " expected"
		}
	}
	return ""
}

// Metadata says of a figure of the result how it came about. Description and the end of the
// title belong to the figure: see [Plate].
func (s *Subject) Metadata(rank int) plotting.Metadata {
	n, d := s.Data.Dims()
	m := plotting.Metadata{
		Title: s.Title(rank), Software: s.Software, Model: s.Info.Title, Reference: s.Info.Reference,
		Data: s.Table.Name, Rows: n, Columns: d, DataHash: s.Table.SHA256, Things: s.Data.Things,
	}
	m.Settings, m.InWords = s.settings()
	if p := s.Data.Preprocessing; p != (inference.Preprocessing{}) {
		m.Preprocessing = "preprocessed (" + p.String() + ")"
	}
	if s.Info.Iterations > 0 {
		m.Seed = strconv.FormatUint(s.Seed, 10)
		m.Iterations, m.Iteration = s.Snapshot.Iteration, s.Info.Iteration
	}
	if v, ok := s.Objective(rank); ok {
		m.Objective = plotting.Capital(s.objectiveText(v))
	}
	return m
}

// ReadWithin and ByClarity say of the tree of the result what [decision.ReadWithin] and [decision.ByClarity] do.
func (s *Subject) ReadWithin() bool { return decision.ReadWithin(s.Snapshot) }
func (s *Subject) ByClarity() bool  { return decision.ByClarity(s.Snapshot) }

// settings lists the parameters that mattered, in the order of the form, by their names and in words. One that was
// learnt has its estimate. Numbers by which one was decided are not part of the words.
func (s *Subject) settings() (list, words [][2]string) {
	learnt := map[string]float64{}
	for _, x := range s.Snapshot.Scalars {
		learnt[x.Name] = x.Mean
	}
	found, by := decision.Of(s.Snapshot).Values(), decision.Of(s.Snapshot).Numbers()
	for _, p := range s.Settings.Parameters() {
		if !p.Matters(s.Settings) {
			continue
		}
		decided := s.Decided
		if found[p.Name] != "" {
			decided = found
		}
		value, numbers := s.Settings.InWords(p, decided), by[p.Name]
		if v, ok := learnt[p.Name]; ok && p.Learnt && !s.Settings.Fixed(p.Name) {
			value, numbers = plotting.FormatNumber(v)+" (learnt)", ""
		}
		said := p.ChoiceWords(value)
		if d := decided[p.Name]; d != "" && strings.HasSuffix(value, " ("+d+")") {
			said = p.ChoiceWords(d) + " (chosen from the data)"
		}
		words = append(words, [2]string{p.InSentence(), said})
		if numbers != "" {
			value += " [" + numbers + "]"
		}
		list = append(list, [2]string{p.Name, value})
	}
	if s.Info.Samples {
		chains := [2]string{"chains", strconv.Itoa(max(s.Chains, 1))}
		list, words = append(list, chains), append(words, chains)
	}
	return list, words
}

// Learnt lists the hyperparameters that the run learnt.
func (s *Subject) Learnt() (list []inference.Scalar) {
	for _, x := range s.Snapshot.Scalars {
		for _, p := range s.Settings.Parameters() {
			if p.Name == x.Name && p.Learnt && !s.Settings.Fixed(p.Name) {
				list = append(list, x)
			}
		}
	}
	return list
}

// Facts are the rows, columns and preprocessing in a few words.
func (s *Subject) Facts() string {
	n, d := s.Data.Dims()
	parts := []string{s.Data.Say(plotting.Plural(n, "row")), s.Data.Say(plotting.Plural(d, "column"))}
	if p := s.Data.Preprocessing; p != (inference.Preprocessing{}) {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " · ")
}
