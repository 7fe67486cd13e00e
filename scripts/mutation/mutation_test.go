package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const source = `package sum

func twice(a, b float64) float64 {
	if a < b {
		return -a
	}
	s := 0.5*a + b
	s += b
	return s
}

func both(n int, a, b float64) float64 {
	if n > 3 {
		return twice(a, b)
	}
	return 0
}
`

// temporary is a module of one package, with the given test.
func temporary(t *testing.T, test string) *module {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module sum\n\ngo 1.26\n", "sum.go": source, "sum_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &module{dir: dir, exports: map[string]string{}, users: map[string][]string{}}
}

func found(t *testing.T, m *module) []mutant {
	t.Helper()
	out, err := m.mutants(&listed{Dir: m.dir, ImportPath: "sum", GoFiles: []string{"sum.go"}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOperators(t *testing.T) {
	var got []string
	for _, m := range found(t, temporary(t, "package sum")) {
		got = append(got, m.operator+": "+m.is)
	}
	want := []string{
		"comparison: if a > b {", "sign: return a", "sign: s := 0.5*a - b",
		"dropped term: s := 0.5*a", "dropped term: s := b",
		"dropped factor: s := 0.5 + b", "dropped factor: s := a + b", "factor of 2: s := 1*a + b",
		"sign: s -= b", "dropped term: _ = b",
		"comparison: if n >= 3 {", "swapped arguments: return twice(b, a)",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Tolerances, limits of forms, times, shares of progress, room of slices and texts are left as they are.
func TestNoFormulas(t *testing.T) {
	m := temporary(t, "package sum")
	text := `package sum

import "fmt"

type limits struct{ Min, Max float64 }

var form = limits{Min: 2, Max: 100}

type Parameter struct{ limits }

func real(most float64) Parameter { return Parameter{limits{Max: most}} }

var other = real(7)

type Duration int64

func late(d Duration, work *int) bool { return d > 20 || *work <= 0 }

type report struct{ Fraction float64 }

func settled(s []int, d float64, r *report) bool {
	if cap(s) > 7 {
		panic(fmt.Sprint(d + 2))
	}
	r.Fraction = d / 4
	*r = report{Fraction: d / 5}
	return d-1e-9 == 0
}

func (r *report) fraction() float64 { return r.Fraction / 3 }
`
	if err := os.WriteFile(filepath.Join(m.dir, "sum.go"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	fmt, err := goCommand(m.dir, "list", "-export", "-f", "{{.Export}}", "fmt").Output()
	if err != nil {
		t.Fatal(err)
	}
	m.exports["fmt"] = strings.TrimSpace(string(fmt))
	if list := found(t, m); len(list) > 0 {
		t.Errorf("found %v", list)
	}
}

// A mutant that a test sees is killed, one that no test sees survives, one that never ends is stopped.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a dozen programs")
	}
	m := temporary(t, `package sum

import "testing"

func TestTwice(t *testing.T) {
	if twice(2, 1) != 3 {
		t.Error("wrong")
	}
}
`)
	r := runner{module: m, baselines: map[step]*baseline{}}
	survivors := 0
	var apart []verdict
	for _, x := range found(t, m) {
		o, err := r.try(x)
		if err != nil {
			t.Fatal(err)
		}
		apart = append(apart, o.verdict)
		// At (2, 1) the first branch is not taken, both is not called, and 0.5·2 is 0.5 + 0.5.
		sees := x.line >= 4 && x.line <= 9 && x.is != "return a"
		if seen := o.verdict == killed; seen != sees {
			t.Errorf("%s: %s", x, o.verdict)
		}
		if o.verdict == survived {
			survivors++
		}
	}
	if survivors != 3 {
		t.Errorf("%d survivors", survivors)
	}
	// Compiled together the mutants have the same fates.
	m.targets = []*listed{{Dir: m.dir, ImportPath: "sum", GoFiles: []string{"sum.go"}}}
	all := found(t, m)
	refused := mutant{pkg: "sum", file: "sum.go", low: strings.Index(source, "s += b"),
		high: strings.Index(source, "s += b"), text: "unused := 1\n"}
	r.gather(append(slices.Clone(all), refused))
	defer r.release()
	for i, x := range all {
		if v, _, ok, err := r.together(x); v != apart[i] || !ok || err != nil {
			t.Errorf("%s: %s alone, %s with others (%v)", x, apart[i], v, err)
		}
	}
	if v, _, _, err := r.together(refused); v != unbuildable || err != nil {
		t.Errorf("a mutant that the compiler refuses: %s (%v)", v, err)
	}
	endlessly := mutant{pkg: "sum", file: "sum.go", low: strings.Index(source, "s += b"),
		high: strings.Index(source, "s += b"), text: "for {\n}\n"}
	dir := t.TempDir()
	overlay, err := endlessly.overlay(m.dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	if v, text, _, err := r.test(step{pkg: "sum"}, dir, overlay, time.Second); v != endless || err != nil {
		t.Errorf("%s (%v)\n%s", v, err, text)
	}
	if text, err := os.ReadFile(filepath.Join(m.dir, "sum.go")); err != nil || string(text) != source {
		t.Error("the source was written")
	}
}

// Outcomes that were recorded are not tried again, unless this is asked for and they are survivors that are not
// explained.
func TestRecord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	dead, alive := outcome{mutant{file: "a.go", operator: sign, was: "a", is: "b"}, killed, "TestA", ""},
		outcome{mutant{file: "a.go", operator: term, was: "a", is: "b"}, survived, "", ""}
	for range 2 {
		r, err := openRecord(name)
		if err != nil {
			t.Fatal(err)
		}
		c := campaign{count: 2, jobs: 2, record: r, excuses: map[string]string{alive.key(): "none"}}
		if len(r.known) == 0 {
			if err := r.add(alive); err != nil {
				t.Fatal(err)
			}
			if err := r.add(dead); err != nil {
				t.Fatal(err)
			}
			continue
		}
		done, err := c.run([]mutant{dead.mutant, alive.mutant})
		if err != nil || len(done) != 2 || done[0].verdict != killed || done[1].verdict != survived ||
			done[1].excuse != "none" {
			t.Errorf("%v, %v", done, err)
		}
		c.again, c.runner.module = true, &module{dir: t.TempDir()}
		if _, err := c.run([]mutant{alive.mutant}); err != nil {
			t.Error("a survivor that is explained was tried again")
		}
		c.excuses = nil
		if _, err := c.run([]mutant{alive.mutant}); err == nil {
			t.Error("a survivor was not tried again")
		}
	}
}

// A sample takes the packages and the operators in turn, and is the same for the same seed.
func TestSpread(t *testing.T) {
	var all []mutant
	for i := range 40 {
		all = append(all, mutant{pkg: "long", operator: []string{sign, factor}[i%2], low: i})
	}
	all = append(all, mutant{pkg: "short", operator: term})
	a, b := spread(all, rand.New(rand.NewPCG(1, 1))), spread(all, rand.New(rand.NewPCG(1, 1)))
	if !slices.Equal(a, b) || len(a) != len(all) {
		t.Error("two samples of one seed differ, or one is not complete")
	}
	if a[0].pkg == a[1].pkg {
		t.Errorf("the sample begins with two of %s", a[0].pkg)
	}
	var operators []string
	for _, m := range a {
		if m.pkg == "long" {
			operators = append(operators, m.operator)
		}
	}
	if operators[0] == operators[1] || operators[0] != operators[2] {
		t.Errorf("operators come in the order %v", operators[:4])
	}
}

func TestReport(t *testing.T) {
	m := mutant{file: "inference/a.go", operator: sign, was: "a + b", is: "a - b"}
	text := tallyOf([]outcome{{m, killed, "", ""}, {m, endless, "", ""}, {m, survived, "", "b is 0"},
		{m, survived, "", ""}}, 9, 3, []string{"./x"}).text()
	for _, want := range []string{"4 mutants of 9 (seed 3)", "**2 killed**", "1 survivors are explained, 1 are not",
		"| sign | 4 | 2 |", "| b is 0 |", "not explained"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	name := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(name, []byte("# remark\n"+m.key()+" | b is 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := readExcuses(name); err != nil || got[m.key()] != "b is 0" {
		t.Errorf("%v, %v", got, err)
	}
}

// A table is read back as it was written. Its survivors without an explanation are tried again, wherever in their
// package they are now; those whose code is gone no longer count.
func TestSurvivorsAgain(t *testing.T) {
	in := func(file, operator, was string) mutant {
		return mutant{file: "inference/p/" + file, operator: operator, was: was, is: was + " || c"}
	}
	moved, gone, stays, never := in("a.go", sign, "a"), in("a.go", term, "b"), in("a.go", sign, "c"), in("a.go", sign, "d")
	first := tallyOf([]outcome{{moved, survived, "", "why"}, {gone, survived, "", "why"}, {stays, survived, "", "why"},
		{never, killed, "", ""}}, 9, 3, []string{"./x"})
	old := first.text()
	read := func(text string) *tally {
		t.Helper()
		got, err := readTally("before\n" + text + "<!-- end fresh -->\n| x | 1 | 1 |\n")
		if err != nil {
			t.Fatal(err)
		}
		if again := got.text(); again != text {
			t.Fatalf("read back as\n%s\nwritten as\n%s", again, text)
		}
		return got
	}
	got := read(old)
	moved.file = "inference/p/b.go"
	tried := 0
	err := got.retry([]mutant{never, stays, moved}, map[string]string{stays.key(): "a better reason"},
		func(m mutant) (outcome, error) {
			tried++
			return outcome{mutant: m, verdict: map[bool]verdict{true: killed, false: survived}[m == moved]}, nil
		})
	if err != nil || tried != 1 || got.dead != 2 || got.gone != 1 || len(got.left) != 1 ||
		got.left[0].why != "a better reason" || got.kinds[sign] != [2]int{3, 2} || got.kinds[term] != [2]int{} {
		t.Errorf("%+v (%v)", got, err)
	}
	if text := got.text(); !strings.Contains(text, "**2 killed** by short tests (67 %)") || !strings.Contains(text,
		"At first 1 were killed: 25 %, and 33 % of those that are not explained. Of 1 the expression") {
		t.Error(text)
	}
	read(got.text())
	if _, err := readTally(strings.Replace(old, "| sign | 3 | 1 |", "| sign | 4 | 1 |", 1)); err == nil {
		t.Error("a table that does not add up is read")
	}
}

// Every explanation is of a line that still stands in its file.
func TestExplanationsAreOfCode(t *testing.T) {
	excuses, err := readExcuses("equivalent.txt")
	if err != nil || len(excuses) < 100 {
		t.Fatalf("%d explanations, %v", len(excuses), err)
	}
	files := map[string]map[string]bool{}
	for key := range excuses {
		parts := strings.Split(key, " | ")
		file, was := parts[0], parts[1]
		if files[file] == nil {
			files[file] = map[string]bool{}
			text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
			if err != nil {
				t.Errorf("there is no %s any more", file)
			}
			for line := range strings.Lines(string(text)) {
				files[file][strings.Join(strings.Fields(line), " ")] = true
			}
		}
		if !files[file][was] {
			t.Errorf("%s has no line %q any more", file, was)
		}
	}
}
