package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/inferencetest"
)

// How much longer than recorded a fit may take.
const (
	here      = 1.18 // on the processor that the ratios were measured on: 20 % are noticed
	elsewhere = 1.6  // on another, whose instructions take other shares of the time
)

// A work is a piece of work whose time is held.
type work struct {
	name string
	once func() error
}

func selected(works []work, only string) (some []work) {
	for _, w := range works {
		if strings.Contains(w.name, only) {
			some = append(some, w)
		}
	}
	return some
}

// unitOfWork is the calibration loop. Tests replace it.
var unitOfWork = calibrate

// timed returns the processor time of a piece of work. Tests replace it.
var timed = func(once func() error) (time.Duration, error) {
	begun := inferencetest.ProcessorTime()
	err := once()
	return inferencetest.ProcessorTime() - begun, err
}

// measure returns the ratio of each work. With bounds it ends as soon as none is above its bound, after two turns at
// least; a work that is within its bound then rests.
func measure(works []work, bounds map[string]float64, turns int, out io.Writer) (map[string]float64, error) {
	least, unit := map[string]time.Duration{}, time.Duration(math.MaxInt64)
	ratio := func(name string) float64 { return float64(least[name]) / float64(unit) }
	for turn := range turns {
		pending := 0
		for _, w := range works {
			if bounds != nil && turn >= 2 && ratio(w.name) <= bounds[w.name] {
				continue
			}
			pending++
			took, err := timed(unitOfWork)
			if err != nil {
				return nil, err
			}
			unit = min(unit, took)
			if took, err = timed(w.once); err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
			if was, met := least[w.name]; !met || took < was {
				least[w.name] = took
			}
		}
		if pending == 0 {
			break
		}
	}
	if unit <= 0 {
		return nil, errors.New("this system does not say what processor time was used")
	}
	ratios := map[string]float64{}
	for _, w := range works {
		ratios[w.name] = ratio(w.name)
		fmt.Fprintf(out, "%7.3f  %8v  %s\n", ratios[w.name], least[w.name].Round(time.Millisecond), w.name)
	}
	fmt.Fprintf(out, "         %8v  the calibration loop\n", unit.Round(time.Millisecond))
	return ratios, nil
}

// judge returns an error that names the works that take longer than they may.
func judge(works []work, held, ratios map[string]float64, limit float64, out io.Writer) error {
	var slower []string
	for _, w := range works {
		switch change := ratios[w.name] / held[w.name]; {
		case !(change <= limit):
			slower = append(slower, fmt.Sprintf("%s takes %.2f times the processor time that is recorded", w.name, change))
		case change < 1/here:
			fmt.Fprintf(out,
				"%s takes %.2f times the processor time that is recorded: record it anew, so that it is held.\n", w.name, change)
		}
	}
	if len(slower) > 0 {
		return fmt.Errorf(
			"%s.\nMake it faster. If a change is worth its time, say so in its message and record the ratios anew: scripts/bench --ratios -record",
			strings.Join(slower, ";\n"))
	}
	return nil
}

// written is the file of ratios.
func written(ratios map[string]float64, on string) string {
	var names []string
	for n := range ratios {
		names = append(names, n)
	}
	sort.Strings(names)
	var b strings.Builder
	b.WriteString(
		"# Processor times of fits, by that of the calibration loop. scripts/bench --ratios -record writes them.\n")
	b.WriteString("processor " + on + "\n")
	for _, n := range names {
		fmt.Fprintf(&b, "%.4f %s\n", ratios[n], n)
	}
	return b.String()
}

// parsed reads what written wrote.
func parsed(text string) (ratios map[string]float64, on string, err error) {
	ratios = map[string]float64{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case first == "processor":
			on = rest
		default:
			r, err := strconv.ParseFloat(first, 64)
			if err != nil || !(r > 0) || rest == "" {
				return nil, "", fmt.Errorf("%q is no ratio and name", line)
			}
			ratios[rest] = r
		}
	}
	return ratios, on, nil
}

// processor names the processor of this machine, as far as the system does.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
