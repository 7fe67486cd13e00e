// Command startup measures how two builds of the program start, and writes the table of it. scripts/bench calls it
// inside an X server.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// commands are those that are timed, by what the table calls them.
var commands = [][]string{
	{"--version"},
	{"--help"},
	{"fit", "sample:iris", "--model", "pca", "--quiet", "--out", "out"},
}

func main() {
	table := flag.String("table", "", "file that gets the table")
	runs := flag.Int("runs", 20, "how often each command runs")
	flag.Parse()
	if flag.NArg() != 4 {
		fmt.Fprintln(os.Stderr, "usage: startup -table FILE BEFORE NAME NOW NAME")
		os.Exit(2)
	}
	if err := write(*table, *runs, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

// write measures two programs, given as path and name.
func write(table string, runs int, programs []string) error {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var columns [2][]string
	var names []string
	for i := range columns {
		p := program{dir: dir}
		if p.path, err = filepath.Abs(programs[2*i]); err != nil {
			return err
		}
		if columns[i], names, err = p.measure(runs); err != nil {
			return fmt.Errorf("%s: %w", programs[2*i+1], err)
		}
	}
	text := fmt.Sprintf(
		"Least processor time of %d starts, in milliseconds; `fit` is `fit sample:iris --model pca`. The libraries are those that the "+
			"loader maps.\n\n| | %s | %s |\n|---|--:|--:|\n", runs, programs[1], programs[3])
	for r, name := range names {
		text += fmt.Sprintf("| %s | %s | %s |\n", name, columns[0][r], columns[1][r])
	}
	if table == "" {
		_, err = os.Stdout.WriteString(text)
		return err
	}
	return os.WriteFile(table, []byte(text), 0o600)
}

// A program is a build of Espalier, with a home of its own.
type program struct{ path, dir string }

func (p program) command(arguments ...string) *exec.Cmd {
	c := exec.Command(p.path, arguments...)
	c.Dir, c.Stderr = p.dir, os.Stderr
	c.Env = append(os.Environ(), "HOME="+p.dir, "XDG_STATE_HOME="+p.dir, "XDG_CONFIG_HOME="+p.dir,
		"XDG_CACHE_HOME="+p.dir, "GOMAXPROCS=1")
	return c
}

// measure returns the cells of a column and the names of their rows.
func (p program) measure(runs int) (cells, names []string, err error) {
	traced := p.command("--version")
	// the loader lists the libraries in place of running the program
	traced.Env = append(traced.Env, "LD_TRACE_LOADED_OBJECTS=1")
	out, err := traced.Output()
	if err != nil {
		return nil, nil, err
	}
	loaded := strings.Split(strings.TrimSpace(string(out)), "\n")
	names = append(names, "libraries loaded by a command", "GTK among them")
	cells = append(cells, fmt.Sprint(len(loaded)), hasGTK(string(out)))
	for _, c := range commands {
		least := time.Hour
		for range runs {
			run := p.command(c...)
			if err := run.Run(); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", c[0], err)
			}
			least = min(least, run.ProcessState.UserTime()+run.ProcessState.SystemTime())
		}
		names, cells = append(names, "`"+c[0]+"`"), append(cells, milliseconds(least))
	}
	least, maps := time.Hour, ""
	for range max(1, runs/4) {
		spent, mapped, err := p.window()
		if err != nil {
			return nil, nil, err
		}
		least, maps = min(least, spent), mapped
	}
	names = append(names, "until the window is there", "libraries mapped then", "GTK among them")
	return append(cells, milliseconds(least), fmt.Sprint(libraries(maps)), hasGTK(maps)), names, nil
}

// window opens the window, and returns the processor time until it is there and what is mapped then.
func (p program) window() (spent time.Duration, maps string, err error) {
	run := p.command("sample:iris")
	if err := run.Start(); err != nil {
		return 0, "", err
	}
	for deadline := time.Now().Add(2 * time.Minute); ; {
		if out, _ := exec.Command("xdotool", "search", "--onlyvisible", "--name", "Espalier").Output(); len(out) > 0 {
			break
		}
		if time.Now().After(deadline) {
			return 0, "", cmp.Or(run.Process.Kill(), errors.New("no window"))
		}
	}
	mapped, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(run.Process.Pid), "maps"))
	if err := errors.Join(err, run.Process.Signal(syscall.SIGKILL)); err != nil {
		return 0, "", err
	}
	_ = run.Wait() // it was killed
	return run.ProcessState.UserTime() + run.ProcessState.SystemTime(), string(mapped), nil
}

// libraries counts the shared libraries in a list of mappings.
func libraries(maps string) int {
	var paths []string
	for line := range strings.Lines(maps) {
		if i := strings.Index(line, "/"); i >= 0 && strings.Contains(line, ".so") {
			paths = append(paths, strings.TrimSpace(line[i:]))
		}
	}
	slices.Sort(paths)
	return len(slices.Compact(paths))
}

func hasGTK(list string) string {
	if strings.Contains(list, "libgtk") {
		return "yes"
	}
	return "no"
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.0f", d.Seconds()*1000) }
