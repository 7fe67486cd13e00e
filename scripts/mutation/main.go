// Command mutation changes formulas of the numerical packages one at a time and asks the short tests whether
// they notice. scripts/mutate runs it.
//
// A mutant is one change of one expression: see operators.go. It is compiled with the -overlay flag of the go
// command, so no file of the repository is written; those of one package are compiled together, see whole.go. The
// short tests of its package decide; if they pass, the
// conformance test of a model decides, and the short tests of the packages of the sample that import it
// directly, unless these take more than 20 s of processor time. What all of them let pass is a survivor.
//
// Generic tools, such as gremlins and go-mutesting, change conditions, statements and operators. They have no
// dropped terms, swapped arguments and factors of two, which is how formulas go wrong, and take no sample.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the sample")
	count := flag.Int("n", 60, "number of mutants")
	list := flag.Bool("list", false, "list the sample and run nothing")
	minutes := flag.Float64("minutes", 0, "start no mutant after so many minutes; 0 means no limit")
	jobs := flag.Int("jobs", 2, "mutants tried at once")
	name := flag.String("record", "", "file of the outcomes: those that stand there are not tried again, others are added")
	again := flag.Bool("again", false, "try those survivors of the record again that are not explained")
	survivors := flag.Bool("survivors", false, "try those survivors of the table again that are not explained, no sample")
	without := flag.String("without", "", "path of a package whose mutants are passed over, such as one with long tests")
	as := flag.String("as", "mutants", "name of the table in bin/validation")
	flag.Parse()
	patterns := flag.Args()
	table := filepath.Join("bin", "validation", *as+".md")
	if len(patterns) == 0 {
		patterns = numerical
	} else if *without == "" {
		table = "" // of some packages: printed only
	}
	sample, all, excuses, module, err := draw(*seed, patterns)
	if *without != "" {
		skipped := strings.Trim(strings.TrimPrefix(*without, "."), "/")
		sample = slices.DeleteFunc(sample, func(m mutant) bool { return strings.HasSuffix(m.pkg, "/"+skipped) })
		all = len(sample)
	}
	if err == nil && *list {
		for _, m := range sample[:min(*count, len(sample))] {
			fmt.Println(m)
		}
		return
	}
	if err == nil && *survivors {
		if err = trySurvivors(table, sample, excuses, module); err != nil {
			fmt.Fprintln(os.Stderr, "mutation:", err)
			os.Exit(1)
		}
		return
	}
	var done []outcome
	if err == nil {
		c := campaign{runner: runner{module: module, baselines: map[step]*baseline{}}, count: *count, jobs: *jobs,
			excuses: excuses, again: *again}
		if *minutes > 0 {
			c.until = time.Now().Add(time.Duration(*minutes * float64(time.Minute)))
		}
		if *name != "" {
			c.record, err = openRecord(*name)
		}
		if err == nil {
			done, err = c.run(sample)
		}
	}
	if err == nil {
		t := tallyOf(done, all, *seed, patterns)
		if *without != "" {
			t.where += " without `" + *without + "`"
		}
		text := t.text()
		fmt.Print("\n", text)
		err = keep(table, text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// trySurvivors tries the survivors of a table again and writes the table that results.
func trySurvivors(table string, all []mutant, excuses map[string]string, module *module) error {
	if table == "" {
		return errors.New("-survivors takes no packages")
	}
	old, err := os.ReadFile(table)
	if err != nil {
		return fmt.Errorf("%w; scripts/mutate makes the table", err)
	}
	t, err := readTally(string(old))
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	r := runner{module: module, baselines: map[step]*baseline{}}
	if err := t.retry(all, excuses, r.try); err != nil {
		return err
	}
	fmt.Print("\n", t.text())
	return keep(table, t.text())
}

// keep writes a table to its file; "" keeps none.
func keep(table, text string) error {
	if table == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(table), 0o755); err != nil {
		return err
	}
	return os.WriteFile(table, []byte(text), 0o644)
}

// numerical are the packages with formulas.
var numerical = []string{"./inference/algorithm/...", "./inference/model/...",
	"./inference/process/...", "./inference/stat/..."}

// draw returns the mutants of the packages in the order in which they are tried, and how many there are.
func draw(seed uint64, patterns []string) (sample []mutant, n int, excuses map[string]string,
	module *module, err error) {
	if module, err = load(patterns); err != nil {
		return
	}
	var all []mutant
	for _, p := range module.targets {
		found, err := module.mutants(p)
		if err != nil {
			return nil, 0, nil, nil, err
		}
		all = append(all, found...)
	}
	// Every package has the same chance, and within it every operator, so that long packages and the many
	// constants do not make up the whole sample.
	sample = spread(all, rand.New(rand.NewPCG(seed, 1)))
	excuses, err = readExcuses(filepath.Join(module.dir, "scripts", "mutation", "equivalent.txt"))
	return sample, len(all), excuses, module, err
}

// spread puts mutants in the order in which they are tried: the packages in turn, in each the operators in
// turn, in each of these at random.
func spread(all []mutant, rng *rand.Rand) []mutant {
	groups := map[string]map[string][]mutant{}
	var packages []string
	for _, m := range all {
		if groups[m.pkg] == nil {
			groups[m.pkg] = map[string][]mutant{}
			packages = append(packages, m.pkg)
		}
		groups[m.pkg][m.operator] = append(groups[m.pkg][m.operator], m)
	}
	queues := make([][]mutant, len(packages))
	for i, p := range packages {
		var operators []string
		for o, list := range groups[p] {
			operators = append(operators, o)
			slices.SortFunc(list, func(a, b mutant) int { return strings.Compare(a.order(), b.order()) })
		}
		slices.Sort(operators)
		rng.Shuffle(len(operators), func(a, b int) { operators[a], operators[b] = operators[b], operators[a] })
		for _, o := range operators {
			list := groups[p][o]
			rng.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
		}
		for left := true; left; {
			left = false
			for _, o := range operators {
				if list := groups[p][o]; len(list) > 0 {
					queues[i], groups[p][o], left = append(queues[i], list[0]), list[1:], true
				}
			}
		}
	}
	rng.Shuffle(len(queues), func(a, b int) { queues[a], queues[b] = queues[b], queues[a] })
	var out []mutant
	for left := true; left; {
		left = false
		for i, q := range queues {
			if len(q) > 0 {
				out, queues[i], left = append(out, q[0]), q[1:], true
			}
		}
	}
	return out
}

// readExcuses reads the survivors that are no loss, by their keys. Each line of the file is
//
//	path | line before | line after | reason
//
// Lines that begin with # are remarks.
func readExcuses(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 4 {
			return nil, fmt.Errorf("%s:%d: want path | before | after | reason", name, i+1)
		}
		out[strings.Join(parts[:3], " | ")] = parts[3]
	}
	return out, nil
}
