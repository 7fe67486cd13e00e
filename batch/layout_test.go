package batch

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateLayouts = flag.Bool("update-layouts", false, "rewrite the layouts of results in testdata/layouts")

// layoutCases are fits of every kind of result.
var layoutCases = []struct {
	name string
	args []string // after fit
}{
	{"tree", []string{"GROUPS", "--annotations", "year", "-m", "pydt", "--iterations", "4", "--labels", "kind"}},
	{"tree-uncompared", []string{"GROUPS", "-m", "ddt", "--iterations", "2", "--set", "columns=independent"}},
	{"tree-draws", []string{"GROUPS", "-m", "pydt", "--set", "method=mcmc", "--set", "columns=factors", "--iterations", "12", "--chains", "2", "--labels", "kind"}},
	{"tree-cut", []string{"GROUPS", "-m", "bhc", "--labels", "kind"}},
	{"linkage", []string{"GROUPS", "-m", "agglomerative"}},
	{"factors", []string{"GROUPS", "--annotations", "year", "-m", "nsfa", "--iterations", "20", "--holdout", "0.1", "--labels", "kind"}},
	{"features", []string{"GROUPS", "--annotations", "year", "-m", "ibp", "--iterations", "20"}},
	{"components", []string{"GROUPS", "-m", "pca"}},
	{"mixture", []string{"GROUPS", "--annotations", "year", "-m", "vbmfa", "--iterations", "10", "--set", "k_max=2", "--evidence", "20", "--holdout", "0.2", "--baselines", "gaussian"}},
	{"classes", []string{"GROUPS", "--annotations", "year", "-m", "gaussian", "--classes", "kind", "--holdout", "0.2"}},
	{"partition", []string{"GROUPS", "-m", "dpmm", "--iterations", "20", "--chains", "2", "--labels", "kind"}},
	{"graph", []string{"GROUPS", "-m", "glasso"}},
	{"network", []string{"sample:signalling", "--rows", "1-60", "--columns", "1-5", "-m", "dag", "--iterations", "30"}},
	{"labels", []string{"CLOUDS", "-m", "outtree", "--set", "labels=1", "--set", "label_sweeps=40"}},
	{"forest", []string{"CLOUDS", "-m", "outtree", "--set", "roots=any"}},
}

// Every kind of result has its members of result.json and its tables, in their order and with their names, and no other. Numbers are
// left out, for models change them.
func TestLayoutsOfResults(t *testing.T) {
	for _, c := range layoutCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			args := []string{"fit"}
			for _, a := range c.args {
				switch a {
				case "GROUPS":
					a = groups().file(t)
				case "CLOUDS":
					a = clouds(t)
				}
				args = append(args, a)
			}
			must(t, append(args, "-q", "--out", folder)...)
			got, kept := layoutOf(t, folder), filepath.Join("testdata", "layouts", c.name+".txt")
			if *updateLayouts {
				if err := os.WriteFile(kept, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(kept)
			if err != nil {
				t.Fatal(err)
			}
			if string(want) != got {
				t.Errorf("result.json or a table is laid out anew; if that is meant, run the test with -update-layouts. Now:\n%s", got)
			}
		})
	}
}

var (
	aText     = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	aNumber   = regexp.MustCompile(`-?\b\d+(?:[.,]\d+)*(?:e[-+]?\d+)?\b`)
	manyNull  = regexp.MustCompile(`\[(?:#|null)(?:, (?:#|null))*\]`)
	manyNames = regexp.MustCompile(`(,(?:factor|component) 1)(?:,(?:factor|component) \d+)*`)
	aCount    = regexp.MustCompile(`^"\d+$`)
	manyText  = regexp.MustCompile(`\["[^\[\]{}]*"\]`)
)

// layoutOf is result.json of a folder without its numbers, and the heads of all tables there with how many lines they have.
func layoutOf(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	skipped, elements := "", map[string]int{}
	for line := range strings.Lines(string(text)) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		key, rest, named := strings.Cut(strings.TrimLeft(line, " "), `": `)
		switch {
		case skipped == "" && strings.TrimSpace(line) == "{": // of the elements of a list, the first alone
			if elements[indent]++; elements[indent] > 1 {
				skipped = indent
				continue
			}
		case skipped == "" && strings.TrimSpace(line) == "}," && elements[indent] == 1:
			line = indent + "}\n"
		case strings.HasPrefix(strings.TrimSpace(line), "]"):
			delete(elements, indent+"  ")
		}
		switch {
		case skipped != "" && indent == skipped: // its end
			skipped = ""
			continue
		case skipped != "":
			continue
		case indent == "  " && named && slices.Contains([]string{`"trace`, `"chains`, `"posterior`, `"parameters`, `"spec`, `"build`, `"notes`, `"decided`, `"decided_by`, `"preprocessing`, `"data`}, key):
			out.WriteString(indent + key + "\"\n") // tested elsewhere
			if rest = strings.TrimRight(rest, "\n"); strings.HasSuffix(rest, "{") || strings.HasSuffix(rest, "[") {
				skipped = indent
			}
			continue
		case named && !strings.HasPrefix(rest, "{") && !strings.HasPrefix(rest, "["):
			rest = aText.ReplaceAllString(rest, `"…"`)
		}
		if key == `"minor` || key == `"gain` || key == `"settled` { // some fits of a kind have it
			continue
		}
		if named {
			rest = manyText.ReplaceAllString(rest, `["…"]`)
			rest = manyNull.ReplaceAllString(aNumber.ReplaceAllString(strings.ReplaceAll(rest, "null", "#"), "#"), "[#]")
			line = indent + aCount.ReplaceAllString(key, `"#`) + `": ` + strings.TrimSuffix(strings.TrimSuffix(rest, "\n"), ",") + "\n"
			if strings.HasSuffix(out.String(), "\n"+line) {
				continue
			}
		} else {
			line = aNumber.ReplaceAllString(manyText.ReplaceAllString(line, `["…"]`), "#")
		}
		out.WriteString(line)
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if out.WriteString(filepath.ToSlash(name)); filepath.Ext(name) == ".csv" {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			head, _, _ := strings.Cut(string(text), "\n")
			out.WriteString(": " + manyNames.ReplaceAllString(head, "$1"))
		}
		out.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What the tests read of classes and of how groups agree with labels.
type (
	classification struct {
		Column        string
		Classes       []string
		Source        string
		Rows          int
		Accuracy      number
		StandardError number `json:"accuracy_standard_error"`
		Confusion     [][]int
		Truth         []string
		Found         []string
		Probability   []number
		Names         []string
	}
	agreement struct {
		Levels    []string
		Confusion [][]int
	}
)
