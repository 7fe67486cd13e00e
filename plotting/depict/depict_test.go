package depict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/sampledata"

	"gonum.org/v1/plot/vg"
)

// fit fits a model to a sample and returns the result.
func fit(t testing.TB, sample, model string, iterations int, set map[string]string) *depict.Subject {
	t.Helper()
	table, err := sampledata.Open(sample)
	if err != nil {
		t.Fatal(err)
	}
	return fitTable(t, table, model, iterations, set)
}

// fitTable fits a model to a table and returns the result.
func fitTable(t testing.TB, table *inference.Table, model string, iterations int,
	set map[string]string) *depict.Subject {
	t.Helper()
	m, err := catalog.Find(model)
	if err != nil {
		t.Fatal(err)
	}
	settings := m.Info().Defaults()
	for name, value := range set {
		if err := settings.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	data, err := table.Prepare(m.Info().Preprocessing.For(table))
	if err != nil {
		t.Fatal(err)
	}
	info := inference.InfoFor(m, settings)
	n := max(1, info.Chains)
	stepper, err := chains.From(m, data, settings, 1, 0, n, 2)
	if err != nil {
		t.Fatal(err)
	}
	r := run.Start(context.Background(), stepper, info, run.Options{Iterations: iterations})
	defer r.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	return &depict.Subject{Model: m, Info: info, Settings: settings,
		Decided: inference.Decided(m, data, settings), Seed: 1, Chains: n,
		BurnIn: inference.BurnIn, Table: table, Data: data, Snapshot: r.Latest(), Software: "Espalier 0.0.0"}
}

func names(s *depict.Subject) (list []string) {
	for _, e := range depict.Of(s) {
		list = append(list, e.Name)
	}
	return list
}

// Every family has the figures that the window shows for it.
func TestFiguresOfEachFamily(t *testing.T) {
	for _, c := range []struct {
		sample, model string
		set           map[string]string
		want          []string
	}{
		{"iris", "pydt", nil, []string{"tree", "objective", "paths", "density", "comparison"}},
		{"animals", "pydt", map[string]string{"method": "mcmc"},
			[]string{"tree", "objective", "matrix", "diagnostics", "paths", "density", "comparison"}},
		{"iris", "nsfa", nil, []string{"objective", "features", "activities", "reconstruction", "loadings", "ranking",
			"groups", "factors", "diagnostics"}},
		{"iris", "pca", nil, []string{"factor-scatter", "loadings"}},
		{"iris", "dpmm", nil, []string{"objective", "clusters", "memberships", "confusion", "diagnostics"}},
		{"iris", "bicluster", nil,
			[]string{"objective", "blocks", "clusters", "memberships", "confusion", "alluvial", "diagnostics"}},
		{"iris", "crosscat", nil, []string{"objective", "views", "dependence", "profiles", "diagnostics"}},
		{"iris", "classtree", nil, []string{"class-tree", "objective", "clusters", "confusion", "diagnostics"}},
		{"iris", "vbmfa", nil, []string{"objective", "clusters", "components", "loadings", "memberships", "confusion"}},
		{"iris", "agglomerative", nil, []string{"tree", "paths", "density"}},
		{"iris", "bhc", nil,
			[]string{"tree", "objective", "clusters", "memberships", "confusion", "alluvial", "paths", "density"}},
		{"iris", "kmeans", nil, []string{"clusters", "components", "memberships", "confusion"}},
		{"iris", "spectral", nil, []string{"network", "edges", "clusters", "confusion", "alluvial", "eigenvalues"}},
		{"iris", "tsne", nil, []string{"map"}},
		{"iris", "hdbscan", nil, []string{"network", "edges", "clusters", "confusion", "alluvial"}},
		{"iris", "affinity", nil, []string{"network", "edges", "clusters", "confusion", "alluvial"}},
		{"iris", "communities", nil, []string{"network", "edges", "clusters", "confusion", "alluvial"}},
	} {
		t.Run(c.model+" "+c.sample, func(t *testing.T) {
			s := fit(t, c.sample, c.model, 6, c.set)
			got := names(s)
			for _, n := range c.want {
				if !slices.Contains(got, n) {
					t.Errorf("no figure %s among %v", n, got)
				}
			}
			for _, e := range depict.Of(s) {
				if again, err := depict.Named(s, e.Name); err != nil || again.Name != e.Name {
					t.Errorf("the name %s gives %s, %v", e.Name, again.Name, err)
				}
				p, err := e.Plate(context.Background(), s)
				if err != nil {
					t.Errorf("%s: %v", e.Name, err)
					continue
				}
				if _, empty := p.Figure.(ink.Sentence); empty {
					t.Errorf("%s is a sentence: %+v", e.Name, p.Figure)
				}
				if scene := p.Figure.Layout(vg.Point{X: 600, Y: 400}); scene == nil {
					t.Errorf("%s has no scene", e.Name)
				}
				if p.Size.WidthMM <= 0 || p.Size.HeightMM <= 0 || p.Size.DPI <= 0 {
					t.Errorf("%s has the size %+v", e.Name, p.Size)
				}
				if p.Metadata.Title == "" || p.Metadata.Description == "" || !strings.Contains(p.Metadata.Caption(), s.Data.Name) {
					t.Errorf("%s has the caption %q", e.Name, p.Metadata.Caption())
				}
			}
		})
	}
}

// The caption of memberships says what its cells are: of a row and a cluster, or of two rows.
func TestMembershipsSayWhatTheyShow(t *testing.T) {
	for model, want := range map[string]string{
		"vbmfa": "The probability that each flower belongs to its cluster.",
		"dpmm":  "The share of the draws in which each pair of flowers is in one cluster.",
		"bhc":   "The probability that each pair of flowers is in one cluster.",
	} {
		s := fit(t, "iris", model, 6, nil)
		e, err := depict.Named(s, "memberships")
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plate(context.Background(), s)
		if err != nil || !strings.Contains(p.Metadata.Caption(), want) {
			t.Errorf("%s: %q, %v", model, p.Metadata.Caption(), err)
		}
	}
}

// Names tell figures apart, whatever the result.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range depict.Entries() {
		if seen[e.Tab] {
			t.Errorf("two figures have the tab %s", e.Tab)
		}
		seen[e.Tab] = true
	}
	s := fit(t, "iris", "kmeans", 3, nil)
	if e, err := depict.Named(s, "Clusters"); err != nil || e.Name != "clusters" {
		t.Errorf("Clusters is %q, %v", e.Name, err)
	}
	for _, name := range []string{"tree", "nothing"} {
		if _, err := depict.Named(s, name); err == nil || !strings.Contains(err.Error(), "clusters") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A caption gives the objective with five digits, which the line over the figure leaves to it, and the settings in the
// order of the form.
func TestCaption(t *testing.T) {
	s := fit(t, "iris", "pydt", 4, nil)
	v, ok := s.Objective(0)
	if !ok {
		t.Fatal("no objective")
	}
	m := s.Metadata(0)
	want, over := plotting.FormatDigits(v, 5), s.Subtitle(0, "")
	if !strings.Contains(m.Objective, want) || strings.Contains(over, want) || strings.Contains(over, "nats") {
		t.Errorf("objective %q and subtitle %q; want %s in the first alone", m.Objective, over, want)
	}
	at := -1
	for _, x := range m.Settings {
		i := slices.IndexFunc(s.Settings.Parameters(), func(p inference.Parameter) bool { return p.Name == x[0] })
		if i <= at {
			t.Errorf("setting %s stands out of order in %v", x[0], m.Settings)
		}
		at = i
	}
}

// Sparse factors of the columns along a tree are counted as those of a factor model: a trace, a histogram of all draws,
// and each factor's share.
func TestNumberOfFactorsOfATree(t *testing.T) {
	s := fit(t, "iris", "pydt", 12, map[string]string{"method": "mcmc", "columns": "factors"})
	e, err := depict.Named(s, "factors")
	if err != nil || e.Tab != "Number" {
		t.Fatalf("factors is the figure %q, %v", e.Tab, err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	var sheets []string
	for _, sheet := range p.Figure.(plotting.Sheeter).Sheets() {
		sheets = append(sheets, sheet.Name)
	}
	if !slices.Equal(sheets, []string{"trace", "posterior", "explained"}) {
		t.Errorf("the figure has the numbers %v", sheets)
	}
	// Where no trace has the number, because auto chose factors later, the draws tell it.
	bare := *s.Snapshot
	bare.Chains = slices.Clone(bare.Chains)
	for k := range bare.Chains {
		c := &bare.Chains[k]
		i := slices.Index(c.Names, factors.Features) // and how many are common
		c.Names, c.Values = slices.Delete(slices.Clone(c.Names), i, i+2), slices.Delete(slices.Clone(c.Values), i, i+2)
	}
	all, drawn := chart.NewCounts(s.Snapshot, nil, 0, "sweep"), chart.NewCounts(&bare, nil, 0, "sweep")
	if len(drawn.Trace.Series) != len(all.Trace.Series) || drawn.Posterior() == "" {
		t.Fatalf("of draws: %d series, %q", len(drawn.Trace.Series), drawn.Posterior())
	}
	for k, one := range drawn.Trace.Series {
		for i, at := range one.Iteration {
			if want := all.Trace.Series[k].Values[at]; one.Values[i] != want {
				t.Errorf("chain %d, sweep %d: %v factors in the draw, %v in the trace", k, at, one.Values[i], want)
			}
		}
	}
}
