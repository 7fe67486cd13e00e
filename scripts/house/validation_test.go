package house

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every table of docs/validation.md has one begin and one end, and the table at the top says which command makes it.
func TestValidationTablesHaveCommands(t *testing.T) {
	text, err := os.ReadFile("docs/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	var open string
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^<!-- (begin|end) (\S+) -->$`).FindAllStringSubmatch(string(text), -1) {
		switch what, name := m[1], m[2]; {
		case what == "begin" && (open != "" || slices.Contains(names, name)):
			t.Errorf("%s begins within %s or twice", name, open)
		case what == "begin":
			open, names = name, append(names, name)
		case open != name:
			t.Errorf("%s ends where %s is open", name, open)
		default:
			open = ""
		}
	}
	if open != "" {
		t.Errorf("%s does not end", open)
	}
	head, _, _ := strings.Cut(string(text), "\n## ")
	var listed []string
	for _, line := range strings.Split(head, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				listed = append(listed, m[1])
			}
		}
	}
	has := func(list []string, name string) bool {
		return slices.ContainsFunc(list, func(l string) bool {
			family, all := strings.CutSuffix(l, "…")
			return l == name || all && strings.HasPrefix(name, family)
		})
	}
	for _, name := range names {
		if !has(listed, name) {
			t.Errorf("no command is given for the table %s", name)
		}
	}
	for _, l := range listed {
		if !slices.ContainsFunc(names, func(name string) bool { return has([]string{l}, name) }) {
			t.Errorf("a command is given for %s, and there is no such table", l)
		}
	}
}

// limits are numbers of docs/validation.md outside of tables that no measurement gave: what was wanted, settings, sizes of
// what was done, formulas, and what a paper reports. Each stands with words around it; a space also stands for a line break.
var limits = []string{
	"is slower by more than 5 %", "Wanted was 1.7", "limit of 0.05 nats", "wanted: 1 GB", "3 GB and thirty minutes", "above 64 MB (4 MB gzipped)",
	"62.5 million", "would take 3 GB", "another 1.6 GB",
	"the 0.9 to 1.1 wanted", "differ by 18 % at most", "0.93 or an adjusted Rand index of 0.78", "16.28 ± 0.54", "with 95 % intervals",
	"0.13 for a list at random", "= 9.9 (γ = ½)", "less than 0.85 from 1,000", "less than 0.4", "false discovery rate of 5 %",
	"above 5 % by more", "less than 90 % of the parabolas", "more than 20 % of the", "`glasso` 1.11", "scikit-learn 1.2.1", "more than 200 ms", "a mean of 0.1", "lose more than 0.15 nats", "0.03 on wine and 0.02 on sparse_factors", "the 0.05 nats first wanted",
	"goal is 16 ms", "within 0.35 nats, 0.5 with", "powers 0.3 and 1", "no more than 20 s", "95 % caught were wanted", "R-hat exceeds 1.01",
	"first 0.4 s", "within 24 s", "disk of 4 MB", "less than 2 %", "passes 2 %", "less than 1 s and 100 MB", "1 s at most",
}

// A figure outside of the tables of docs/validation.md would grow stale, as no command makes it again: decimal fractions,
// and numbers with a unit of time, memory, share or density, are results unless they are listed above.
func TestValidationFiguresStandInTables(t *testing.T) {
	text, err := os.ReadFile("docs/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range limits {
		if !broken(l).MatchString(comment(string(text))) {
			t.Errorf("%q is listed among the limits and does not stand in docs/validation.md", l)
		}
	}
	for _, f := range looseFigures(string(text)) {
		t.Error("docs/validation.md", f, "stands in no table; move it to the command that measures it, or leave it out")
	}
	one := "A fit takes 3.1 s.\n<!-- begin a -->\n| 4.2 s |\n<!-- end a -->\nSee `x=0.5`, figure 4.2 and θ = 2.3. It gains 12 %.\n"
	if got := looseFigures(one); len(got) != 2 || !strings.Contains(got[0], "3.1 s") || !strings.Contains(got[1], "line 5: 12 %") {
		t.Errorf("%q", got)
	}
}

// broken finds a phrase wherever its lines break.
func broken(phrase string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(phrase), " ", `[ \n]`))
}

// comment is the text with the tables, and what is quoted, replaced by blanks, line by line.
func comment(text string) string {
	blank := func(s string) string { return regexp.MustCompile(`[^\n]`).ReplaceAllString(s, " ") }
	return regexp.MustCompile(`(?s)<!-- begin .*?<!-- end `).ReplaceAllStringFunc(text, blank)
}

// looseFigures lists the figures outside of tables, with their lines.
func looseFigures(text string) (found []string) {
	text = comment(text)
	blank := func(s string) string { return regexp.MustCompile(`[^\n]`).ReplaceAllString(s, " ") }
	for _, l := range limits {
		text = broken(l).ReplaceAllStringFunc(text, blank)
	}
	for _, no := range []string{
		"`[^`\\n]*`",
		`(θ|α|c|β)\s=\s[\d.]+( and \d+)?`, `\([\d.]+, [\d.]+\)`, // drawn with
		`(?i)(\b(figures?|tables?|equation|sections?) |\()\d+\.\d+(\.\d+)*( to \d+\.\d+)?`, // of a paper
	} {
		text = regexp.MustCompile(no).ReplaceAllStringFunc(text, blank)
	}
	figure := regexp.MustCompile(`[−-]?\d[\d,]*(\.\d+)?\s?(%|(ms|µs|s|min|[kMG]B|nats?|times)\b)|± ?\d[\d.]*|\b\d+\.\d+\b`)
	for i, line := range strings.Split(text, "\n") {
		for _, f := range figure.FindAllString(line, -1) {
			found = append(found, fmt.Sprintf("line %d: %s", i+1, strings.TrimSpace(f)))
		}
	}
	return found
}
