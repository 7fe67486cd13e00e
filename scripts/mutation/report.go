package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

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

// report returns the Markdown of the outcomes.
func report(done []outcome, all int, seed uint64, patterns []string) string {
	var b strings.Builder
	dead, late, excused := 0, 0, 0
	kinds, counts := []string{}, map[string][2]int{}
	for _, o := range done {
		c := counts[o.operator]
		c[0]++
		switch {
		case o.verdict != survived:
			c[1]++
			dead++
			if o.verdict == endless {
				late++
			}
		case o.excuse != "":
			excused++
		}
		if !slices.Contains(kinds, o.operator) {
			kinds = append(kinds, o.operator)
		}
		counts[o.operator] = c
	}
	slices.Sort(kinds)
	share := func(a, b int) string { return fmt.Sprintf("%.0f %%", 100*float64(a)/float64(max(b, 1))) }
	where := "`" + strings.Join(patterns, "`, `") + "`"
	if len(patterns) > 4 {
		where = fmt.Sprintf("%d packages", len(patterns))
	}
	fmt.Fprintf(&b, "\n%d mutants of %d (seed %d) of %s: **%d killed** by short tests (%s), %d of them by their time; %d survivors are explained, %d are not.\n\n",
		len(done), all, seed, where, dead, share(dead, len(done)), late, excused, len(done)-dead-excused)
	b.WriteString("| change | tried | killed |\n|---|---|---|\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", k, counts[k][0], counts[k][1])
	}
	if dead == len(done) {
		return b.String()
	}
	b.WriteString("\n| survivor | line | becomes | why it is no loss |\n|---|---|---|---|\n")
	for _, o := range done {
		if o.verdict == survived {
			why := o.excuse
			if why == "" {
				why = "**not explained**"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.TrimPrefix(o.file, "inference/"), code(o.was), code(o.is), why)
		}
	}
	return b.String()
}

// code quotes a line of a program in a cell of a table.
func code(s string) string { return "`" + strings.ReplaceAll(s, "|", "\\|") + "`" }
