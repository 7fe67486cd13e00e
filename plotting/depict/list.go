package depict

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/raster"
)

// An Entry is one of the figures that a result can have.
type Entry struct {
	// Name is that of files and of --figure. Two entries may share one where no result offers both.
	Name string
	// Tab is its name in the window.
	Tab string
	// About describes it in a few words, after its name: "which rows have which factor".
	About string
	// Suffix ends its title, after that of the result; "" for the figure that stands for the result.
	Suffix string

	offers func(s *Subject) bool
	make   func(ctx context.Context, s *Subject) (plotting.Figure, error) // of figures without choices
	chosen choosable                                                      // its choices; nil for none
	size   func(f plotting.Figure) plotting.Size
	says   func(s *Subject, f plotting.Figure) string // in place of About; "" for a figure that About describes
}

// A Plate is a figure ready to be printed.
type Plate struct {
	Name     string
	Figure   plotting.Figure
	Metadata plotting.Metadata // with title and caption
	Size     plotting.Size
	Looks    Looks
	tab      string
}

// In returns the figure in a style, with the look that a person gave it.
func (p Plate) In(s plotting.Style) plotting.Figure {
	return plotting.InStyle(p.Figure, p.Style(s))
}

// Style returns a style with the look that a person gave the figure.
func (p Plate) Style(s plotting.Style) plotting.Style { return p.Looks.Style(s, p.tab) }

// looksOf returns the looks of the figures of a result, in which each level has its colour.
func looksOf(s *Subject) Looks {
	k := s.Looks
	if s.Table != nil {
		k.Annotations = Placed(k.Annotations, s.Table.Annotations, s.Table.ColumnAnnotations)
	}
	return k
}

// Offers reports whether the result has such a figure.
func (e Entry) Offers(s *Subject) bool { return e.offers(s) }

// Words describes a figure of the entry as it is: along which direction, of which trees. The figure may be another than
// the usual one; nil is one that is not made yet.
func (e Entry) Words(s *Subject, f plotting.Figure) string {
	if e.says != nil && f != nil {
		if words := e.says(s, f); words != "" {
			return words
		}
	}
	return e.About
}

// Metadata describes a figure of the entry and how it was made. about replaces [Entry.Words] where the figure itself
// does not name the choices; "" keeps them. rank is that of the tree shown.
func (e Entry) Metadata(s *Subject, f plotting.Figure, rank int, about string) plotting.Metadata {
	m := s.Metadata(rank)
	if e.Suffix != "" {
		m.Title = subject.JoinTitle(m.Title, e.Suffix)
	}
	if about == "" {
		about = e.Words(s, f)
	}
	m.Description = s.Data.Say(about)
	return m
}

// wordsOf describes figures of one type; "" for others, such as a sentence in place of a figure.
func wordsOf[F plotting.Figure](words func(s *Subject, f F) string) func(*Subject, plotting.Figure) string {
	return func(s *Subject, f plotting.Figure) string {
		if t, ok := f.(F); ok {
			return words(s, t)
		}
		return ""
	}
}

// Plate makes the figure as a person arranged it, see [Subject.Panes], or as it is until a person chooses.
func (e Entry) Plate(ctx context.Context, s *Subject) (Plate, error) {
	g, err := e.given(ctx, s)
	if err != nil {
		return Plate{}, fmt.Errorf("figure %s: %w", e.Name, err)
	}
	st := e.State(g, s.Panes)
	f := st.Figure(g)
	if no, ok := f.(failure); ok {
		return Plate{}, fmt.Errorf("figure %s: %w", e.Name, no.err)
	}
	return Plate{e.Name, f, e.Metadata(s, f, rankOf(s), st.Words(g, f)), e.sized(f, looksOf(s)), looksOf(s), e.Tab}, nil
}

// Arranged returns a plate of the entry with the figure as the user arranged it, and with metadata that say so. The
// plate stays as it is where a sentence or the like was shown in its place.
func (e Entry) Arranged(p Plate, s *Subject, f plotting.Figure, m plotting.Metadata) Plate {
	if reflect.TypeOf(f) != reflect.TypeOf(p.Figure) {
		return p
	}
	p.Figure, p.Metadata = f, m
	p.Size = e.sized(f, looksOf(s))
	return p
}

// Entries lists all figures, in the order of the tabs of the window.
func Entries() []Entry { return slices.Clone(entries) }

// Of lists the figures that a result has.
func Of(s *Subject) (list []Entry) {
	for _, e := range entries {
		if e.offers(s) {
			list = append(list, e)
		}
	}
	return list
}

// Standing returns the figure that stands for a result: the first that it has, and the trace only where
// there is no other.
func Standing(s *Subject) (e Entry, ok bool) {
	for _, tab := range leads(s) {
		return ByTab(tab), true
	}
	for _, e = range entries {
		rest := e.Name == "objective" || e.Name == "diagnostics" || e.Name == columnsEntry.Name ||
			e.Name == survivalEntry.Name || e.Name == missingEntry.Name || e.Name == samplesEntry.Name
		if rest && ok || !e.offers(s) {
			continue
		}
		if !rest {
			return e, true
		}
		ok = true
	}
	return ByTab("Trace"), ok
}

// Leading returns the names of tabs in the order in which a result shows them: first the main ones, of principal
// components the plane of the first two and the scree, of other factors with real loadings the list of items with large
// loadings. A result without a tree does not begin with its trace if it has something else.
func Leading(s *Subject, names []string) []string {
	if len(names) > 1 && names[0] == "Trace" {
		names = slices.Concat(names[1:2], names[:1], names[2:])
	}
	var first []string
	for _, name := range slices.Concat(leads(s), names) {
		if slices.Contains(names, name) && !slices.Contains(first, name) {
			first = append(first, name)
		}
	}
	return first
}

func leads(s *Subject) []string {
	switch {
	case s.Snapshot != nil && classTreeEntry.Offers(s):
		return []string{classTreeEntry.Tab}
	case s.Snapshot == nil || !HasFactors(s) || s.HasTree() || factor.StateOf(s.Snapshot).Binary:
		return nil
	case hasScree(s) && latent.HasFactorScatter(s):
		return []string{"Scatter", screeEntry.Tab}
	case hasScree(s):
		return []string{screeEntry.Tab}
	}
	return []string{"Ranking"}
}

// Named returns the figure of a result by its name, or else by its tab, whatever their capitals: factors is the name of
// one and the tab of another. The error lists the figures there are.
func Named(s *Subject, name string) (Entry, error) {
	list := Of(s)
	for _, called := range []func(e Entry) string{func(e Entry) string { return e.Name }, func(e Entry) string { return e.Tab }} {
		if i := slices.IndexFunc(list, func(e Entry) bool { return strings.EqualFold(called(e), name) }); i >= 0 {
			return list[i], nil
		}
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	if Known(name) {
		return Entry{}, fmt.Errorf("this result has no figure %q; it has %s", name, strings.Join(names, ", "))
	}
	return Entry{}, fmt.Errorf("there is no figure %q; this result has %s", name, strings.Join(names, ", "))
}

// Known reports whether some result has a figure of that name or tab.
func Known(name string) bool {
	return slices.ContainsFunc(entries,
		func(e Entry) bool { return strings.EqualFold(e.Name, name) || strings.EqualFold(e.Tab, name) })
}

// AllNames lists the names of the figures, each once.
func AllNames() (names []string) {
	for _, e := range entries {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// ByTab returns the entry of a tab; it panics where there is none.
func ByTab(tab string) Entry {
	for _, e := range entries {
		if e.Tab == tab {
			return e
		}
	}
	panic("depict: no figure has the tab " + tab)
}

const dpi = 300

func fixed(width, height float64) func(plotting.Figure) plotting.Size {
	return func(plotting.Figure) plotting.Size { return plotting.Size{WidthMM: width, HeightMM: height, DPI: dpi} }
}

// Sizes of figures two columns of a journal wide, in mm.
const (
	pageWidth = 180
	leastTall = 90
	mostTall  = 240
)

// tall is the size of a figure of so many rows, each so many mm high, with its margins.
func tall(rows int, each float64) plotting.Size {
	return plotting.Size{WidthMM: pageWidth, HeightMM: min(max(45+each*float64(rows), leastTall), mostTall), DPI: dpi}
}

// sized is the size of a figure as it is printed: as high as the user wants its rows, without blank margins.
func (e Entry) sized(f plotting.Figure, k Looks) plotting.Size {
	style := k.Style(plotting.Print, e.Tab)
	return raster.Trimmed(grown(e.size(f), f, style), plotting.InStyle(f, style))
}

// grown is the size of a figure whose rows are as high as a person wants them.
func grown(size plotting.Size, f plotting.Figure, s plotting.Style) plotting.Size {
	r, ok := f.(interface{ RowCount() int })
	if each := float64(s.Look.RowHeight); ok && each > 0 {
		const around, least, most = 45, 60, 2000 // mm
		size.HeightMM = min(max(around+each*float64(r.RowCount())*25.4/96, least), most)
	}
	return size
}

var (
	treeSize   = fixed(pageWidth, 140)
	traceSize  = fixed(pageWidth, 70)
	planeSize  = fixed(pageWidth, 120) // nearly square, so that ellipses have room
	squareSize = fixed(pageWidth, 170)
	wideSize   = fixed(260, 150)
)

// Most items and panels of a figure that nobody has zoomed into.
const (
	mostItems  = 60
	mostPanels = 24
)

// entries are all figures, in the order of the tabs of the window. The first that a result has stands for it, so that
// graphs come before other figures of the rows. A new figure is a line here, with an Entry in a file of its own.
var entries = slices.Concat(
	[]Entry{treeEntry, traceEntry, blocksEntry},
	graphEntries,
	[]Entry{
		blockGraphEntry,
		classTreeEntry,
		featuresEntry,
		byGroupEntry,
		activitiesEntry,
		reconstructionEntry,
		factorScatterEntry,
		factorLoadingsEntry,
		rankingEntry,
		factorGroupsEntry,
		factorCountsEntry,
		truthEntry,
		viewsEntry,
		dependenceEntry,
		mapEntry,
		clustersEntry,
		componentsEntry,
		mixtureLoadingsEntry,
		templatesEntry,
		membershipsEntry,
		classesEntry,
		profilesEntry,
		expectedEntry,
		calibratedEntry,
		alluvialEntry,
		matrixEntry,
		diagnosticsEntry,
		boardEntry,
		pathsEntry,
		densityEntry,
		contoursEntry,
		comparisonEntry,
		heatmapEntry,
	},
	covarianceEntries,
	[]Entry{
		screeEntry,
		spectrumEntry,
		signalEntry,
		activityEntry,
		columnsEntry,
		survivalEntry,
		missingEntry,
		samplesEntry,
	},
)

var alluvialEntry = Entry{Name: "alluvial", Tab: "Partitions", Suffix: "partitions",
	About: "how the rows of each class are spread over the clusters", offers: hasAlluvial, size: planeSize,
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return alluvialOf(s), nil }}

var diagnosticsEntry = Entry{Name: "diagnostics", Tab: "Diagnostics", Suffix: "diagnostics",
	About:  "whether the draws can be trusted",
	offers: func(s *Subject) bool { return s.Info.Samples },
	make:   func(ctx context.Context, s *Subject) (plotting.Figure, error) { return diagnosticsOf(s, ctx) },
	size: func(f plotting.Figure) plotting.Size {
		return plotting.Size{WidthMM: pageWidth,
			HeightMM: min(34+16*float64(f.(*chart.Diagnostics).Rows())+28, mostTall), DPI: dpi}
	},
	says: wordsOf(func(_ *Subject, f *chart.Diagnostics) string { return f.Report.Verdict.Text })}

var boardEntry = Entry{Name: "board", Tab: "Board", Suffix: "board",
	About:  "results of the table compared by how well they predict the same hidden part",
	offers: func(s *Subject) bool { return s.Board != nil && len(s.Board.Compared()) > 1 }, size: planeSize,
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return BoardDots(s.Board), nil },
	says: func(s *Subject, _ plotting.Figure) string { return BoardCaption(s.Board) }}

var comparisonEntry = Entry{Name: "comparison", Tab: "Compare", Suffix: "comparison",
	About:  "the tree beside that of Ward linkage",
	offers: func(s *Subject) bool { return hasLocations(s) && s.Height() == 0 }, size: treeSize,
	make: func(ctx context.Context, s *Subject) (plotting.Figure, error) { return comparisonOf(s, ctx) },
	says: wordsOf(func(_ *Subject, f *dendro.Tanglegram) string {
		return f.Names[0] + " and " + f.Names[1] + ", face to face; lines join equal leaves"
	})}

// HasFactors reports whether the result is that of a factor model.
func HasFactors(s *Subject) bool { return factor.StateOf(s.Snapshot) != nil }

// HasMixture reports whether the result is that of a mixture.
func HasMixture(s *Subject) bool { return mixture.Of(s.Snapshot) != nil }

// Sources and looks of figures, see package subject.
type (
	Subject = subject.Subject
	Looks   = subject.Looks
)
