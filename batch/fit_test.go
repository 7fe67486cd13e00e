package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/run"
)

// numbersOf returns what must be the same bits from run to run.
func numbersOf(p parsed) parsed {
	delete(p.Trace, "seconds")
	return p
}

func TestThreadsDoNotChangeBits(t *testing.T) {
	data := groups().file(t)
	args := []string{"--labels", "kind", "--holdout", "0.2", "--seed", "4"}
	one := numbersOf(fit(t, data, append(args, "--threads", "1")...))
	two := numbersOf(fit(t, data, append(args, "--threads", "2")...))
	if !reflect.DeepEqual(one, two) {
		t.Errorf("one thread gave\n%+v\ntwo gave\n%+v", one, two)
	}
	other := numbersOf(fit(t, data, "--labels", "kind", "--holdout", "0.2", "--seed", "5"))
	if reflect.DeepEqual(one.Test.Names, other.Test.Names) {
		t.Error("another seed hides the same rows")
	}
}

func TestDurationIsReproducedByItsIterations(t *testing.T) {
	dir := [2]string{t.TempDir(), t.TempDir()}
	args := []string{"fit", "sample:fractal", "--model", "pydt", "--json", "--quiet"}
	timed := numbersOf(parse(t, must(t, append(args, "--duration", "700ms", "--out", dir[0])...)))
	for d := 2 * time.Second; timed.Iterations < 1; d *= 2 { // a busy machine may do no iteration in the time
		timed = numbersOf(parse(t, must(t, append(args, "--duration", d.String(), "--out", dir[0])...)))
	}
	counted := numbersOf(parse(t, must(t, append(args, "--iterations", strconv.Itoa(timed.Iterations), "--out", dir[1])...)))
	if !reflect.DeepEqual(timed, counted) {
		t.Errorf("%d iterations by time and by count differ: %v and %v", timed.Iterations, timed.Objective, counted.Objective)
	}
	for _, name := range []string{"tree.nwk", "trees.nwk"} {
		a, errA := os.ReadFile(filepath.Join(dir[0], name))
		b, errB := os.ReadFile(filepath.Join(dir[1], name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", name, errA, errB)
		}
	}
}

func TestInterruptKeepsTheResult(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	var out, errs bytes.Buffer
	s := &console{ctx: ctx, stdout: &out, stderr: &errs, started: func(h job.Handle) {
		go func() {
			for s := range h.Snapshots() {
				if s.Iteration > 0 {
					cancel()
					return
				}
			}
		}()
	}}
	status := s.do([]string{"fit", groups().pick("name", "a", "b", "c").file(t), "-m", "pydt", "--iterations", "100000000", "--holdout", "0.1", "--out", dir, "--json"})
	if status != statusInterrupted || !strings.Contains(errs.String(), "continue with espalier resume "+dir) {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	p := parse(t, out.String())
	if !p.Stopped || p.Test == nil {
		t.Errorf("stopped is %v, test %v", p.Stopped, p.Test)
	}
	if got := names(t, dir); !reflect.DeepEqual(got, []string{"result.fit", "result.json", "signal.csv",
		"supports.nex", "tree.nwk", "trees.nwk"}) {
		t.Errorf("files %v", got)
	}
}

func TestInterruptBeforeAnythingWasFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	status := Main(ctx, []string{"fit", "sample:digits8x8", "-m", "pydt", "--json"}, &out, &errs)
	if status != statusInterrupted || !strings.Contains(errs.String(), "before there was a result") {
		t.Errorf("exit status %d, %s%s", status, out.String(), errs.String())
	}
}

// TestDensitiesAreInTheUnitsOfTheFile rescales a column: the model sees the same
// numbers, so densities change by the Jacobian alone.
// A power of two leaves the standardised numbers, and so the fit, as they are to the bit.
func TestDensitiesAreInTheUnitsOfTheFile(t *testing.T) {
	args := []string{"--annotations", "year", "--holdout", "0.25", "--centre", "--scale"}
	plain := fit(t, groups().file(t), args...)
	scaled := fit(t, groups().column("b", func(_ int, x float64) float64 { return 1024 * x }).file(t), args...)
	for i := range plain.Test.LogDensity {
		got, want := *scaled.Test.LogDensity[i], *plain.Test.LogDensity[i]-math.Log(1024)
		if !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
			t.Errorf("row %d: log density %v, want %v", i, got, want)
		}
	}
	got, want := scaled.Objective.InputUnits, plain.Objective.InputUnits-float64(plain.Data.Rows)*math.Log(1024)
	if !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
		t.Errorf("objective in input units %v, want %v", got, want)
	}
	// In other working units the density is close to what it was: it is of the same numbers.
	raw := fit(t, groups().file(t), "--annotations", "year", "--holdout", "0.25", "--centre")
	if d := math.Abs(raw.Test.Mean - plain.Test.Mean); d > 2 {
		t.Errorf("mean log density %v scaled and %v not scaled", plain.Test.Mean, raw.Test.Mean)
	}
}

// TestHoldoutIsHidden changes the hidden rows beyond recognition: what was learnt
// must stay the same to the bit. Scaling is asked for, because the whole table tells whether columns share a unit.
func TestHoldoutIsHidden(t *testing.T) {
	plain := fit(t, groups().file(t), "--annotations", "year", "--holdout", "0.25", "--centre", "--scale")
	hidden := map[string]bool{}
	for _, n := range plain.Test.Names {
		hidden[n] = true
	}
	s := groups()
	changed := s.column("a", func(i int, x float64) float64 {
		if hidden[s[i+1][0]] {
			return -1e4 * x
		}
		return x
	})
	far := fit(t, changed.file(t), "--annotations", "year", "--holdout", "0.25", "--centre", "--scale")
	if !reflect.DeepEqual(plain.Trace["evidence"], far.Trace["evidence"]) {
		t.Error("the hidden rows were learnt from")
	}
	for i, n := range far.Test.Names {
		if n != plain.Test.Names[i] || *far.Test.LogDensity[i] > *plain.Test.LogDensity[i]-10 {
			t.Errorf("%s: log density %v, %v before it was moved far away", n, *far.Test.LogDensity[i], *plain.Test.LogDensity[i])
		}
	}
}

func TestLabelsAreNeverFed(t *testing.T) {
	want := fit(t, groups().pick("name", "a", "b", "c").file(t))
	for _, args := range [][]string{{"--labels", "year", "--annotations", "kind"}, {"--labels", "kind", "--annotations", "year"}} {
		got := fit(t, groups().file(t), args...)
		if got.Data.Columns != 3 || !reflect.DeepEqual(got.Trace["evidence"], want.Trace["evidence"]) {
			t.Errorf("%v: %d columns, evidence %v, want %v", args, got.Data.Columns, got.Objective, want.Objective)
		}
		if got.Scores["adjusted_rand_index"] != 1.0 || got.Scores["labels"] != args[1] {
			t.Errorf("%v: scores %v", args, got.Scores)
		}
	}
	if got := fit(t, groups().file(t), "--numeric", "year"); got.Data.Columns != 4 {
		t.Errorf("%d columns: this checks nothing", got.Data.Columns)
	}
	penguins := parse(t, must(t, "fit", "sample:penguins", "-m", "gaussian", "--labels", "species", "--annotations", "flipper_length_mm", "--json", "-q"))
	if penguins.Data.Columns != 3 {
		t.Errorf("%d columns of a sample", penguins.Data.Columns)
	}
}

func TestMissingLabelsCountNowhere(t *testing.T) {
	s := groups()
	s[3][1], s[7][1] = "", ""
	got := fit(t, s.file(t), "--labels", "kind", "--annotations", "year")
	if got.Scores["rows"] != 22.0 || got.Scores["adjusted_rand_index"] != 1.0 || len(got.Clusters.Labels) != 24 {
		t.Errorf("scores %v", got.Scores)
	}
}

func TestTestFile(t *testing.T) {
	all := groups()
	learn := append(sheet{all[0]}, all[1:21]...)
	fresh := append(sheet{all[0]}, all[21:]...)
	data := learn.pick("name", "a", "b", "c").file(t)
	straight := fit(t, data, "--test", fresh.pick("name", "a", "b", "c").file(t))
	turned := fit(t, data, "--test", fresh.pick("name", "c", "kind", "a", "year", "b").file(t))
	if straight.Test.Rows != 4 || !reflect.DeepEqual(straight.Test, turned.Test) {
		t.Errorf("columns in another order: %+v and %+v", straight.Test, turned.Test)
	}
	if *straight.Test.SE <= 0 {
		t.Errorf("standard error %v", *straight.Test.SE)
	}
	mean := 0.0
	for _, x := range straight.Test.LogDensity {
		mean += *x / 4
	}
	if !(math.Abs(mean-straight.Test.Mean) <= 1e-12*math.Abs(mean)) {
		t.Errorf("mean %v, want %v", straight.Test.Mean, mean)
	}
	single := fit(t, data, "--test", append(sheet{all[0]}, all[22], all[23]).pick("name", "a", "b", "c").file(t))
	if single.Test.Rows != 2 {
		t.Errorf("%d rows", single.Test.Rows)
	}
}

func TestTransposedHoldout(t *testing.T) {
	data := groups().pick("name", "a", "b", "c").file(t)
	got := fit(t, data, "--transpose", "--centre", "--holdout", "0.3")
	if got.Data.Rows != 2 || got.Data.Columns != 24 || got.Test.Rows != 1 {
		t.Errorf("%+v, test %+v", got.Data, got.Test)
	}
	if got.Test.SE != nil {
		t.Errorf("standard error %v of one row, want null", *got.Test.SE)
	}
	if all := fit(t, data, "--transpose", "--centre"); all.Data.Rows != 3 || all.Data.Columns != 24 {
		t.Errorf("%+v", all.Data)
	}
}

// Annotations of other files are joined by name. With --transpose those of the columns are the labels,
// and the result can be drawn again from its folder.
func TestAnnotationFiles(t *testing.T) {
	data := groups().pick("name", "a", "b", "c").file(t)
	folder := t.TempDir()
	for name, text := range map[string]string{"rows.csv": "who;height\nROW1;3\nrow2;5\nrow99;1\n", "columns.tsv": "axis\tname\nlong\ta\nlong\tb\nshort\tc\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rows, columns := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "columns.tsv")
	out := filepath.Join(folder, "out")
	status, text, told := command(t, "fit", data, "--model", "agglomerative", "--transpose", "--labels", "axis", "--row-annotations", rows, "--column-annotations", columns, "--json", "--out", out)
	var got struct {
		Data   struct{ Annotations, ColumnAnnotations []string }
		Scores struct{ Labels string }
		Notes  []string
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(text, "column_annotations", "ColumnAnnotations")), &got); status != 0 || err != nil {
		t.Fatal(told, err)
	}
	if !slices.Equal(got.Data.Annotations, []string{"height"}) || !slices.Equal(got.Data.ColumnAnnotations, []string{"axis"}) || got.Scores.Labels != "axis" {
		t.Errorf("%+v", got)
	}
	notes := strings.Join(got.Notes, " ")
	for _, want := range []string{"rows.csv annotates 2 of 24 rows", "matched by a guess (case or spaces): ROW1 for row1", "row99", "columns.tsv annotates 3 of 3 columns"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q lacks %q", notes, want)
		}
	}
	must(t, "figures", out, "--figures", "svg", "--out", filepath.Join(folder, "again"))
	if status, _, told := command(t, "fit", data, "--model", "agglomerative", "--transpose", "--labels", "axis"); status != 2 || !strings.Contains(told, "--column-annotations") {
		t.Errorf("status %d, %s", status, told)
	}
	if status, _, told := command(t, "fit", data, "-m", "agglomerative", "--row-annotations", columns); status != 1 ||
		!strings.Contains(told, "columns.tsv: no line names a row") ||
		!strings.Contains(told, "(--column-annotations)") {
		t.Errorf("status %d, %s", status, told)
	}
}

func TestPreprocessingFlags(t *testing.T) {
	usual := inference.Preprocessing{Centre: true, Scale: true}
	for _, p := range []inference.Preprocessing{
		{}, usual, {Log2p1: true}, {Transpose: true, TopRows: 5, Centre: true}, {TopColumns: 3, ScaleAll: true},
		{Recipe: "floor:1,log2(x+1),asinh:5", Log2p1: true, TopColumns: 2}, {Recipe: "counts:size-factors@columns,off:log2(x+1)", Centre: true},
		{Leave: inference.LeaveOut{Rows: inference.NamesOf("B.M.1", "B.M.2"), Columns: inference.NamesOf("a,b"), MissingRows: inference.LimitAt(0.5), MissingColumns: inference.LimitAt(0), VarianceRows: inference.LimitAt(0.25), VarianceColumns: inference.LimitAt(2)}, Centre: true},
	} {
		var f preprocessingFlags
		flags := p.Flags()
		for i := 0; i < len(flags); i++ {
			switch flags[i] {
			case "--raw":
				f.Raw = true
			case "--transpose":
				f.Transpose = true
			case "--prepare":
				f.Prepare = flags[i+1]
				i++
			case "--log2p1":
				f.Log2p1 = true
			case "--centre":
				f.Centre = true
			case "--scale":
				f.Scale = true
			case "--scale-all":
				f.ScaleAll = true
			case "--top-rows":
				f.TopRows, _ = strconv.Atoi(flags[i+1])
				i++
			case "--top-columns":
				f.TopColumns, _ = strconv.Atoi(flags[i+1])
				i++
			case "--without-rows", "--without-columns", "--max-missing-rows", "--max-missing-columns", "--min-variance-rows", "--min-variance-columns":
				leaveFlag(t, &f, flags[i], flags[i+1])
				i++
			default:
				t.Errorf("unknown flag %s", flags[i])
			}
		}
		if got, err := f.choose(usual); err != nil || got != p {
			t.Errorf("%v: got %+v, %v; want %+v", flags, got, err, p)
		}
		args := append([]string{"fit", "sample:crabs", "-m", "kmeans", "--iterations", "0", "-q"}, flags...)
		if p.Leave == (inference.LeaveOut{}) { // crabs has no rows of these names
			must(t, args...) // the parser knows the flags
		}
	}
	if got, err := (preprocessingFlags{}).choose(usual); err != nil || got != usual {
		t.Errorf("without flags: %+v, %v", got, err)
	}
}

func leaveFlag(t *testing.T, f *preprocessingFlags, flag, value string) {
	parse := func(to **float64) {
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatal(err)
		}
		*to = &x
	}
	names := strings.Split(strings.ReplaceAll(value, `\,`, "\x00"), ",")
	for i := range names {
		names[i] = strings.ReplaceAll(names[i], "\x00", ",")
	}
	switch flag {
	case "--without-rows":
		f.WithoutRows = names
	case "--without-columns":
		f.WithoutColumns = names
	case "--max-missing-rows":
		parse(&f.MaxMissingRows)
	case "--max-missing-columns":
		parse(&f.MaxMissingColumns)
	case "--min-variance-rows":
		parse(&f.MinVarianceRows)
	case "--min-variance-columns":
		parse(&f.MinVarianceColumns)
	}
}

func TestProgressWords(t *testing.T) {
	info := inference.Info{Iteration: "sweep"}
	p := run.Progress{State: run.Running, Phase: "searching", Fraction: 1, Iteration: 50, Target: 200, PerSecond: 25, Left: 6 * time.Second, LeftKnown: true}
	if got, want := progressText(p, info), "sweep 50 of 200, 25/s, about 6 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := progressShare(p, 0); got != 0.25 {
		t.Errorf("share %v", got)
	}
	if got := shorten("ärger im wald", 6); got != "ärger…" {
		t.Errorf("shortened to %q", got)
	}
	if got := shorten("kurz", -3); got != "…" {
		t.Errorf("shortened to %q", got)
	}
	p.Elapsed = 30 * time.Second
	if got := progressShare(p, time.Minute); got != 0.5 {
		t.Errorf("share of the time %v", got)
	}
	whole := run.Progress{State: run.Running, Fraction: 1, Share: 0.25, Iteration: 5, Target: 200} // a fit that tells how far it is
	if got, text := progressShare(whole, 0), progressText(whole, info); got != 0.25 || text != "sweep 5 of at most 200" {
		t.Errorf("%v, %q", got, text)
	}
	if got := progressShare(run.Progress{State: run.Building, Fraction: 0.7, Share: 0.1}, 0); got != 0.1 {
		t.Errorf("of the whole %v", got)
	}
	if got := progressShare(run.Progress{State: run.Building, Fraction: 0.7}, time.Minute); got != 0.7 {
		t.Errorf("share of the start %v", got)
	}
}

// TestEveryModelFits runs each model of the catalog through the whole of "fit".
func TestEveryModelFits(t *testing.T) {
	data := groups().pick("name", "kind", "a", "b", "c").file(t)
	for _, m := range catalog.Models() {
		info := m.Info()
		if info.Name == "blockmodel" {
			continue // TestFitNetwork
		}
		dir := t.TempDir()
		p := parse(t, must(t, "fit", data, "--model", info.Name, "--iterations", "2", "--labels", "kind", "--json", "--quiet", "--out", dir, "--figures", "svg"))
		tree := slices.Contains([]string{"pydt", "ddt", "agglomerative", "bhc"}, info.Name)
		groups := tree || info.Name == "dpmm" // found by all of these after two iterations
		if p.Model != info.Name || groups && p.Scores["adjusted_rand_index"] != 1.0 {
			t.Errorf("%s: %+v", info.Name, p)
		}
		for _, name := range info.Scalars {
			if len(p.Trace[name]) != len(p.Trace["iteration"]) || len(p.Trace[name]) == 0 {
				t.Errorf("%s: the trace of %s has %d values for %d iterations", info.Name, name, len(p.Trace[name]), len(p.Trace["iteration"]))
			}
		}
		if !tree {
			figure := "objective.svg"
			switch {
			case len(p.Trace["iteration"]) > 1 && info.Objective != "":
			case info.Family == inference.FamilyFactors:
				figure = "features.svg" // one value of the objective has no course
			case info.Name == "gaussian" || info.Name == "kde":
				figure = "contours.svg"
			default:
				figure = "clusters.svg"
			}
			if svg, err := os.ReadFile(filepath.Join(dir, figure)); err != nil || !strings.Contains(string(svg), info.Title) {
				t.Errorf("%s: %s: %v", info.Name, figure, err)
			}
			continue
		}
		svg, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
		if err != nil || !strings.Contains(string(svg), info.Title) {
			t.Errorf("%s: tree.svg: %v", info.Name, err)
		}
		if axis := "height"; slices.Contains(info.Scalars, "height") && !strings.Contains(string(svg), axis) {
			t.Errorf("%s: the axis of tree.svg is not one of heights", info.Name)
		}
	}
	if _, _, stderr := command(t, "fit", data, "-m", "agglomerative", "--holdout", "0.1"); !strings.Contains(stderr, "no density") {
		t.Errorf("holding rows out of a linkage: %s", stderr)
	}
}

// Baselines are fitted to the rows that were learnt from and scored in the units of the
// file: what they say does not depend on the model they are compared with, nor on units.
func TestBaselines(t *testing.T) {
	data := groups().pick("name", "a", "b", "c").file(t)
	fit := func(model string, more ...string) string {
		return must(t, append([]string{"fit", data, "-m", model, "--holdout", "0.25", "--iterations", "2", "--quiet", "--json"}, more...)...)
	}
	type row struct {
		Name             string
		Mean             float64 `json:"log_density_mean"`
		Error            float64 `json:"log_density_standard_error"`
		Difference       float64 `json:"difference_mean"`
		StandardOfSecond float64 `json:"difference_standard_error"`
	}
	var a, b struct {
		Baselines []row
		Test      struct {
			Mean float64 `json:"log_density_mean"`
		}
	}
	for text, to := range map[string]any{fit("ddt", "--baselines", "gaussian,kde"): &a, fit("gaussian", "--baselines", "kde,gaussian", "--raw"): &b} {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	if len(a.Baselines) != 2 || a.Baselines[0].Name != "gaussian" || a.Baselines[1].Name != "kde" || len(b.Baselines) != 1 {
		t.Fatalf("%+v, %+v", a.Baselines, b.Baselines)
	}
	for _, r := range a.Baselines {
		if !(math.Abs(r.Mean-a.Test.Mean-r.Difference) <= 1e-9) || !(r.Error > 0) || !(r.StandardOfSecond > 0) {
			t.Errorf("%+v beside a model at %v", r, a.Test.Mean)
		}
	}
	if x, y := a.Baselines[1].Mean, b.Baselines[0].Mean; !(math.Abs(x-y) <= 1e-4) {
		t.Errorf("kde of scaled numbers %v, of raw ones %v", x, y)
	}
	table := must(t, "fit", data, "-m", "ddt", "--holdout", "0.25", "--iterations", "2", "--baselines", "kde")
	if !strings.Contains(table, "against ddt") || strings.Count(table, "kde") != 1 {
		t.Errorf("summary %s", table)
	}
	for _, c := range []struct {
		more  []string
		table bool
	}{{nil, false}, {[]string{"--centre"}, true}, {[]string{"--set", "observation=gaussian"}, true}} {
		args := append([]string{"fit", "sample:animals", "-m", "ddt", "--holdout", "0.25", "--iterations", "1", "--baselines", "gaussian"}, c.more...)
		if _, out, stderr := command(t, args...); strings.Contains(out, "against ddt") != c.table || strings.Contains(stderr, "probabilities of zeros and ones") == c.table {
			t.Errorf("zeros and ones, %v: %s%s", c.more, out, stderr)
		}
	}
	// Probabilities of zeros and ones are compared with one another, whatever the preprocessing, and not with densities.
	for _, c := range []struct{ model, with, without, remark string }{
		{"chowliu", "treemixture", "gaussian", "because densities of numbers"},
		{"gaussian", "kde", "chowliu", "because probabilities"},
	} {
		_, out, stderr := command(t, "fit", "sample:animals", "-m", c.model, "--holdout", "0.25", "--baselines", c.with+","+c.without)
		_, table, _ := strings.Cut(out, "against "+c.model)
		if !strings.Contains(table, c.with) || strings.Contains(table, c.without+"  ") || !strings.Contains(stderr, c.without+": not fitted") ||
			!strings.Contains(stderr, c.remark) || strings.Contains(stderr, "--centre") {
			t.Errorf("%s: %s%s", c.model, out, stderr)
		}
	}
	if _, _, stderr := command(t, "fit", data, "-m", "ddt", "--baselines", "kde"); !strings.Contains(stderr, "--holdout") {
		t.Errorf("baselines without new rows: %s", stderr)
	}
	if _, _, stderr := command(t, "fit", data, "-m", "ddt", "--holdout", "0.25", "--baselines", "nothing"); !strings.Contains(stderr, "all for vbmfa, dpmm, gaussian, kde") {
		t.Errorf("an unknown baseline: %s", stderr)
	}
}

// TestLeavingOut: flags leave rows and columns out, and notes, figures and the command line that repeats the fit say so.
func TestLeavingOut(t *testing.T) {
	data := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(data, []byte("id,a,b,\"c,d\",e\nr1,1,NA,5,7\nr2,2,NA,5,1\nr3,4,3,5,2\nr4,NA,1,5,9\nr5,6,NA,5,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"fit", data, "-m", "agglomerative", "--json", "--without-rows", "r2", "--max-missing-columns", "0.4", "--max-missing-rows", "0.3"}
	status, out, told := command(t, args...)
	if status != 0 {
		t.Fatal(told)
	}
	var r struct {
		Preprocessing inference.Preprocessing
		Notes         []string
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if got := r.Preprocessing.String(); got != "1 row left out by hand, without rows more than 30 % missing, without columns more than 40 % missing, centred, scaled as a whole" {
		t.Errorf("preprocessing %q", got)
	}
	for _, part := range []string{`Left out by hand: 1 row "r2".`, `Left out because more than 30 % of their cells are missing: 1 row "r4".`} {
		if !strings.Contains(strings.Join(r.Notes, "\n"), part) || !strings.Contains(told, part) {
			t.Errorf("%q is not among %q and\n%s", part, r.Notes, told)
		}
	}
	out = must(t, "fit", data, "-m", "agglomerative", "--json", "--without-columns", `c\,d,b`, "--min-variance-columns", "0")
	if !strings.Contains(out, "Left out by hand: 2 columns \\\"b\\\", \\\"c,d\\\".") {
		t.Error(out)
	}
	for part, flags := range map[string][]string{
		`there is no column "z" to leave out`:     {"--without-columns", "z"},
		`rows with more than a share of 2`:        {"--max-missing-rows", "2"},
		`columns of a variance below -1`:          {"--min-variance-columns=-1"},
		`no row is left: 5 rows left out by hand`: {"--without-rows", "r1,r2,r3,r4,r5"},
	} {
		if status, _, told := command(t, append([]string{"fit", data, "-m", "agglomerative"}, flags...)...); status == 0 || !strings.Contains(told, part) {
			t.Errorf("%v: status %d, %s", flags, status, told)
		}
	}
}

// A model of latent features says what it makes of zeros and ones.
func TestFitOfZerosAndOnesSaysSo(t *testing.T) {
	if status, _, told := command(t, "fit", "sample:animals", "-m", "ibp", "--iterations", "2"); status != 0 || !strings.Contains(told, "zeros and ones: the features of a row make a one more or less probable") {
		t.Errorf("status %d: %s", status, told)
	}
}

// The reason for what a search found stands among the notes, with what the fit decided.
func TestToldReasons(t *testing.T) {
	f := &fitted{snapshot: &inference.Snapshot{Phase: "searching, columns with their covariance; the chains disagree",
		Parts: []inference.Part{&decision.Decisions{List: []decision.Decision{{Parameter: "columns", Chosen: "covariance", Criterion: "nats"}}}}}}
	got := f.told()
	if len(got) != 2 || !strings.Contains(got[0], "chose covariance") || got[1] != "The chains disagree." {
		t.Errorf("notes %q", got)
	}
	f.snapshot.Phase = "searching"
	if got := f.told(); len(got) != 1 {
		t.Errorf("notes %q without a reason", got)
	}
}
