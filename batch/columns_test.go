package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kindsFile writes a table with numbers, a flag, and text of several kinds.
func kindsFile(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "plants.csv")
	var b strings.Builder
	b.WriteString("plant,height,woody,shade,lead,genus\n")
	for i := range 40 {
		lead := fmt.Sprint(1 + float64(i%7)/4)
		if i%9 == 0 {
			lead = "<0.5"
		}
		fmt.Fprintf(&b, "p%d,%v,%s,%s,%s,%s\n", i, float64(i*i%17)/3, []string{"no", "yes"}[i%2], []string{"mid", "low", "high"}[i%3], lead, []string{"Rosa", "Poa"}[i/20])
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return data
}

// Look says what columns look like, and what the flags take them for.
func TestLookSaysKinds(t *testing.T) {
	data := kindsFile(t)
	text := must(t, "look", data)
	for _, part := range []string{`looks like yes/no:no,yes: "woody" (two values)`, `looks like ordered:low,mid,high: "shade" (words of grades)`,
		"Columns stay numbers, and text stays an annotation, unless --kind or --guess-kinds says otherwise."} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	var j lookJSON
	if err := json.Unmarshal([]byte(must(t, "look", data, "--guess-kinds", "--json")), &j); err != nil {
		t.Fatal(err)
	}
	if j.Rows != 40 || j.Columns != 2 || j.Left.Columns != 5 || len(j.Kinds) != 4 || j.Kinds[0].Column != "lead" ||
		j.Kinds[0].Kind != "censored" {
		t.Errorf("%+v", j)
	}
	if gaps := strings.Join(j.Gaps, " "); !strings.Contains(gaps, "No cell of 40 rows × 5 columns is missing") ||
		len(j.Findings) > 0 {
		t.Error(gaps, j.Findings)
	}
	if notes := strings.Join(j.Left.Notes, "\n"); !strings.Contains(notes, "taken by kind: 2 as yes/no, 1 as grades, 1 as numbers with limits and 1 as number") {
		t.Error(notes)
	}
}

// A fit keeps the kinds in its result, and a model of numbers says what it leaves out.
func TestFitByKind(t *testing.T) {
	data, out := kindsFile(t), filepath.Join(t.TempDir(), "out")
	for _, model := range []string{"kmeans", "bhc", "vbmfa", "dpmm", "classtree", "pca", "spca"} {
		_, _, told := command(t, "fit", data, "-m", model, "--kind", "shade=ordered:low,mid,high",
			"--kind", "woody=yes/no", "--kinds-as-numbers", "--labels", "genus", "--iterations", "2",
			"--out", filepath.Join(out, model))
		if !strings.Contains(told, `Taken as numbers (--kinds-as-numbers): 2 columns "woody", "shade"`) {
			t.Errorf("%s: %s", model, told)
		}
	}
	out = filepath.Join(out, "spca")
	result, err := os.ReadFile(filepath.Join(out, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Data          struct{ Columns int }
		Preprocessing struct {
			Kinds []string
		}
	}
	if err := json.Unmarshal(result, &r); err != nil || r.Data.Columns != 4 || strings.Join(r.Preprocessing.Kinds, ";") != "shade=ordered:low,mid,high;woody=yes/no" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, c := range []struct{ flag, want string }{
		{"shade=grades of all kinds", "the kinds are number"}, {"genus=category", "leave one of them out"},
		{"light=count", `no column "light"`}, {"shade=yes/no", "3 different values"},
	} {
		if status, _, told := command(t, "fit", data, "-m", "pca", "--labels", "genus", "--kind", c.flag); status == 0 || !strings.Contains(told, c.want) {
			t.Errorf("--kind %s: status %d, %s", c.flag, status, told)
		}
	}
}

// New rows have the levels and limits of the table as text; a level that it lacks is named. What counts are per keeps its cells when
// cells are hidden, and new rows, of which nothing says what they are per, are not scored as if that were 1.
func TestNewRowsByKind(t *testing.T) {
	data, rows, counts := kindsFile(t), filepath.Join(t.TempDir(), "new.csv"), filepath.Join(t.TempDir(), "counts.csv")
	var b strings.Builder
	b.WriteString("plot,flowers,bees,area,open\n")
	for i := range 24 {
		fmt.Fprintf(&b, "p%d,%d,%d,%v,%d\n", i, i*7%11, i*i%13, 0.5+float64(i%5), i%2)
	}
	if err := os.WriteFile(counts, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	per := []string{"--kind", "flowers=count:per=area", "--kind", "bees=count:per=area", "--kind", "open=yes/no"}
	for _, model := range [][]string{{"-m", "ddt", "--set", "method=mcmc", "--set", "columns=independent"}, {"-m", "dpmm"}, {"-m", "bicluster"}} {
		fit := func(table, share string, more ...string) (status int, told string) {
			args := append([]string{"fit", table, "--iterations", "20", "--chains", "1"}, model...)
			if share == "" {
				args = append(args, "--test", rows)
			} else {
				args = append(args, "--holdout", "0.3", "--holdout-unit", share)
			}
			status, out, told := command(t, append(args, more...)...)
			return status, out + told
		}
		for _, c := range []struct{ shade, want string }{{"low", "density of 2 new rows"}, {"dim", `column "shade" holds "dim"`}} {
			text := "plant,height,woody,shade,lead,genus\nq1,2,yes," + c.shade + ",1.5,Rosa\nq2,3,no,high,<0.5,Poa\n"
			if err := os.WriteFile(rows, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, told := fit(data, "", "--kind", "shade=ordered:low,mid,high", "--kind", "woody=yes/no:no,yes", "--kind", "genus=category", "--kind", "lead=censored")
			if !strings.Contains(told, c.want) {
				t.Errorf("%s, %s: %s", model, c.shade, told)
			}
		}
		if status, told := fit(counts, "cells", per...); status != 0 || !strings.Contains(told, "hidden cells") {
			t.Errorf("%s, cells: %s", model, told)
		}
		if status, told := fit(counts, "rows", per...); status == 0 || !strings.Contains(told, "exposures of their own are not predicted") {
			t.Errorf("%s, rows: %s", model, told)
		}
	}
}

// Trees take zeros and ones beside numbers as yes/no where nobody says what they are; other models, and those who say
// so, take them as numbers, and a table of zeros and ones is what it was.
func TestFitByLooks(t *testing.T) {
	data := filepath.Join(t.TempDir(), "looks.csv")
	var b strings.Builder
	b.WriteString("row,height,weight,woody,edible\n")
	for i := range 24 {
		fmt.Fprintf(&b, "r%d,%v,%v,%d,%d\n", i, float64(i*i%17)/3, float64(i*7%11)/2, i/12, i%5/3)
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		kinds int
	}{
		{[]string{"--model", "ddt"}, 2},
		{[]string{"--model", "ddt", "--set", "method=mcmc", "--chains", "1"}, 2},
		{[]string{"--model", "ddt", "--kind", "woody=number"}, 2}, // one of each
		{[]string{"--model", "ddt", "--kind", "*=number"}, 0},
		{[]string{"--model", "ddt", "--set", "columns=covariance"}, 0},
		{[]string{"--model", "pca"}, 0},
	} {
		var f struct {
			Preprocessing struct{ Kinds []string }
			Notes         []string
		}
		flags := append([]string{"fit", data, "--iterations", "1", "--json"}, c.flags...)
		if err := json.Unmarshal([]byte(must(t, flags...)), &f); err != nil {
			t.Fatal(err)
		}
		yes := 0
		for _, k := range f.Preprocessing.Kinds {
			if strings.HasSuffix(k, "=yes/no:0,1") {
				yes++
			}
		}
		if want := map[bool]int{true: 1, false: c.kinds}[slices.Contains(c.flags, "woody=number")]; yes != want {
			t.Errorf("%v: %d columns are yes/no, %v", c.flags, yes, f.Preprocessing.Kinds)
		}
		if said := strings.Contains(strings.Join(f.Notes, "\n"), "are taken as yes/no"); said != (yes > 0) {
			t.Errorf("%v: %q", c.flags, f.Notes)
		}
	}
}

// What columns look like is asked of those that the fit takes: columns left out by place or by name are no part of it.
func TestFitByLooksOfSome(t *testing.T) {
	data := filepath.Join(t.TempDir(), "some.csv")
	var b strings.Builder
	b.WriteString("row,height,weight,woody,edible,shade\n")
	for i := range 24 {
		fmt.Fprintf(&b, "r%d,%v,%v,%d,%d,%s\n", i, float64(i*i%17)/3, float64(i*7%11)/2, i/12, i%5/3,
			[]string{"low", "high"}[i%2])
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags, kinds, said string
	}{
		{"--columns 1,3", "woody=yes/no:0,1", `yes/no: "woody". `},
		{"--columns 2-4 --without-columns edible", "woody=yes/no:0,1", `yes/no: "woody". `},
		{"--columns 1,3 --annotations weight,edible", "", ""}, // places among height and woody
		{"--columns 1-2 --annotations height", "woody=yes/no:0,1", `yes/no: "woody". `},
		{"--columns 3-4", "", "fitted by probit"},
		{"--columns 1-2", "", "share a unit"},
		{"--columns 1,3 --guess-kinds", "shade=yes/no:low,high;woody=yes/no:0,1", "2 as yes/no and 1 as number"},
	} {
		flags := append(strings.Fields(c.flags), "--model", "ddt", "--iterations", "1", "--json")
		flags = append([]string{"fit", data}, flags...)
		if c.kinds == "" && c.said == "" {
			if code, _, told := command(t, flags...); code != 1 || !strings.Contains(told, "has no column 3") {
				t.Errorf("%s: %d, %s", c.flags, code, told)
			}
			continue
		}
		var f struct {
			Preprocessing struct{ Kinds []string }
			Notes         []string
		}
		if err := json.Unmarshal([]byte(must(t, flags...)), &f); err != nil {
			t.Fatal(err)
		}
		slices.Sort(f.Preprocessing.Kinds)
		if got := strings.Join(f.Preprocessing.Kinds, ";"); got != c.kinds {
			t.Errorf("%s: kinds are %q, want %q", c.flags, got, c.kinds)
		}
		notes := strings.Join(f.Notes, "\n")
		if !strings.Contains(notes, c.said) || strings.Contains(notes, "if they are labels") {
			t.Errorf("%s: %q", c.flags, notes)
		}
	}
}

// A plan and a score of a tree guess the kinds of columns as a fit does.
func TestPlansAndScoresLook(t *testing.T) {
	dir := t.TempDir()
	data, leaves := filepath.Join(dir, "looks.csv"), []string{}
	var b strings.Builder
	b.WriteString("row,height,weight,woody,edible\n")
	for i := range 24 {
		fmt.Fprintf(&b, "r%d,%v,%v,%d,%d\n", i, float64(i*i%17)/3, float64(i*7%11)/2, i/12, i%5/3)
		leaves = append(leaves, fmt.Sprintf("r%d:.5", i))
	}
	newick := filepath.Join(dir, "tree.nwk")
	nested := "((" + strings.Join(leaves[:12], ",") + "):.5,(" + strings.Join(leaves[12:], ",") + "):.5);"
	for path, text := range map[string]string{data: b.String(), newick: nested} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, _, told := command(t, "plan", data, "--models", "pydt,pca,ddt", "--out", filepath.Join(dir, "plan"))
	if strings.Count(told, "are taken as yes/no") != 1 {
		t.Errorf("the plan says %q", told)
	}
	tasks, err := os.ReadFile(filepath.Join(dir, "plan", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(tasks)) {
		kinds, pca := strings.Count(line, "yes/no:0,1"), strings.Contains(line, `"pca"`)
		if kinds != 2 && !pca || kinds != 0 && pca {
			t.Errorf("%s", line)
		}
	}
	score := func(out string, flags ...string) string {
		command := []string{"score", data, "--tree", newick, "--model", "pydt", "--out", filepath.Join(dir, out)}
		return must(t, append(command, flags...)...)
	}
	scored, numbers := score("own"), score("numbers", "--kind", "*=number")
	said := score("said", "--kind", "woody=yes/no", "--kind", "edible=yes/no")
	if scored != said || scored == numbers {
		t.Errorf("scored %q, with kinds %q, as numbers %q", scored, said, numbers)
	}
}

// looksFile writes a table of two columns of numbers, one of zeros and ones and one with limits, and a tree of its
// rows.
func looksFile(t *testing.T, dir string) (data, newick string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("row,height,weight,woody,lead\n")
	var leaves []string
	for i := range 24 {
		lead := fmt.Sprint(float64(i*5%13)/4 + 0.1)
		if i%6 == 0 {
			lead = "<0.05"
		}
		fmt.Fprintf(&b, "r%d,%v,%v,%d,%s\n", i, float64(i*i%17)/3, float64(i*7%11)/2, i/12, lead)
		leaves = append(leaves, fmt.Sprintf("r%d:.5", i))
	}
	data, newick = filepath.Join(dir, "limits.csv"), filepath.Join(dir, "limits.nwk")
	nested := "((" + strings.Join(leaves[:12], ",") + "):.5,(" + strings.Join(leaves[12:], ",") + "):.5);"
	for path, text := range map[string]string{data: b.String(), newick: nested} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return data, newick
}

// The notes of a fit that goes on are those that it had before, whether zeros and ones are taken as yes/no or, beside
// baselines, as numbers, which is said with the reason.
func TestNotesOnLooksStay(t *testing.T) {
	dir := t.TempDir()
	data, _ := looksFile(t, dir)
	notes := func(flags ...string) (list []string) {
		var f struct{ Notes []string }
		if err := json.Unmarshal([]byte(must(t, append(flags, "--json")...)), &f); err != nil {
			t.Fatal(err)
		}
		for _, n := range f.Notes {
			if strings.HasPrefix(n, looksStart) {
				list = append(list, n)
			}
		}
		return list
	}
	for _, c := range []struct {
		name  string
		flags []string
		want  []string
	}{
		{"yes", nil, []string{looksStart + ` yes/no: "woody". --kind '*=number' takes them as numbers.`}},
		{"beside", []string{"--baselines", "kde", "--holdout", "0.2"}, []string{looksStart + ` numbers: "woody". ` +
			"--baselines compares densities of numbers, which yes/no does not have; " +
			"without --baselines they are taken as yes/no."}},
		{"said", []string{"--kind", "*=number"}, nil},
	} {
		out := filepath.Join(dir, c.name)
		flags := []string{"fit", data, "--model", "ddt", "--iterations", "2", "--out", out}
		if got := notes(append(flags, c.flags...)...); !slices.Equal(got, c.want) {
			t.Errorf("%s: the fit says %q, want %q", c.name, got, c.want)
		}
		if got := notes("resume", out, "--iterations", "4"); !slices.Equal(got, c.want) {
			t.Errorf("%s: resumed it says %q, want %q", c.name, got, c.want)
		}
	}
}

// A fit prints no shares of few columns, which follow whatever tree they made, and none of a column of which the cells
// say nothing.
func TestOpenSharesArePrinted(t *testing.T) {
	dir := t.TempDir()
	data, _ := looksFile(t, dir)
	if out := must(t, "fit", data, "--model", "ddt", "--iterations", "5"); strings.Contains(out, "follow the tree") {
		t.Errorf("of few columns it prints %q", out)
	}
	var b strings.Builder
	b.WriteString("row,woody")
	for j := range 120 {
		fmt.Fprintf(&b, ",g%d", j)
	}
	for i := range 10 {
		fmt.Fprintf(&b, "\nr%d,%d", i, i/5)
		for j := range 120 {
			fmt.Fprintf(&b, ",%v", float64(i/5*(j%3))+float64((i*i*7+j*j*3+i*j)%17)/6)
		}
	}
	wide := filepath.Join(dir, "wide.csv")
	if err := os.WriteFile(wide, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out := must(t, "fit", wide, "--model", "ddt", "--iterations", "5")
	if !strings.Contains(out, "of 121 columns follow the tree: most woody ") ||
		!regexp.MustCompile(`; not known for g\d+, g\d+, g\d+ and \d+ more \(0 to 100 %\)`).MatchString(out) ||
		strings.Contains(out, "% (0 to 100 %)") {
		t.Errorf("it prints %q", out)
	}
}

// A score says that limits were read as missing only where they were.
func TestScoreTakesLimits(t *testing.T) {
	dir := t.TempDir()
	data, newick := looksFile(t, dir)
	for _, c := range []struct {
		flags   []string
		missing bool
	}{{nil, true}, {[]string{"--guess-kinds"}, false}, {[]string{"--kind", "lead=censored"}, false}} {
		flags := []string{"score", data, "--tree", newick, "--model", "pydt", "--out", filepath.Join(dir, "scored")}
		_, _, told := command(t, append(flags, c.flags...)...)
		missing, taken := strings.Contains(told, "read as missing"), strings.Contains(told, "with limits and")
		if missing != c.missing || taken == c.missing {
			t.Errorf("%v: %s", c.flags, told)
		}
	}
}
