// Command pace holds the processor time of whole fits.
//
//	pace                    compares a handful of fits with the ratios of ratios.txt; scripts/bench --ratios runs it
//	pace -record            writes these ratios anew
//	pace -between A,B       runs whole fits of two commits in turns; scripts/bench --between runs it
//
// A ratio is the processor time of a fit, by the processor time of a calibration loop that no change to the program
// changes. What else the machine does can only make either slower, so both are the least of several turns.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
)

func main() {
	record := flag.Bool("record", false, "write the ratios anew")
	between := flag.String("between", "", "two commits, as A,B")
	turns := flag.Int("turns", 0, "turns at most; 0 chooses")
	file := flag.String("ratios", "scripts/pace/ratios.txt", "the file of ratios")
	only := flag.String("only", "", "part of the names of the fits to run")
	flag.Parse()
	runtime.GOMAXPROCS(1) // before fits begin: collecting garbage beside them takes processor time too
	if err := run(*record, *between, *turns, *file, *only); err != nil {
		fmt.Fprintln(os.Stderr, "pace:", err)
		os.Exit(1)
	}
}

func run(record bool, between string, turns int, file, only string) error {
	if between != "" {
		then, now, ok := strings.Cut(between, ",")
		if !ok {
			return fmt.Errorf("-between wants two commits, as A,B, not %q", between)
		}
		if turns == 0 {
			turns = 3
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
		return compare(ctx, then, now, turns, only, os.Stdout)
	}
	works := selected(works(), only)
	if record {
		if turns == 0 {
			turns = 25
		}
		ratios, err := measure(works, nil, turns, os.Stdout)
		if err != nil {
			return err
		}
		return os.WriteFile(file, []byte(written(ratios, processor())), 0o644)
	}
	if turns == 0 {
		turns = 25
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	held, on, err := parsed(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	limit := here
	if on != processor() {
		limit = elsewhere
		fmt.Printf("The ratios are of another processor (%s), so a fit may take %.1f times as long.\n", on, limit)
	}
	bounds := map[string]float64{}
	for _, w := range works {
		r, ok := held[w.name]
		if !ok {
			return fmt.Errorf("%s has no ratio of %q; scripts/bench --ratios -record measures it", file, w.name)
		}
		bounds[w.name] = r * limit
	}
	// What a neighbour does to the machine passes; what a change does to a fit stays.
	for range 3 {
		ratios, failed := measure(works, bounds, turns, os.Stdout)
		if failed != nil {
			return failed
		}
		if err = judge(works, held, ratios, limit, os.Stdout); err == nil {
			break
		}
	}
	return err
}
