// Command sidebyside runs the benchmarks of this tree and of an earlier commit in turns and compares their least
// times. scripts/bench --against runs it.
//
// Each benchmark runs on one thread, for a short time, here and there by turns. A pattern selects from lines such as
// "inference/model/pca BenchmarkCycle"; only the tests of packages with a matching benchmark are built. The processor
// time is measured. What else the machine does can only make a run slower, so the least of many short runs is
// compared, and a benchmark that seems slower runs again until it is not or its rounds are over.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	against := flag.String("against", "", "commit to compare with")
	rounds := flag.Int("rounds", 12, "most runs of each benchmark")
	lasting := flag.Duration("time", 100*time.Millisecond, "how long a run repeats a benchmark")
	limit := flag.Float64("limit", 1.05, "ratio above which a benchmark is slower")
	tags := flag.String("tags", "migrated_fynedo,no_emoji,no_metadata", "build tags")
	table := flag.String("table", "", "file for the Markdown table")
	kept := flag.String("kept", "", "file to which figures are added as they come; what it holds is not run again")
	flag.Parse()
	pattern := "."
	if flag.NArg() > 0 {
		pattern = flag.Arg(0)
	}
	c := comparison{rounds: *rounds, lasting: *lasting, limit: *limit, out: os.Stdout}
	err := c.keep(*kept)
	if err == nil {
		err = c.compare(*against, pattern, *tags, *table)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sidebyside:", err)
		os.Exit(1)
	}
}

// keep continues from the figures in a file, and adds those that follow; "" keeps none.
func (c *comparison) keep(file string) error {
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.recall(string(text))
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	c.out = io.MultiWriter(os.Stdout, f) // open until the program ends
	return nil
}

// compare runs the benchmarks that match on both sides and writes the table.
func (c *comparison) compare(against, pattern, tags, table string) error {
	matching, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	then, err := checkOut(against)
	if err != nil {
		return err
	}
	defer then.remove()
	clock, err := os.MkdirTemp("", "clock")
	if err != nil {
		return err
	}
	defer os.RemoveAll(clock)
	overlay, err := processorClock(clock)
	if err != nil {
		return err
	}
	now := &side{root: "."}
	for _, s := range []*side{then, now} {
		defer func() { os.RemoveAll(s.binaries) }()
		if err := s.list(); err != nil {
			return err
		}
	}
	pairs, alone := pair(then.found, now.found)
	for _, p := range pairs {
		if !matching.MatchString(p.now.room+" "+p.now.name) || c.has(p.now) {
			continue
		}
		if p.then.binary, err = then.build(p.then.room, tags, overlay); err != nil {
			return err
		}
		if p.now.binary, err = now.build(p.now.room, tags, overlay); err != nil {
			return err
		}
		if err := c.run(p); err != nil {
			return err
		}
	}
	slices.SortStableFunc(c.figures, func(a, b figure) int { return strings.Compare(a.name, b.name) })
	text := c.report(then.commit, len(alone))
	fmt.Print("\n", text)
	if table == "" {
		return nil
	}
	return os.WriteFile(table, []byte(text), 0o644)
}
