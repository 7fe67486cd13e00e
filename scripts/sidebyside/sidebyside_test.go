package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestPairsFollowPackagesThatMoved(t *testing.T) {
	then := []benchmark{{name: "BenchmarkSweep", room: "inference/dpmm"}, {name: "BenchmarkSweep", room: "inference/nsfa"},
		{name: "BenchmarkTree", room: "plotting"}}
	now := []benchmark{{name: "BenchmarkSweep", room: "inference/model/nsfa"},
		{name: "BenchmarkTree", room: "plotting/dendro"}, {name: "BenchmarkSweep", room: "inference/model/outtree"}}
	pairs, alone := pair(then, now)
	if len(pairs) != 2 || pairs[0].then.room != "inference/nsfa" || pairs[1].then.room != "plotting" {
		t.Errorf("pairs %v", pairs)
	}
	if len(alone) != 1 || alone[0].room != "inference/model/outtree" {
		t.Errorf("alone %v", alone)
	}
}

// program writes a stand-in for a test binary that prints another time in each run.
func program(t *testing.T, times ...string) benchmark {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "bench")
	text := "#!/bin/sh\necho run >>runs\nset -- " + strings.Join(times, " ") +
		"\nn=$(wc -l <runs)\nwhile [ $n -gt 1 ] && [ $# -gt 1 ]; do shift; n=$((n - 1)); done\n" +
		"echo \"BenchmarkA/rows=5-2    10   $1 ns/op\"\n"
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return benchmark{name: "BenchmarkA", room: "room", binary: file, work: folder}
}

// A benchmark that seems slower runs until the disturbance is over; one that is slower stays so.
func TestTheLeastTimeCounts(t *testing.T) {
	c := comparison{rounds: 6, lasting: time.Millisecond, limit: 1.05, out: io.Discard}
	for _, p := range []pairing{
		{program(t, "1000", "1200"), program(t, "3000", "2000", "1500", "1010", "7")},
		{program(t, "1000"), program(t, "1200")},
		{program(t, "1000"), program(t, "500.5")},
	} {
		if err := c.run(p); err != nil {
			t.Fatal(err)
		}
	}
	want := []figure{{"room A/rows=5", 1000, 1010}, {"room A/rows=5", 1000, 1200}, {"room A/rows=5", 1000, 500.5}}
	for i, f := range c.figures {
		if f != want[i] {
			t.Errorf("%v, not %v", f, want[i])
		}
	}
	text := c.report("abc", 2)
	for _, part := range []string{"3 figures against abc: 1 within 5 %, 1 faster, 1 slower.", "2 benchmarks are new",
		"| room A/rows=5 | 1µs | 1.2µs | 1.20 |"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// An interrupted comparison continues: what it printed is read back, and not run again.
func TestWhatWasPrintedIsKept(t *testing.T) {
	var out strings.Builder
	c := comparison{rounds: 2, lasting: time.Millisecond, limit: 1.05, out: &out}
	if err := c.run(pairing{program(t, "1500000"), program(t, "1740000")}); err != nil {
		t.Fatal(err)
	}
	again := comparison{limit: 1.05}
	again.recall("what a compiler says\n" + out.String() + "  0.98   143ms → 140")
	if len(again.figures) != 1 || again.figures[0] != (figure{"room A/rows=5", 1_500_000, 1_740_000}) {
		t.Errorf("%q is read as %v", out.String(), again.figures)
	}
	if !again.has(benchmark{name: "BenchmarkA", room: "room"}) ||
		again.has(benchmark{name: "BenchmarkA/rows", room: "room"}) ||
		again.has(benchmark{name: "BenchmarkB", room: "room"}) {
		t.Error("the wrong benchmarks are left out")
	}
}

// The clock is changed in the Go that is here.
func TestTheClockIsThatOfTheProcessor(t *testing.T) {
	overlay, err := processorClock(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(overlay); err != nil || !strings.Contains(string(text), "testing_other.go") {
		t.Errorf("%s %v", text, err)
	}
	if _, err := onProcessorTime("package testing"); err == nil {
		t.Error("a file without the clock is taken")
	}
}
