package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A tally is what the table of a sample says.
type tally struct {
	tried, all       int
	seed             uint64
	where            string
	dead, late, gone int // late are those of the dead that were stopped; gone are survivors whose code is no longer there
	again            bool
	first            int               // killed before survivors were tried again; 0 is unknown
	kinds            map[string][2]int // of each kind of change: tried and killed, without those that are gone
	left             []survivor
}

// A survivor is a row of the table.
type survivor struct{ file, operator, was, is, why string }

func tallyOf(done []outcome, all int, seed uint64, patterns []string) *tally {
	t := &tally{tried: len(done), all: all, seed: seed, where: "`" + strings.Join(patterns, "`, `") + "`",
		kinds: map[string][2]int{}}
	if len(patterns) > 4 {
		t.where = fmt.Sprintf("%d packages", len(patterns))
	}
	for _, o := range done {
		c := t.kinds[o.operator]
		c[0]++
		switch o.verdict {
		case survived:
			t.left = append(t.left, survivor{strings.TrimPrefix(o.file, "inference/"), o.operator, o.was, o.is, o.excuse})
		case endless:
			t.late++
			fallthrough
		default:
			c[1]++
			t.dead++
		}
		t.kinds[o.operator] = c
	}
	return t
}

// text returns the Markdown of a tally.
func (t *tally) text() string {
	var b strings.Builder
	excused := 0
	for _, s := range t.left {
		if s.why != "" {
			excused++
		}
	}
	fmt.Fprintf(&b,
		"\n%d mutants of %d (seed %d) of %s: **%d killed** by short tests (%.0f %%), %d of them by their time; %d survivors are explained, %d are not.\n\n",
		t.tried, t.all, t.seed, t.where, t.dead, 100*float64(t.dead)/float64(max(t.tried-t.gone, 1)), t.late,
		excused, len(t.left)-excused)
	if t.again {
		b.WriteString(
			"Survivors that were not explained were tried again when there were more tests; all others stand as they were. ")
		if t.first > 0 {
			fmt.Fprintf(&b, "At first %d were killed: %.0f %%, and %.0f %% of those that are not explained. ", t.first,
				100*float64(t.first)/float64(t.tried), 100*float64(t.first)/float64(max(t.tried-excused, 1)))
		}
		fmt.Fprintf(&b, "Of %d the expression is no longer there: they do not count.\n\n", t.gone)
	}
	b.WriteString("| change | tried | killed |\n|---|---|---|\n")
	var kinds []string
	for k := range t.kinds {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", k, t.kinds[k][0], t.kinds[k][1])
	}
	if len(t.left) == 0 {
		return b.String()
	}
	b.WriteString("\n| survivor | change | line | becomes | why it is no loss |\n|---|---|---|---|---|\n")
	for _, s := range t.left {
		why := s.why
		if why == "" {
			why = "**not explained**"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", s.file, s.operator, code(s.was), code(s.is), why)
	}
	return b.String()
}

// code quotes a line of a program in a cell of a table.
func code(s string) string { return "`" + strings.ReplaceAll(s, "|", "\\|") + "`" }

var (
	tallyHead = regexp.MustCompile(
		`(?m)^(\d+) mutants of (\d+) \(seed (\d+)\) of (.*): \*\*(\d+) killed\*\* by short tests \(\d+ %\), (\d+) of them by their time`)
	tallyAgain = regexp.MustCompile(`(?m)^Survivors that were not explained were tried again .* Of (\d+) the expression`)
	tallyFirst = regexp.MustCompile(`(?m)^Survivors that .* At first (\d+) were killed`)
	tallyKind  = regexp.MustCompile(`(?m)^\| ([a-z0-9 ]+) \| (\d+) \| (\d+) \|$`)
	tallyRow   = regexp.MustCompile("(?m)^\\| `([^`]*)` \\| ([a-z0-9 ]+) \\| `(.*)` \\| `(.*)` \\| (.*) \\|$")
)

// readTally reads the first table of a text back.
func readTally(text string) (*tally, error) {
	at := tallyHead.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, fmt.Errorf("there is no table of mutants")
	}
	text = text[at[0]:]
	if i := strings.Index(text, "<!-- end "); i >= 0 {
		text = text[:i]
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	h := tallyHead.FindStringSubmatch(text)
	t := &tally{tried: number(h[1]), all: number(h[2]), seed: uint64(number(h[3])), where: h[4], dead: number(h[5]),
		late: number(h[6]), kinds: map[string][2]int{}}
	if m := tallyAgain.FindStringSubmatch(text); m != nil {
		t.again, t.gone = true, number(m[1])
	}
	if m := tallyFirst.FindStringSubmatch(text); m != nil {
		t.first = number(m[1])
	}
	sum := 0
	for _, m := range tallyKind.FindAllStringSubmatch(text, -1) {
		t.kinds[m[1]] = [2]int{number(m[2]), number(m[3])}
		sum += number(m[2])
	}
	plain := func(s string) string { return strings.ReplaceAll(s, "\\|", "|") }
	for _, m := range tallyRow.FindAllStringSubmatch(text, -1) {
		t.left = append(t.left, survivor{m[1], m[2], plain(m[3]), plain(m[4]), m[5]})
	}
	if sum != t.tried-t.gone || t.dead+len(t.left) != sum {
		return nil,
			fmt.Errorf("the table of mutants does not add up: %d tried, %d gone, %d by kind, %d killed and %d survivors",
				t.tried, t.gone, sum, t.dead, len(t.left))
	}
	return t, nil
}

// retry tries the survivors of a table again that are not explained. all are the mutants of the code as it is; one that
// has moved to another file of its package is found there.
func (t *tally) retry(all []mutant, excuses map[string]string, try func(mutant) (outcome, error)) error {
	if !t.again {
		t.again, t.first = true, t.dead
	}
	used := make([]bool, len(all))
	find := func(s survivor) *mutant {
		folder := "inference/" + s.file[:strings.LastIndex(s.file, "/")+1]
		for i := range all {
			m := &all[i]
			if !used[i] && m.operator == s.operator && m.was == s.was && m.is == s.is &&
				m.file[:strings.LastIndex(m.file, "/")+1] == folder {
				used[i] = true
				return m
			}
		}
		return nil
	}
	var left []survivor
	for _, s := range t.left {
		c := t.kinds[s.operator]
		m := find(s)
		if m == nil {
			c[0]--
			t.gone++
			t.kinds[s.operator] = c
			fmt.Printf("gone      %s: %s\n", s.file, s.was)
			continue
		}
		now := survivor{strings.TrimPrefix(m.file, "inference/"), m.operator, m.was, m.is, excuses[m.key()]}
		if now.why != "" {
			left = append(left, now)
			continue
		}
		o, err := try(*m)
		if err != nil {
			return err
		}
		fmt.Printf("%-9s %s  [%s]\n", o.verdict, o.mutant, o.by)
		if o.verdict == survived {
			left = append(left, now)
			continue
		}
		c[1]++
		t.dead++
		if o.verdict == endless {
			t.late++
		}
		t.kinds[s.operator] = c
	}
	t.left = left
	return nil
}
