package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A comparison collects figures.
type comparison struct {
	rounds  int
	lasting time.Duration
	limit   float64
	figures []figure
	out     io.Writer
}

// A figure is the least time of one case of a benchmark, then and now, in nanoseconds.
type figure struct {
	name      string // "inference/model/pca Cycle/2000"
	then, now float64
}

func (f figure) ratio() float64 { return f.now / f.then }

// line is how a figure is printed: ratio, then, now, name.
const line = "%6.2f  %12v → %-12v  %s\n"

// recall takes the figures that an earlier run printed.
func (c *comparison) recall(text string) {
	for row := range strings.Lines(text) {
		fields := strings.Fields(row)
		if len(fields) < 6 || fields[2] != "→" {
			continue
		}
		then, wrong := time.ParseDuration(fields[1])
		now, wrongToo := time.ParseDuration(fields[3])
		if wrong == nil && wrongToo == nil {
			c.figures = append(c.figures, figure{strings.Join(fields[4:], " "), float64(then), float64(now)})
		}
	}
}

// has reports whether a benchmark has run already.
func (c *comparison) has(b benchmark) bool {
	name := b.room + " " + strings.TrimPrefix(b.name, "Benchmark")
	return slices.ContainsFunc(c.figures,
		func(f figure) bool { return f.name == name || strings.HasPrefix(f.name, name+"/") })
}

// long is when a benchmark has taken too long for another round.
const long = 2 * time.Minute

// run compares one benchmark: two runs each, and more while one of its cases seems slower.
func (c *comparison) run(p pairing) error {
	then, now := map[string]float64{}, map[string]float64{}
	var names []string
	began := time.Now()
	for round := range c.rounds {
		for turn := range 2 {
			b, least := p.then, then
			if (round+turn)%2 == 1 {
				b, least = p.now, now
			}
			text, err := c.once(b)
			if err != nil {
				return err
			}
			for _, r := range results(text) {
				if old, met := least[r.name]; !met {
					least[r.name] = r.time
					if b == p.now {
						names = append(names, r.name)
					}
				} else {
					least[r.name] = min(old, r.time)
				}
			}
		}
		slower := false
		for _, n := range names {
			slower = slower || then[n] > 0 && now[n] > c.limit*then[n]
		}
		if round > 0 && !slower || time.Since(began) > long {
			break
		}
	}
	for _, n := range names {
		if then[n] > 0 { // cases that are new have nothing to be compared with
			f := figure{p.now.room + " " + strings.TrimPrefix(n, "Benchmark"), then[n], now[n]}
			c.figures = append(c.figures, f)
			fmt.Fprintf(c.out, line, f.ratio(), asTime(f.then), asTime(f.now), f.name)
		}
	}
	return nil
}

// once runs a benchmark on one thread and returns what it printed.
func (c *comparison) once(b benchmark) (string, error) {
	cmd := exec.Command(b.binary, "-test.run", "^$", "-test.bench", "^"+b.name+"$", "-test.benchtime", c.lasting.String())
	cmd.Dir = b.work
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	text, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", b.room, b.name, err, text)
	}
	return string(text), nil
}

type result struct {
	name string
	time float64
}

var printed = regexp.MustCompile(`(?m)^(Benchmark\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// results reads what a benchmark printed on one thread.
func results(text string) []result {
	var list []result
	for _, m := range printed.FindAllStringSubmatch(text, -1) {
		if t, err := strconv.ParseFloat(m[2], 64); err == nil && t > 0 {
			list = append(list, result{m[1], t})
		}
	}
	return list
}

// asTime rounds to three digits or so.
func asTime(nanoseconds float64) time.Duration {
	d := time.Duration(nanoseconds)
	for unit := time.Duration(1); unit < time.Hour; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
	return d
}

// report writes the table: how many figures are slower, and each of these.
func (c *comparison) report(commit string, alone int) string {
	var out strings.Builder
	faster, same := 0, 0
	var slower []figure
	for _, f := range c.figures {
		switch r := f.ratio(); {
		case r > c.limit:
			slower = append(slower, f)
		case r < 1/c.limit:
			faster++
		default:
			same++
		}
	}
	percent := 100 * (c.limit - 1)
	fmt.Fprintf(&out,
		"\n%d figures against %s: %d within %.3g %%, %d faster, %d slower. Least processor times of short runs on one thread. %d benchmarks are new.\n",
		len(c.figures), commit, same, percent, faster, len(slower), alone)
	if len(slower) == 0 {
		return out.String()
	}
	out.WriteString("\n| slower now | then | now | ratio |\n|---|---|---|---|\n")
	for _, f := range slower {
		fmt.Fprintf(&out, "| %s | %v | %v | %.2f |\n", strings.ReplaceAll(f.name, "|", "\\|"), asTime(f.then),
			asTime(f.now), f.ratio())
	}
	return out.String()
}
