package board

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/heldout"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

func iris(t *testing.T) *inference.Table {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func plan(table *inference.Table, models ...string) Plan {
	p := Plan{Base: job.Spec{Table: job.SourceOf(table)}, Share: 0.1, Splits: []uint64{1, 2}, Part: 0.01}
	for _, m := range models {
		p.Choices = append(p.Choices, Choice{Model: m})
	}
	return p
}

// Trees, a mixture and densities are fitted with the same rows hidden and fill a board.
func TestFit(t *testing.T) {
	table := iris(t)
	specs, err := plan(table, "gaussian", "pydt", "kde").Specs(catalog.Models())
	if err != nil || len(specs) != 6 {
		t.Fatalf("%d fits, %v", len(specs), err)
	}
	var entries []Entry
	told := 0
	err = Fit(t.Context(), job.Local{}, From{Table: table}, specs, job.Options{Threads: 1}, Watch{
		Progress: func(p Progress) {
			told++
			if p.Fits != 6 || p.Share < 0 || p.Share > 1 {
				t.Errorf("%+v", p)
			}
		},
		Done: func(f Fitted) {
			if f.Err != nil {
				t.Errorf("%s: %v", f.Spec.Model, f.Err)
				return
			}
			entries = append(entries, Entry{Result: f.Result, Data: f.Data()})
		}})
	if err != nil || told < 6 || len(entries) != 6 {
		t.Fatalf("%d results, told %d times, %v", len(entries), told, err)
	}
	b := board(t, "species", entries...)
	if len(b.Compared()) != 3 || b.Splits != 2 || b.Unit != Rows {
		t.Fatalf("%+v", b)
	}
	for _, l := range b.Lines {
		if l.Model == "pydt" && (l.Agreement == nil || !(l.Agreement.AdjustedRand > 0.3) || l.Counted != BranchPoints) {
			t.Errorf("%+v", l)
		}
	}
}

// The density of the hidden rows under a Gaussian is that which gonum works out from the mean and
// covariance of the rows that were learnt from, and the two agree to a tenth of a nat: the model
// shrinks the covariance a little.
func TestFitScoresInInputUnits(t *testing.T) {
	table := iris(t)
	p := plan(table, "gaussian")
	p.Splits = []uint64{5}
	specs, err := p.Specs(catalog.Models())
	if err != nil {
		t.Fatal(err)
	}
	var got *job.Result
	if err := Fit(t.Context(), job.Local{}, From{Table: table}, specs, job.Options{Threads: 1},
		Watch{Done: func(f Fitted) { got = f.Result }}); err != nil {
		t.Fatal(err)
	}
	n, d := table.Dims()
	learn, hidden, err := heldout.Rows(n, heldout.Part{Share: 0.1, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	mean, cov := make([]float64, d), mat.NewSymDense(d, nil)
	for _, i := range learn {
		for j := range d {
			mean[j] += table.X.At(i, j) / float64(len(learn))
		}
	}
	for _, i := range learn {
		for j := range d {
			for k := j; k < d; k++ {
				cov.SetSym(j, k, cov.At(j, k)+(table.X.At(i, j)-mean[j])*(table.X.At(i, k)-mean[k])/float64(len(learn)))
			}
		}
	}
	normal, ok := distmv.NewNormal(mean, cov, nil)
	if !ok {
		t.Fatal("the covariance is singular")
	}
	want := 0.0
	for _, i := range hidden {
		want += normal.LogProb(table.X.(*mat.Dense).RawRowView(i)) / float64(len(hidden))
	}
	if l := board(t, "", Entry{Result: got}).Lines[0]; l.N != 15 || !(math.Abs(l.Density.Mean-want) <= 0.1) {
		t.Errorf("%+v, where gonum has %v", l, want)
	}
}

// A fit that fails says why and is not tried again; one that is stopped leaves those done.
func TestFitThatFailsOrIsStopped(t *testing.T) {
	table := iris(t)
	specs, err := plan(table, "agglomerative", "gaussian").Specs(catalog.Models())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done []string
	err = Fit(ctx, job.Local{}, From{Table: table}, specs, job.Options{Threads: 1}, Watch{Done: func(f Fitted) {
		text := f.Spec.Model
		if f.Err != nil {
			text += ": " + f.Err.Error()
		}
		if done = append(done, text); len(done) == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || len(done) != 2 || !strings.Contains(done[0], "no density") ||
		done[1] != "gaussian" {
		t.Errorf("%q, %v", done, err)
	}
	done = nil
	if err := Fit(t.Context(), job.Local{}, From{Table: table}, []job.Spec{specs[0], specs[2], specs[3]},
		job.Options{Threads: 1}, Watch{Done: func(f Fitted) { done = append(done, f.Spec.Model) }}); err != nil ||
		!slices.Equal(done, []string{"agglomerative", "gaussian"}) {
		t.Errorf("%q, %v", done, err)
	}
}

func TestPlanRefuses(t *testing.T) {
	table := iris(t)
	for want, change := range map[string]func(*Plan){
		"proportion to hide is 1":    func(p *Plan) { p.Share = 1 },
		"0 models":                   func(p *Plan) { p.Choices = nil },
		"0 splits":                   func(p *Plan) { p.Splits = nil },
		"usual iterations is 2":      func(p *Plan) { p.Part = 2 },
		`there is no model "x"`:      func(p *Plan) { p.Choices[0].Model = "x" },
		`gaussian: no parameter "y"`: func(p *Plan) { p.Choices[0].Settings = map[string]job.Value{"y": {Text: "1"}} },
	} {
		p := plan(table, "gaussian")
		change(&p)
		if _, err := p.Specs(catalog.Models()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// Every model that is compared unless others are chosen gives a density of something.
func TestOffers(t *testing.T) {
	data, err := iris(t).Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	offers := map[string]Offer{}
	for _, o := range Offers(catalog.Models(), data, nil) {
		offers[o.Model.Info().Name] = o
	}
	tree, factors, none := offers["pydt"], offers["nsfa"], offers["agglomerative"]
	if !tree.Predicts(Rows) || !tree.Predicts(Cells) || factors.Predicts(Rows) || !factors.Predicts(Cells) ||
		none.Model != nil {
		t.Errorf("%+v", offers)
	}
	for _, m := range catalog.Models() {
		if i := m.Info(); i.Compared && offers[i.Name].Model == nil {
			t.Errorf("%s is compared and predicts nothing", i.Name)
		}
	}
}

// Rows of zeros and ones are for models that give probabilities of them; cells are for all.
func TestOffersOfZerosAndOnes(t *testing.T) {
	table, err := sampledata.Open("animals")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	offers := map[string]Offer{}
	for _, o := range Offers(catalog.Models(), data, nil) {
		offers[o.Model.Info().Name] = o
	}
	for _, name := range []string{"chowliu", "treemixture", "dag"} {
		if !offers[name].Rows {
			t.Errorf("rows are not for %s", name)
		}
	}
	for _, name := range []string{"gaussian", "vbmfa", "pca"} {
		if offers[name].Rows {
			t.Errorf("rows are for %s", name)
		}
	}
	if !offers["pca"].Cells {
		t.Error("cells are not for pca")
	}
}

// A tree and a factor model are compared by the cells that both did not see.
func TestTreesAndFactorsByCells(t *testing.T) {
	table := iris(t)
	p := plan(table, "ddt", "pca")
	p.Unit, p.Splits = Cells, []uint64{4}
	specs, err := p.Specs(catalog.Models())
	if err != nil {
		t.Fatal(err)
	}
	var entries []Entry
	if err := Fit(t.Context(), job.Local{}, From{Table: table}, specs, job.Options{Threads: 1},
		Watch{Done: func(f Fitted) {
			if f.Err != nil {
				t.Fatal(f.Err)
			}
			entries = append(entries, Entry{Result: f.Result, Data: f.Data()})
		}}); err != nil {
		t.Fatal(err)
	}
	b := board(t, "species", entries...)
	if len(b.Compared()) != 2 || b.Unit != Cells || !(b.Rows < b.N) || !(b.Lines[1].Squared > 0) {
		t.Errorf("%+v", b)
	}
}

// By folds each row is scored once, in fits that differ in nothing else.
func TestFitByFolds(t *testing.T) {
	table := iris(t)
	p := plan(table, "gaussian")
	p.Splits, p.Share, p.Folds = []uint64{4}, 0, 3
	specs, err := p.Specs(catalog.Models())
	if err != nil || len(specs) != 3 {
		t.Fatalf("%d fits, %v", len(specs), err)
	}
	var entries []Entry
	if err := Fit(t.Context(), job.Local{}, From{Table: table}, specs, job.Options{Threads: 1},
		Watch{Done: func(f Fitted) { entries = append(entries, Entry{Result: f.Result, Data: f.Data()}) }}); err != nil {
		t.Fatal(err)
	}
	b := board(t, "", entries...)
	if len(b.Lines) != 1 || b.N != 150 || b.Rows != 150 || b.Splits != 3 || !b.Folds {
		t.Errorf("%+v", b)
	}
	p.Folds = 1
	if _, err := p.Specs(catalog.Models()); err == nil {
		t.Error("one part is taken")
	}
}
