package pydt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/pieces"

	"gonum.org/v1/gonum/mat"
)

// A goldenFit is a fit whose bits are kept.
type goldenFit struct {
	name       string // model, method, form of the columns, table
	model      inference.Model
	data       *inference.Dataset
	set        []string
	iterations int  // after the start
	large      bool // searched as tables of many rows are
}

// goldenFits are fits of all methods and forms of columns on tables of all kinds.
func goldenFits() (fits []goldenFit) {
	complete := bound(16, 4)
	tables := map[string]*inference.Dataset{
		"complete": complete,
		"missing":  holed(complete, 7),
		"gaps":     gapped(14, 9), // nearly every column has gaps of its own
		"binary":   pydttest.BinaryData(12, 6, 3),
		"few":      pydttest.PriorData(4, 3, 2),
		"many-way": starry(4, 5, 3),
		"alone":    pydttest.PriorData(20, 3, 5),
		"wide":     bound(10, 14),
	}
	add := func(model inference.Model, table string, iterations int, pairs ...string) {
		fit := goldenFit{name: model.Info().Name, model: model, data: tables[table], set: pairs, iterations: iterations}
		for i := 0; i < len(pairs); i += 2 {
			fit.name += " " + pairs[i] + "=" + pairs[i+1]
		}
		fit.name += " " + table
		fits = append(fits, fit)
	}
	pydt, ddt := Model{}, DDT{}
	for _, table := range []string{"complete", "missing", "gaps", "binary", "few", "many-way"} {
		add(pydt, table, 30, "method", "em", "columns", correlated.Independent)
		add(pydt, table, 4, "method", "mp", "columns", correlated.Independent)
		add(pydt, table, 30, "method", "mcmc", "columns", correlated.Independent)
	}
	add(ddt, "missing", 30, "method", "em", "columns", correlated.Independent, "start", "random", "orders", "2")
	add(ddt, "complete", 30, "method", "em", "columns", correlated.Independent, "start", "linkage")
	add(ddt, "complete", 4, "method", "mp", "columns", correlated.Independent)
	add(ddt, "binary", 20, "method", "mcmc", "columns", correlated.Independent, "initial", "random")
	for _, moves := range sampler.MoveSets {
		add(pydt, "missing", 20, "method", "mcmc", "columns", correlated.Independent, "moves", moves, "initial", "prior")
	}
	add(pydt, "many-way", 12, "method", "mcmc", "columns", correlated.Independent, "temperatures", "3")
	for _, form := range []string{correlated.AnyCovariance, correlated.ByFactors, correlated.ByTree} {
		add(ddt, "complete", 4, "method", "em", "columns", form)
		add(pydt, "missing", 4, "method", "em", "columns", form)
		add(pydt, "complete", 12, "method", "mcmc", "columns", form)
		add(ddt, "missing", 12, "method", "mcmc", "columns", form)
		add(pydt, "few", 2, "method", "ais", "columns", correlated.Independent, "annealing", "30")
		if form == correlated.AnyCovariance {
			add(pydt, "complete", 2, "method", "ais", "columns", form, "annealing", "30")
			add(ddt, "missing", 2, "method", "ais", "columns", correlated.Independent, "annealing", "30")
			continue
		}
		fits = fits[:len(fits)-1]
		add(ddt, "complete", 2, "method", "ais", "columns", form, "annealing", "30")
	}
	for _, table := range []string{"complete", "missing", "alone", "wide"} {
		add(ddt, table, 6, "method", "em", "columns", correlated.Undecided)
	}
	add(ddt, "complete", 30, "method", "mcmc", "columns", correlated.Undecided)
	add(pydt, "missing", 30, "method", "mcmc", "columns", correlated.Undecided)
	add(pydt, "alone", 20, "method", "em", "columns", correlated.Independent)
	last := &fits[len(fits)-1]
	last.name, last.large = last.name+" as large", true
	return fits
}

// gapped returns a table in which nearly every column misses other cells.
func gapped(n, d int) *inference.Dataset {
	return pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(11, 60)), n, d, 0.15))
}

// starry returns rows close to a few centres that are far apart, some of them equal to another.
func starry(centres, each, d int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(12, 60))
	x := mat.NewDense(centres*each, d, nil)
	for c := range centres {
		at := make([]float64, d)
		for j := range at {
			at[j] = 3 * rng.NormFloat64()
		}
		for k := range each {
			for j := range d {
				x.Set(c*each+k, j, at[j]+0.1*float64(min(k, each-2))*rng.NormFloat64())
			}
		}
	}
	return pydttest.DatasetOf(x)
}

// A goldenHash is what a fit has reported and shows at half way, and has reported since and shows at its end.
type goldenHash struct{ half, end uint64 }

// new returns the fit before its first step.
func (g *goldenFit) new(t *testing.T, threads int) inference.Stepper {
	t.Helper()
	s, err := g.model.New(g.data, settingsWith(t, g.model, g.set...), inference.Streams{Seed: 5, Chain: 1}, threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run steps a fit until it has reported so many times, and hashes the reports and what it then shows.
func (g *goldenFit) run(t *testing.T, s inference.Stepper, reports int) uint64 {
	t.Helper()
	h := fnv.New64a()
	write := func(numbers []float64) {
		for _, v := range numbers {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	for range reports {
		for {
			r, err := s.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				write(r.Scalars)
				break
			}
		}
	}
	shown := *s.Snapshot()
	shown.Phase = "" // it may depend on time
	written, err := pieces.Whole(kind.SnapshotPieces(&shown))
	if err != nil {
		t.Fatal(err)
	}
	h.Write(written)
	if p, ok := s.(inference.Predictor); ok {
		if logs, err := p.LogDensity(t.Context(), mat.DenseCopyOf(g.data.X.Slice(0, 2, 0, len(g.data.Columns)))); err == nil {
			write(logs)
		}
	}
	if p, ok := s.(inference.CellPredictor); ok {
		if logs, mean, err := p.LogCells([]inference.Cell{{Row: 0, Column: 0}, {Row: 1, Column: 1}},
			[]float64{0, 1}); err == nil {
			write(logs)
			write(mean)
		}
	}
	return h.Sum64()
}

// reports returns how many reports come before half way, and after.
func (g *goldenFit) reports() (before, after int) {
	return 1 + g.iterations/2, g.iterations - g.iterations/2
}

// goldenState returns the state that a fit saves.
func goldenState(t *testing.T, s inference.Stepper) []byte {
	t.Helper()
	state, err := s.(inference.Saver).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// goOn restores a state and runs to the end.
func (g *goldenFit) goOn(t *testing.T, state []byte, threads int) uint64 {
	t.Helper()
	s := g.new(t, threads)
	if err := s.(inference.Saver).UnmarshalBinary(state); err != nil {
		t.Fatalf("a state at half way: %v", err)
	}
	_, after := g.reports()
	return g.run(t, s, after)
}

const (
	goldenFile   = "testdata/golden.txt"
	goldenStates = "testdata/states"
)

// file is the name of the file of a state of the fit, without the number behind it.
func (g *goldenFit) file() string { return strings.NewReplacer(" ", "_", "=", "-").Replace(g.name) }

// Fits have the bits that they had when testdata/golden.txt was written: at half way, at their end, on one thread
// and on two, and where they go on from a saved state. States that earlier versions saved are still opened, and go
// on to the same bits.
//
// -update writes the file anew. It may be used only by a change that says that the bits of these fits change, and
// which of them and why; the lines that differ then are those it names. It adds the states of fits that have none
// in testdata/states and never changes one that is there.
func TestGolden(t *testing.T) {
	want, where := readGolden(t)
	compare := where == arithmetic.Mark()
	if !compare && !inferencetest.Updating() {
		t.Log(
			"numbers are rounded here in another way than where the file was written, so runs are compared with each other only")
	}
	var lines []string
	for _, g := range goldenFits() {
		t.Run(g.name, func(t *testing.T) {
			if g.large {
				pydttest.SearchAsLarge(t, 8)
			}
			before, after := g.reports()
			one := g.new(t, 1)
			got := goldenHash{half: g.run(t, one, before)}
			state := goldenState(t, one)
			got.end = g.run(t, one, after)
			two := g.new(t, 2)
			if half := g.run(t, two, before); half != got.half {
				t.Error("on two threads the start is another than on one")
			}
			if end := g.goOn(t, goldenState(t, two), 2); end != got.end {
				t.Error("on two threads and from a saved state the end is another")
			}
			if end := g.goOn(t, state, 1); end != got.end {
				t.Error("from a saved state the end is another")
			}
			lines = append(lines, fmt.Sprintf("%016x %016x %s\n", got.half, got.end, g.name))
			if compare && !inferencetest.Updating() && got != want[g.name] {
				t.Errorf("its bits have changed: half way %016x, was %016x; at the end %016x, was %016x", got.half,
					want[g.name].half, got.end, want[g.name].end)
			}
			g.checkStates(t, state, got.end, compare, want, &lines)
		})
	}
	if inferencetest.Updating() {
		text := "rounding " + arithmetic.Mark() + "\n" + strings.Join(lines, "")
		if err := os.WriteFile(goldenFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// keepsState reports whether states of the fit are kept.
func (g *goldenFit) keepsState() bool {
	if strings.Contains(g.name, "missing") || g.large {
		return true
	}
	return strings.Contains(g.name, "binary") || strings.Contains(g.name, "temperatures") ||
		strings.Contains(g.name, "ais")
}

// checkStates opens the states that were kept of a fit. They go on to the bits in the file, which are those of
// the fit itself until its bits change.
func (g *goldenFit) checkStates(t *testing.T, state []byte, end uint64, compare bool, want map[string]goldenHash,
	lines *[]string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldenStates, g.file()+".*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 && g.keepsState() {
		if !inferencetest.Updating() {
			t.Fatal("no state is kept")
		}
		files = []string{filepath.Join(goldenStates, fmt.Sprintf("%s.%d", g.file(), 1))}
		if err := os.MkdirAll(goldenStates, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(files[0], state, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, name := g.goOn(t, kept, 1), g.name+" from "+filepath.Base(file)
		if compare && !inferencetest.Updating() && !bytes.Equal(kept, state) && got != want[name].end {
			t.Errorf("from the state %s it ends in %016x, before in %016x", file, got, want[name].end)
		}
		*lines = append(*lines, fmt.Sprintf("%016x %016x %s\n", 0, got, name))
	}
}

// readGolden reads the hashes by name, and how numbers were rounded where they were written.
func readGolden(t *testing.T) (hashes map[string]goldenHash, rounding string) {
	t.Helper()
	hashes = map[string]goldenHash{}
	text, err := os.ReadFile(goldenFile)
	if err != nil {
		if inferencetest.Updating() {
			return hashes, ""
		}
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(rest) {
		var h goldenHash
		if _, err := fmt.Sscanf(line, "%x %x", &h.half, &h.end); err != nil {
			t.Fatalf("%s: %q: %v", goldenFile, line, err)
		}
		name := strings.TrimSpace(line[34:])
		if _, twice := hashes[name]; twice {
			t.Fatalf("%s has %q twice", goldenFile, name)
		}
		hashes[name] = h
	}
	if _, ok := strings.CutPrefix(first, "rounding "); !ok {
		t.Fatalf("%s does not say how numbers were rounded", goldenFile)
	}
	return hashes, strings.TrimPrefix(first, "rounding ")
}

// The table of fits has each method, form and kind of table, and no name twice.
func TestGoldenFitsAreMany(t *testing.T) {
	var names []string
	for _, g := range goldenFits() {
		names = append(names, g.name)
	}
	all := strings.Join(names, "\n")
	for _, word := range []string{"em", "mp", "mcmc", "ais", correlated.Independent, correlated.AnyCovariance,
		correlated.ByFactors, correlated.ByTree, correlated.Undecided, "binary", "missing", "few", "many-way"} {
		if !strings.Contains(all, word) {
			t.Errorf("no fit with %s", word)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) < 40 || len(slices.Compact(names)) != len(goldenFits()) {
		t.Errorf("%d fits of different names", len(slices.Compact(names)))
	}
}
