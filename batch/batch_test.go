package batch

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/batch/arguments"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/tree"

	"github.com/alecthomas/kong"
)

// command runs the program in this process.
func command(t testing.TB, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Main(context.Background(), args, &out, &err)
	return status, out.String(), err.String()
}

// must runs a command that succeeds and returns its standard output.
func must(t testing.TB, args ...string) string {
	t.Helper()
	status, stdout, stderr := command(t, args...)
	if status != 0 {
		t.Fatalf("espalier %s: exit status %d\n%s", strings.Join(args, " "), status, stderr)
	}
	return stdout
}

// A sheet is a table to be written as CSV.
type sheet [][]string

// groups returns 24 rows of three well separated groups: name, kind, three numbers, year.
func groups() sheet {
	rng := rand.New(rand.NewPCG(5, 6))
	s := sheet{{"name", "kind", "a", "b", "c", "year"}}
	for i := range 24 {
		k := i % 3
		row := []string{fmt.Sprintf("row%d", i+1), []string{"oak", "elm", "ash"}[k]}
		for j := range 3 {
			x := 4*rng.NormFloat64()/10 + 5*float64((k+j)%3)
			row = append(row, strconv.FormatFloat(10+x, 'f', 3, 64))
		}
		s = append(s, append(row, strconv.Itoa(2000+10*k)))
	}
	return s
}

// file writes a sheet and returns its path.
func (s sheet) file(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(s); err != nil {
		t.Fatal(err)
	}
	return put(t, "trees.csv", b.String())
}

func put(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// column replaces the numbers of a column.
func (s sheet) column(name string, f func(row int, x float64) float64) sheet {
	for j, h := range s[0] {
		if h == name {
			for i, row := range s[1:] {
				x, _ := strconv.ParseFloat(row[j], 64)
				row[j] = strconv.FormatFloat(f(i, x), 'g', -1, 64)
			}
		}
	}
	return s
}

// pick keeps columns, in the order given.
func (s sheet) pick(names ...string) sheet {
	var out sheet
	for _, row := range s {
		var r []string
		for _, n := range names {
			for j, h := range s[0] {
				if h == n {
					r = append(r, row[j])
				}
			}
		}
		out = append(out, r)
	}
	return out
}

// parsed is what the tests read of result.json.
type parsed struct {
	Model      string
	Parameters map[string]any
	Decided    map[string]string
	Fixed      []string
	Iterations int
	Stopped    bool
	Data       struct{ Rows, Columns, Missing int }
	Objective  struct {
		Value      float64
		InputUnits float64 `json:"value_input_units"`
	}
	Trace map[string][]float64
	Test  *struct {
		Rows       int
		Mean       float64    `json:"log_density_mean"`
		SE         *float64   `json:"log_density_standard_error"`
		LogDensity []*float64 `json:"log_density"`
		Names      []string
	}
	Clusters *struct {
		Count  int
		Labels []int
		Rows   []string
	}
	Scores map[string]any
	Notes  []string
}

func parse(t testing.TB, text string) parsed {
	t.Helper()
	var p parsed
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// fit runs "fit DATA --model pydt --json" with few iterations and more arguments.
func fit(t testing.TB, data string, more ...string) parsed {
	t.Helper()
	return parse(t, must(t, append([]string{"fit", data, "--model", "pydt", "--iterations", "6", "--json"}, more...)...))
}

func TestHelpEverywhere(t *testing.T) {
	if out := must(t, "--help"); !strings.Contains(out, "opens the window") || !strings.Contains(out, "sample:NAME") {
		t.Errorf("help:\n%s", out)
	}
	for _, c := range commandNames {
		out := must(t, c, "--help")
		if !strings.Contains(out, "Example:") || !strings.Contains(out, "espalier "+c) {
			t.Errorf("help of %s has no example:\n%s", c, out)
		}
		if !IsCommand([]string{c}) {
			t.Errorf("%s is no command", c)
		}
	}
	if IsCommand(nil) || IsCommand([]string{"table.csv"}) || !IsCommand([]string{"--help"}) {
		t.Error("commands are mistaken for files")
	}
}

// said returns the text that a parser of arguments prints, with its error or the value of its panic.
func said(p *kong.Kong, out *bytes.Buffer, parse func() error) (text string) {
	out.Reset()
	defer func() {
		if v := recover(); v != nil { // the exit after help
			text = fmt.Sprint(out.String(), v)
		}
	}()
	err := parse()
	return fmt.Sprint(out.String(), err)
}

// With the flags of one command alone its help and the complaints are those of the whole grammar, and those of the
// library's own way to parse.
func TestGrammarOfOneCommand(t *testing.T) {
	t.Parallel()
	var outOfOne, outOfAll bytes.Buffer
	all := (&console{stdout: &outOfAll, stderr: &outOfAll}).parser(&commands{})
	check := func(one *kong.Kong, args []string) {
		parse := func(p *kong.Kong) func() error {
			return func() error { _, err := arguments.Parse(p, args, "version of the test"); return err }
		}
		got, want := said(one, &outOfOne, parse(one)), said(all, &outOfAll, parse(all))
		if got != want || len(got) < 4 {
			t.Errorf("%q: %s, of the whole grammar %s", args, got, want)
		}
		if slices.Contains(args, "--version") {
			if got != "version of the test\n0" {
				t.Errorf("%q: %s", args, got)
			}
			return
		}
		if own := said(all, &outOfAll, func() error { _, err := all.Parse(args); return err }); got != own {
			t.Errorf("%q: %s, of the library %s", args, got, own)
		}
	}
	for _, c := range commandNames {
		one := (&console{stdout: &outOfOne, stderr: &outOfOne}).parser(grammarOf([]string{c}))
		for _, args := range [][]string{{c, "--help"}, {c, "--jsom"}, {c}, {c, "--version"}, {c, "a", "b", "c"}} {
			check(one, args)
		}
	}
	for _, line := range []string{"", "--help", "--version", "fti", "fit a", "fit -m", "fit a -m ddt",
		"fit a -m ddt --cut no",
		"fit a -m ddt --cut time", "fit a -m ddt --test b --holdout 0.1", "fit a -m ddt --holdout x", "score a",
		"score a -m ddt",
		"look a --transpose --no-transpose", "completion tcsh", "completion", "completion fish", "submit a", "plan a b",
		"fit a -m ddt --holdout-unit cells", "figures a --tree-shape square", "fit a --seed x -m ddt", "man x"} {
		all = (&console{stdout: &outOfAll, stderr: &outOfAll}).parser(&commands{}) // what was set once stays so
		check((&console{stdout: &outOfOne, stderr: &outOfOne}).parser(grammarOf(nil)), strings.Fields(line))
	}
}

func TestExamplesOfHelpAreRight(t *testing.T) {
	data := groups().pick("name", "a", "b", "c", "kind").file(t)
	newick := filepath.Join(t.TempDir(), "tree.nwk")
	if err := os.WriteFile(newick, []byte(must(t, "fit", data, "-m", "ddt", "--iterations", "0", "-q")), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	must(t, "fit", data, "-m", "ddt", "--iterations", "0", "--out", dir)
	study := t.TempDir()
	must(t, "fit", data, "-m", "gaussian", "--holdout", "0.2", "--out", study)
	planned := filepath.Join(t.TempDir(), "plan")
	must(t, "plan", data, "-m", "gaussian", "--seeds", "1-7", "--out", planned)
	must(t, "run", planned)
	for _, c := range commandNames {
		_, examples, _ := strings.Cut(must(t, c, "--help"), "Example:")
		for _, line := range strings.Split(examples, "\n") {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] != "espalier" || words[1] != c || strings.Contains(line, "(every") { // all of something takes long
				continue
			}
			for i, w := range words {
				if i > 0 && words[i-1] == "--out" {
					if words[i] = t.TempDir(); w == "report.html" {
						words[i] = filepath.Join(words[i], w)
					}
					continue
				}
				if c == "resume" && words[i-min(i, 1)] == "--iterations" {
					words[i] = "3"
				}
				switch w {
				case "crabs.espalier":
					words[i] = filepath.Join(dir, w)
				case "data.csv", "table.csv":
					words[i] = data
				case "tree.nwk", "published.nwk":
					words[i] = filepath.Join(dir, "tree.nwk")
				case "plan":
					if i > 1 {
						words[i] = planned
					}
				case "study":
					words[i] = study
				case "crabs":
					words[i] = dir
				case "iris.gct", "crabs.cdt":
					words[i] = filepath.Join(t.TempDir(), w)
				case "hallmark.gmt":
					words[i] = filepath.Join(t.TempDir(), "sets.gmt")
					if err := os.WriteFile(words[i], []byte("a\tna\trow1\trow2\trow3\n"), 0o600); err != nil {
						t.Fatal(err)
					}
				case "sigma.csv":
					words[i] = filepath.Join(t.TempDir(), w)
					if err := os.WriteFile(words[i], []byte("x,a,b,c\na,2,1,0\nb,1,2,0\nc,0,0,1\n"), 0o600); err != nil {
						t.Fatal(err)
					}
				case "clusters", "tree":
					if c == "partitions" {
						words[i] = dir
					}
				case "crabs/result.json":
					words[i] = filepath.Join(dir, "result.json")
				case ">":
					words = words[:i]
				}
				if i+1 >= len(words) {
					break
				}
			}
			if c == "fit" {
				words = append(words, "--iterations", "1", "--quiet")
			}
			if c == "submit" && !strings.Contains(line, "--stop") {
				words = append(words, "--dry-run")
			}
			must(t, words[1:]...)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	data := groups().file(t)
	for _, c := range []struct{ args, want string }{
		{"", "expected one of"},
		{"fit", "missing flags"},
		{"fit DATA", "--model"},
		{"fit DATA --model pdyt", "did you mean pydt"},
		{"fit DATA --model pydt --no-such", "unknown flag"},
		{"fit DATA more --model pydt", "unexpected"},
		{"fit DATA --model pydt --set theta", "NAME=VALUE"},
		{"fit DATA --model pydt --set thet=1", "no parameter \"thet\""},
		{"fit DATA --model pydt --set alpha=1", "outside its range"},
		{"fit DATA --model pydt --fix start", "not learnt"},
		{"fit DATA --model pydt --iterations=-3", "0 or more"},
		{"fit DATA --model pydt --duration=-3s", "above 0"},
		{"fit DATA --model pydt --duration soon", "duration"},
		{"fit DATA --model pydt --holdout 1.5", "between 0 and 1"},
		{"fit DATA --model pydt --holdout 0.1 --test DATA", "can't be used together"},
		{"fit DATA --model pydt --holdout 0.1 --fold 1/5", "can't be used together"},
		{"fit DATA --model pydt --fold 6/5", "one of equal parts"},
		{"fit DATA --model pydt --chains 3", "does not sample"},
		{"fit DATA --model pydt --until-ess 200", "does not sample; give --iterations or --duration"},
		{"fit DATA --model pydt --until-ess 0", "give a number above 0"},
		{"fit DATA --model pydt --burn-in 1", "give a proportion of at least 0 and below 1"},
		{"fit DATA --model pydt --figures svg", "--out"},
		{"fit DATA --model pydt --figures bmp --out x", "figures can be drawn as png, "},
		{"fit DATA --model pydt --raw --centre", "--raw"},
		{"fit DATA --model pydt --top-rows=-2", "1 or more"},
		{"fit DATA --model pydt --separator abc", "separated by"},
		{"fit DATA --model pydt --labels kind --transpose", "--column-annotations"},
		{"fit DATA --model pydt --seed=-1", "seed"},
		{"score DATA --model pydt", "--tree"},
		{"sample pydt --n 0", "one row"},
		{"sample spaghetti", "no model"},
		{"models spaghetti", "no model"},
		{"grow", "unexpected argument grow"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "DATA", data))
		status, stdout, stderr := command(t, args...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, "--help") {
			t.Errorf("espalier %s: exit status %d, want 2 and %q in\n%s%s", c.args, status, c.want, stdout, stderr)
		}
	}
}

func TestErrors(t *testing.T) {
	data := groups().file(t)
	bad := put(t, "bad.csv", "name,a,b\nr1,1,2\nr2,3\n")
	same := put(t, "same.csv", "name,a,b\nr1,1,2\nr2,1,2\nr3,1,2\n")
	few := put(t, "few.csv", "name,a,b\nr1,1,2\nr2,3,5\nr3,2,2\n")
	lacks := groups().pick("name", "a", "c").file(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fit", "/nowhere/t.csv", "-m", "pydt"}, "t.csv"},
		{[]string{"fit", "sample:nothing", "-m", "pydt"}, "crabs"},
		{[]string{"fit", bad, "-m", "pydt"}, "line 3"},
		{[]string{"fit", same, "-m", "pydt", "-q"}, "cannot be fitted"},
		{[]string{"fit", few, "-m", "pydt", "--holdout", "0.9"}, "fewer than two"},
		{[]string{"fit", data, "-m", "pydt", "--labels", "colour"}, "colour"},
		{[]string{"fit", "sample:crabs", "-m", "pydt", "--labels", "colour"}, "colour"},
		{[]string{"fit", data, "-m", "pydt", "--annotations", "year", "--test", lacks, "-q"}, "lacks 1"},
		{[]string{"fit", data, "-m", "pydt", "--out", few}, "--out"},
		{[]string{"score", few, "-m", "pydt", "--tree", "/nowhere/t.nwk"}, "t.nwk"},
		{[]string{"score", few, "-m", "pydt", "--tree", put(t, "t.nwk", "((r1:0.5,r2:0.5):0.5,r3:1")}, "line 1"},
		{[]string{"score", few, "-m", "pydt", "--tree", put(t, "t.nwk", "((r1:0.5,r2:0.5):0.5,r4:1);")}, "r4"},
		{[]string{"score", few, "-m", "pydt", "--tree", put(t, "t.nwk", "((r1:0.5,r2:0.5):0.5,r3:0.7);")}, "--fit-times"},
		{[]string{"score", few, "-m", "pydt", "--tree", put(t, "t.nwk", "((r1:5,r2:5):5,r3:10);")}, "--fit-times"},
		{[]string{"score", few, "-m", "pydt", "--tree", put(t, "t.nwk", "((r1,r2),r3);")}, "--fit-times"},
	} {
		status, stdout, stderr := command(t, c.args...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("espalier %s: exit status %d, want 1 and %q in\n%s%s", strings.Join(c.args, " "), status, c.want, stdout, stderr)
		}
	}
}

// keys returns the members of a JSON object in order, those of objects in it after a point.
func keys(t *testing.T, text string) []string {
	t.Helper()
	var out []string
	var walk func(d *json.Decoder, prefix string)
	walk = func(d *json.Decoder, prefix string) {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		delim, ok := token.(json.Delim)
		if !ok {
			return
		}
		for d.More() {
			name := prefix
			if delim == '{' {
				key, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				name += key.(string)
				out = append(out, name)
				name += "."
			}
			walk(d, name)
		}
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
	}
	walk(json.NewDecoder(strings.NewReader(text)), "")
	return out
}

const goldenKeys = `espalier model method
parameters parameters.method parameters.theta parameters.alpha parameters.c parameters.sigma2 parameters.noise
parameters.observation parameters.columns parameters.start parameters.orders parameters.initial parameters.moves
parameters.temperatures parameters.hottest parameters.witnesses parameters.cuts parameters.annealing
decided decided.columns decided.observation decided_by decided_by.columns fixed seed
data data.name data.source data.rows data.columns data.missing data.sha256 data.annotations
preprocessing preprocessing.centre preprocessing.scale
iterations seconds stopped start
objective objective.name objective.title objective.value objective.value_input_units
trace trace.iteration trace.seconds trace.evidence trace.branch_points trace.depth trace.c trace.sigma2 trace.noise trace.theta trace.alpha
posterior posterior.c posterior.c.mean posterior.c.standard_deviation posterior.sigma2 posterior.sigma2.mean posterior.sigma2.standard_deviation
posterior.noise posterior.noise.mean posterior.noise.standard_deviation posterior.theta posterior.theta.mean posterior.theta.standard_deviation
posterior.alpha posterior.alpha.mean posterior.alpha.standard_deviation posterior.branch_points posterior.branch_points.mean
posterior.branch_points.standard_deviation posterior.depth posterior.depth.mean posterior.depth.standard_deviation
posterior.expected_branch_points posterior.expected_branch_points.mean posterior.expected_branch_points.standard_deviation
posterior.supported_branch_points posterior.supported_branch_points.mean posterior.supported_branch_points.standard_deviation
test test.rows test.columns test.source test.log_density_mean test.log_density_standard_error test.log_density test.names
clusters clusters.name clusters.count clusters.labels clusters.rows clusters.offered clusters.reason
supports supports.columns supports.effective_columns supports.draws supports.branch_points supports.branch_points.mean supports.branch_points.standard_deviation
signal signal.columns signal.lambda signal.low signal.high signal.p signal.cells
scores scores.labels scores.groups scores.rows scores.adjusted_rand_index scores.normalised_mutual_information scores.variation_of_information scores.purity scores.dendrogram_purity scores.dendrogram_purity_resolved
notes gain settled spec spec_hash build build.go build.platform files`

func TestFitWritesWhatIsPromised(t *testing.T) {
	data, dir := groups().file(t), filepath.Join(t.TempDir(), "new", "folder")
	stdout := must(t, "fit", data, "--model", "pydt", "--iterations", "6", "--labels", "kind", "--annotations", "year",
		"--holdout", "0.125", "--out", dir, "--figures", "png,svg,pdf", "--json", "--set", "theta=2", "--fix", "theta", "--centre", "--scale")
	read := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if read("result.json") != stdout {
		t.Error("result.json is not what --json prints")
	}
	inSpec := func(key string) bool { return strings.HasPrefix(key, "spec.") } // held by the tests of package job
	if got, want := slices.DeleteFunc(keys(t, stdout), inSpec), strings.Fields(goldenKeys); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("result.json has the keys\n%s\nwant\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
	p := parse(t, stdout)
	if p.Data.Rows != 21 || p.Data.Columns != 3 || p.Test.Rows != 3 || len(p.Test.LogDensity) != 3 || p.Iterations != 6 || p.Stopped {
		t.Errorf("result %+v", p)
	}
	if p.Parameters["theta"] != 2.0 || len(p.Fixed) != 1 || p.Fixed[0] != "theta" || p.Trace["theta"][6] != 2 {
		t.Errorf("parameters %v, fixed %v, trace of theta %v", p.Parameters, p.Fixed, p.Trace["theta"])
	}
	if p.Parameters["columns"] != "auto" || p.Decided["columns"] == "" || len(p.Notes) != 1 || !strings.HasPrefix(p.Notes[0], "The tree is that of columns by themselves; ") {
		t.Errorf("columns %v were decided as %v: %q", p.Parameters["columns"], p.Decided, p.Notes)
	}
	if p.Parameters["observation"] != "auto" || p.Decided["observation"] != "gaussian" {
		t.Errorf("observation %v was decided as %v", p.Parameters["observation"], p.Decided)
	}
	for name, v := range p.Trace {
		if len(v) != 7 {
			t.Errorf("the trace of %s has %d values, want 7", name, len(v))
		}
	}
	if p.Scores["adjusted_rand_index"] != 1.0 || p.Scores["dendrogram_purity"] != 1.0 || p.Scores["rows"] != 21.0 {
		t.Errorf("scores %v", p.Scores)
	}
	if slices.Min(p.Clusters.Labels) != 1 || slices.Max(p.Clusters.Labels) != p.Clusters.Count || p.Clusters.Count != 3 || len(p.Clusters.Labels) != 21 || len(p.Clusters.Rows) != 21 {
		t.Errorf("clusters %+v", p.Clusters)
	}
	best, err := tree.ParseNewick([]byte(read("tree.nwk")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.MatchLeaves(best, p.Clusters.Rows); err != nil || !best.AtTimeOne() {
		t.Errorf("tree.nwk: %v", err)
	}
	all, err := tree.ReadNewick([]byte(read("trees.nwk")))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, a := range all {
		sum += a.Weight
	}
	if !(math.Abs(sum-1) <= 1e-9) || all[0].Tree.Canonical() != best.Canonical() {
		t.Errorf("trees.nwk: %d trees with weights summing to %v", len(all), sum)
	}
	want := []string{"result.fit", "result.json", "signal.csv", "supports.nex", "tree.nwk", "trees.nwk"}
	for _, figure := range []string{"columns", "comparison", "density", "heatmap", "objective", "paths", "signal",
		"tree"} { // all that the window shows
		want = append(want, figure+".pdf", figure+".png", figure+".svg")
	}
	slices.Sort(want)
	if got := names(t, dir); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("files %v, want %v", got, want)
	}
	if svg := read("tree.svg"); !strings.Contains(svg, "row1<") && !strings.Contains(svg, "row2<") || !strings.Contains(svg, "Pitman-Yor") {
		t.Error("tree.svg shows neither rows nor its title")
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestSummaryAndQuiet(t *testing.T) {
	data := groups().pick("name", "kind", "a", "b", "c").file(t)
	out := must(t, "fit", data, "-m", "pydt", "--iterations", "2", "--labels", "kind", "--holdout", "0.1")
	for _, want := range []string{"Pitman-Yor diffusion tree of trees: 22 rows, 3 columns", "2 search steps", "log evidence", "2 new rows", "adjusted Rand index"} {
		if !strings.Contains(out, want) {
			t.Errorf("the summary lacks %q:\n%s", want, out)
		}
	}
	status, stdout, stderr := command(t, "fit", data, "-m", "pydt", "--iterations", "2", "--quiet")
	if status != 0 || stdout != "" || stderr != "" {
		t.Errorf("--quiet printed %q and %q", stdout, stderr)
	}
}

func TestModelsList(t *testing.T) {
	var list []map[string]any
	if err := json.Unmarshal([]byte(must(t, "models", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(catalog.Models()) {
		t.Errorf("%d models listed", len(list))
	}
	text := must(t, "models")
	for i, m := range catalog.Models() {
		info := m.Info()
		if list[i]["name"] != info.Name || len(list[i]["parameters"].([]any)) != len(info.Parameters) {
			t.Errorf("%s is listed as %v", info.Name, list[i])
		}
		for _, p := range info.Parameters {
			if !strings.Contains(text, p.Help) {
				t.Errorf("the list lacks %s of %s", p.Name, info.Name)
			}
		}
		if one := must(t, "models", info.Name); !strings.Contains(text, one) {
			t.Errorf("models %s is not part of the list", info.Name)
		}
	}
}

func TestVersion(t *testing.T) {
	if out := must(t, "version"); !strings.HasPrefix(out, Software()) {
		t.Errorf("version: %s", out)
	}
}
