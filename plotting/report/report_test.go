package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"html"
	"image/color"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/job/jobtest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// hostile is a name that would leave its place if it were not escaped.
const hostile = `</title></svg><script>alert("1")</script>&amp;<!--'x' onload=y`

// item fits a model to a table for a report.
func item(t *testing.T, table *inference.Table, s job.Spec) Item {
	t.Helper()
	s.Version, s.Table = job.SpecVersion, job.SourceOf(table)
	m, err := job.Build(s, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := jobtest.Fit(t, job.Local{Version: "1.2.3"}, m, job.Options{Threads: 1})
	return Item{Fit: r, Subject: &depict.Subject{Model: m.Model, Info: m.Info,
		Settings: m.Settings, Decided: m.Decided(), Seed: m.Spec.Seed, Chains: m.Chains,
		BurnIn: m.Spec.Burn(), Table: m.Table, Data: m.Data, Snapshot: r.Snapshot, Software: "Espalier 1.2.3"}}
}

// fifth returns every fifth row, of which trees are found fast.
func fifth(table *inference.Table) (rows job.Places) {
	for i := 0; i < len(table.Rows); i += 5 {
		rows = append(rows, i)
	}
	return rows
}

func iterations(n int) job.Goal { return job.Goal{Iterations: &n} }

// nasty is a small table whose names are hostile.
func nasty() *inference.Table {
	table := &inference.Table{Name: hostile, Source: hostile, SHA256: strings.Repeat("ab", 32),
		Columns: []string{hostile, "b"}, X: mat.NewDense(12, 2, nil), Kind: inference.Continuous}
	var labels []string
	for i := range 12 {
		table.Rows = append(table.Rows, hostile+strings.Repeat("i", i))
		table.X.(*mat.Dense).SetRow(i, []float64{float64(i % 3), float64(i*i%7) / 3})
		labels = append(labels, hostile+string(rune('a'+i%2)))
	}
	table.Annotations = []inference.Annotation{inference.NewAnnotation(hostile, labels)}
	return table
}

func written(t *testing.T, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wellFormed reads the page as XML once the elements that HTML does not close are closed, and
// returns the number of each element.
func wellFormed(t *testing.T, page string) map[string]int {
	t.Helper()
	page = regexp.MustCompile(`<meta [^>]*>`).
		ReplaceAllStringFunc(page, func(s string) string { return s[:len(s)-1] + "/>" })
	page = strings.Replace(page, "<!DOCTYPE html>", "", 1)
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = map[string]string{"#34": `"`, "#39": "'", "#43": "+"}
	count := map[string]int{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			line, column := d.InputPos()
			t.Fatalf("line %d, column %d: %v", line, column, err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

// The page says the title of a figure and what a comparison found once, not again in a caption.
func TestCaptionsRepeatNothing(t *testing.T) {
	table := nasty()
	table.Name = "mice"
	hidden := &job.Held{Share: 0.3}
	r := Report{Software: "Espalier 1.2.3", Items: []Item{
		item(t, table, job.Spec{Model: "gaussian", Held: hidden}), item(t, table, job.Spec{Model: "kde", Held: hidden})}}
	page := written(t, r)
	captions := regexp.MustCompile(`<figcaption>([^<]*)</figcaption>`).FindAllStringSubmatch(page, -1)
	if len(captions) != 3 {
		t.Fatalf("the captions are %q", captions)
	}
	for _, c := range captions {
		for _, said := range []string{"Results of mice", " of mice: clusters", "Made with", "seed ", "predicts best",
			"has the highest density"} {
			if strings.Contains(c[1], said) {
				t.Errorf("the caption %q repeats %q", c[1], said)
			}
		}
	}
	for _, part := range []string{"predicts best", "has the highest density"} {
		if n := strings.Count(regexp.MustCompile(`(?s)<desc.*?</desc>`).ReplaceAllString(page, ""), part); n > 1 {
			t.Errorf("%q is said %d times", part, n)
		}
	}
}

// Names of a table stay text, wherever they stand.
func TestHostileNames(t *testing.T) {
	table := nasty()
	held := &job.Held{Share: 0.2}
	var items []Item
	for _, model := range []string{"ddt", "gaussian"} {
		one := item(t, table, job.Spec{Model: model, Seed: 3, Goal: iterations(1), Held: held})
		one.Name, one.Note, one.Labels, one.Figures = hostile+model, hostile, hostile, []string{"objective"}
		items = append(items, one)
	}
	page := written(t, Report{Title: hostile, Note: hostile, Software: "Espalier " + hostile,
		Made: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Items: items})
	count := wellFormed(t, page)
	for element, want := range map[string]int{"script": 0, "h1": 1, "main": 1, "article": 2, "figure": 4, "svg": 8, "ol": 1} {
		if count[element] != want {
			t.Errorf("%d %s, want %d", count[element], element, want)
		}
	}
	if count["title"] != 1+count["svg"] || count["desc"] != count["svg"] {
		t.Errorf("%d titles and %d descriptions of %d pictures", count["title"], count["desc"], count["svg"])
	}
	for _, never := range []string{"<script", "<!--", " src=", "http-equiv", "@import", "url(http"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
}

// Every id is there once, and every reference finds its own.
func TestIDs(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	items := []Item{item(t, table,
		job.Spec{Model: "pydt", Seed: 1, Goal: iterations(2), Rows: fifth(table), Held: &job.Held{Share: 0.1}}), item(t,
		table, job.Spec{Model: "pydt", Seed: 2, Goal: iterations(2), Rows: fifth(table), Held: &job.Held{Share: 0.1}}),
		item(t, table, job.Spec{Model: "dpmm", Seed: 1, Goal: iterations(60), Held: &job.Held{Share: 0.1}})}
	for i := range items {
		items[i].Labels = "species"
	}
	page := written(t, Report{Software: "Espalier 1.2.3", Made: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Items: items})
	var ids []string
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if slices.Contains(ids, m[1]) {
			t.Errorf("the id %s is there twice", m[1])
		}
		ids = append(ids, m[1])
	}
	for _, m := range regexp.MustCompile(`(?:href="#|url\(#|aria-labelledby=")([^")]*)`).FindAllStringSubmatch(page, -1) {
		for _, id := range strings.Fields(m[1]) {
			if !slices.Contains(ids, id) {
				t.Errorf("nothing has the id %s", id)
			}
		}
	}
	words := strings.NewReplacer("<span>", "", "</span>", "")
	for _, want := range []string{`<html lang="en">`, `<time datetime="2026-03-04">4 March 2026</time>`, "Report on iris",
		"Vehtari", "Hubert", "Neal (2000)", `<th scope="col"`, `<th scope="row"`,
		"espalier fit sample:iris --model dpmm --seed 1 --iterations 60 --holdout 0.1 --centre --scale --labels species",
		"Pitman-Yor diffusion tree, seed 2"} {
		if !strings.Contains(page, want) && !strings.Contains(words.Replace(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	wellFormed(t, page)
}

// Each table is compared with an annotation of its own, and its comparison has the columns that say
// something, with a word on each.
func TestTablesOfTheirOwn(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	other := nasty()
	other.Name, other.Annotations[0].Name = "mice", "kind"
	items := []Item{item(t, table, job.Spec{Model: "kmeans"}), item(t, other, job.Spec{Model: "kmeans"}),
		item(t, table, job.Spec{Model: "ddt", Goal: iterations(120)}),
		item(t, table, job.Spec{Model: "gaussian", Classes: &job.Classes{Column: "species"}})}
	items[1].Labels, items[2].Labels = "kind", "species"
	page := written(t, Report{Software: "Espalier 1.2.3", Items: items})
	wellFormed(t, page)
	for _, want := range []string{"Report on iris and mice", "Agreement with species", "Agreement with kind",
		"Agreement with species: ARI is the adjusted Rand index",
		">Search</th>", "nats in the last 100 search steps", "assigned to the right class of species"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	head := regexp.MustCompile(`<thead>.*</thead>`).FindString(page)
	for column, want := range map[string]bool{"ARI": true, "found": true, "log density": false, "behind": false, "R-hat": false} {
		if strings.Contains(head, ">"+column+"<") != want {
			t.Errorf("column %q is there: %v, of %s", column, !want, head)
		}
	}
	for _, never := range []string{"standard error", "Not compared"} {
		if strings.Contains(page, never) {
			t.Errorf("nothing was hidden, but the page says %q", never)
		}
	}
	if n := strings.Count(page, `<th scope="row">Notes</th>`); n > len(items) || strings.Contains(page, ">Note<") {
		t.Errorf("%d rows of notes", n)
	}
}

// The caption of a figure of factors says rows or columns, as the factors lie.
func TestFactorCaptions(t *testing.T) {
	table := nasty()
	table.Name = "mice"
	page := written(t, Report{Software: "Espalier 1.2.3",
		Items: []Item{item(t, table, job.Spec{Model: "pca"}), item(t, table, job.Spec{Model: "ibp", Goal: iterations(2)})}})
	for _, want := range []string{"<figcaption>The share of the variance of each principal component",
		"<figcaption>Which rows have each feature.</figcaption>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// A command says all that differs from what is usual, and refuses what it cannot say.
func TestCommand(t *testing.T) {
	yes, seed := true, uint64(9)
	spec := func() job.Spec {
		return job.Spec{Table: job.Source{Source: "-my table.csv", SHA256: "ab"}, Model: "pydt",
			Seed: 9, Read: job.Reading{Separator: ";", DecimalComma: &yes, Missing: []string{"a,b", "?"},
				SkipLines: new(int), SkipEnd: new(int), Comment: "%"}, Rows: job.Places{1, 2, 3, 7},
			Settings: map[string]job.Value{"method": {Text: "mcmc"}, "c": {Text: "2", Fixed: true}},
			Chains:   2, Annotations: []string{"kind", "-year"},
			Preprocessing: &inference.Preprocessing{Log2p1: true, TopColumns: 7}, Held: &job.Held{Share: 0.25, Seed: &seed}}
	}
	words, err := commandOf(&job.Result{Spec: spec(), Iterations: 12}, "kind", nil, nil)
	want := []string{"fit", "./-my table.csv", "--model", "pydt", "--set", "method=mcmc", "--set", "c=2", "--fix",
		"c", "--seed", "9", "--iterations", "12", "--chains", "2", "--holdout", "0.25", "--rows", "2-4,8", "--log2p1",
		"--top-columns", "7", "--raw", "--no-transpose", "--separator", ";", "--decimal-comma", "--missing", `a\,b,?`,
		"--skip-lines", "0", "--skip-end", "0", "--comment", "%", "--labels", "kind", "--annotations=-year"}
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("%q, %v", words, err)
	}
	part := spec()
	part.Held = &job.Held{Share: 0.2, Fold: 3, Seed: &seed, Unit: job.UnitCells}
	if words, err = commandOf(&job.Result{Spec: part, Iterations: 12}, "kind", nil, nil); err != nil ||
		!strings.Contains(strings.Join(words, " "), "--fold 3/5 --holdout-unit cells") {
		t.Errorf("%q, %v", words, err)
	}
	joined := []inference.JoinedFile{{Path: "genes.csv", SHA256: "cd"}, {Name: "clinic", Path: "a, b.csv", SHA256: "ef"}}
	s := job.Spec{Table: job.Source{Source: "genes with clinic"}, Model: "pca", Rows: job.Places{0, 2}}
	words, err = commandOf(&job.Result{Spec: s}, "", nil, joined)
	want = []string{"fit", "genes.csv", "--model", "pca", "--seed", "0", "--iterations", "0", "--rows",
		"1,3", "--add-table", `clinic=a\, b.csv`}
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("%q, %v", words, err)
	}
	if got, want := Shell([]string{"a b", "it's", "", "x=1", "$y"}), `'a b' 'it'\''s' '' x=1 '$y'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for want, change := range map[string]func(*job.Spec){
		"not read from a file": func(s *job.Spec) { s.Table = job.Source{Source: "clipboard"} },
		"chosen one by one":    func(s *job.Spec) { s.Held = &job.Held{Rows: job.Places{1}} },
		"the fit has the seed": func(s *job.Spec) { s.Seed = 1 },
		`no model "none"`:      func(s *job.Spec) { s.Model = "none" },
	} {
		s := spec()
		change(&s)
		if _, err := commandOf(&job.Result{Spec: s}, "", nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func TestWriteFails(t *testing.T) {
	if err := Write(t.Context(), io.Discard, Report{}); err == nil {
		t.Error("a report of nothing")
	}
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	one := item(t, table, job.Spec{Model: "gaussian", Seed: 1})
	r, w := io.Pipe()
	r.Close()
	if err := Write(context.Background(), w, Report{Items: []Item{one}}); err == nil {
		t.Error("a page that could not be written")
	}
}

// The catalog's models each make a report: none has words that only some others have.
func TestEveryModelIsReported(t *testing.T) {
	if testing.Short() {
		t.Skip("fits every model")
	}
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	rows := fifth(table)
	for _, m := range catalog.Models() {
		if m.Info().Name == "blockmodel" {
			continue // it takes networks alone
		}
		one := item(t, table, job.Spec{Model: m.Info().Name, Seed: 1, Goal: iterations(2), Rows: rows})
		one.Labels = "species"
		wellFormed(t, written(t, Report{Software: "Espalier", Items: []Item{one}}))
	}
}

// The groups of the user are a table, in the colours of the figures; hostile names stay text.
func TestGroups(t *testing.T) {
	table := nasty()
	var many []int
	for i := 3; i < 12; i++ {
		many = append(many, i)
	}
	sheet := study.Sheet{Table: 1, Note: "on the table " + hostile, Rows: study.Side{Groups: []study.Group{
		{Name: hostile, Rows: []int{0, 2}, Colour: color.NRGBA{0x12, 0x34, 0x56, 255}},
		{Name: "rest", Rows: many, Colour: color.NRGBA{200, 100, 0, 255}}}}}
	one := item(t, table, job.Spec{Model: "agglomerative"})
	one.Sheet, one.Subject.Looks = sheet, depict.LooksOfSheet(sheet, table)
	one.Subject.Data = sheet.GroupsAnnotated(table).Annotated(one.Subject.Data)
	page := written(t, Report{Software: "Espalier 1.2.3", Items: []Item{one}})
	wellFormed(t, page)
	section := regexp.MustCompile(`(?s)<table class="groups".*?</table>`).FindString(page)
	for _, want := range []string{"background: #123456", "background: #C86400", `<td class="number">2</td>`,
		`<td class="number">9</td>`,
		html.EscapeString(hostile) + ", " + html.EscapeString(hostile+"ii") + "<"} {
		if !strings.Contains(section, want) {
			t.Errorf("the table of groups lacks %q: %s", want, section)
		}
	}
	for _, want := range []string{"One of the rows is in no group.", "on the table ", "“groups”"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if svg := regexp.MustCompile(`(?s)<svg.*?</svg>`).
		FindString(page); !strings.Contains(strings.ToUpper(svg), "#123456") {
		t.Error("the figure does not show the groups in their colours")
	}
	one.Sheet.Rows.Groups = one.Sheet.Rows.Groups[:1]
	one.Subject.Data = one.Sheet.GroupsAnnotated(table).Annotated(one.Subject.Data)
	if g := groupsOf("t", []Item{one}); len(g) != 1 || g[0].Says != "10 of the 12 rows are in no group." {
		t.Errorf("one group, which stands beside no figure: %+v", g)
	}
	if g := groupOf(study.Group{Rows: make([]int, mostMembers+2)}, []string{"a"}); !strings.HasSuffix(g.Members,
		" and 2 more") || g.All == "" {
		t.Errorf("%+v", g)
	}
	if g := groupOf(study.Group{Rows: []int{-1, 0, 9}}, []string{"a"}); g.Members != "a" {
		t.Errorf("%+v", g)
	}
}

// The page says which columns set groups apart: by species with p values, by clusters, which were made from the
// columns, without. What is left out is not there.
func TestWhatSetsGroupsApart(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	i := item(t, table, job.Spec{Model: "kmeans"})
	page := written(t, Report{Software: "Espalier", Items: []Item{i}, Note: "seen by all"})
	at := strings.Index(page, "What sets the groups apart")
	if at < 0 {
		t.Fatal("nothing says what sets the groups apart")
	}
	page = page[at:]
	clusters, species := strings.Index(page, "<h5>Clusters found"), strings.Index(page, "<h5>Species")
	if clusters < 0 || species < clusters {
		t.Fatalf("clusters at %d, species at %d", clusters, species)
	}
	if strings.Contains(page[clusters:species], "p, adjusted") || !strings.Contains(page[species:], "p, adjusted") {
		t.Error("clusters have p values, or species have none")
	}
	// Of the flowers of three species, virginica has the longest petals and setosa the shortest.
	row := page[species:]
	row = row[strings.Index(row, "petal_length"):]
	row = row[:strings.Index(row, "</tr>")]
	if !strings.Contains(row, "<td>virginica</td><td>setosa</td>") || !strings.Contains(row, "&lt; 0.0001") {
		t.Error(row)
	}
	// ε² of Kruskal and Wallis is H/(N − 1): here from the ranks, counted once more.
	values, group := make([]float64, len(table.Rows)), table.Annotations[0].Codes
	for r := range values {
		values[r] = table.X.At(r, 2)
	}
	sums, sizes := map[int]float64{}, map[int]float64{}
	n, ties := float64(len(values)), 0.0
	for r, v := range values {
		rank, same := 0.5, 0.0
		for _, w := range values {
			if w < v {
				rank++
			} else if w == v {
				rank, same = rank+0.5, same+1
			}
		}
		sums[group[r]], sizes[group[r]], ties = sums[group[r]]+rank, sizes[group[r]]+1, ties+same*same-1
	}
	h := 0.0
	for g, s := range sums {
		h += 12 / (n * (n + 1)) * s * s / sizes[g]
	}
	h = (h - 3*(n+1)) / (1 - ties/(n*n*n-n))
	if want := plotting.FormatDigits(h/(n-1), 2); !strings.Contains(row, ">"+want+"</td>") {
		t.Errorf("the effect is not %s in %s", want, row)
	}
	all := []string{"seen by all", "<h3>Data", "<h4>Methods", "<h4>The fit", "What sets", "<h4>Settings",
		"To repeat it", "<figure", "References"}
	whole := written(t, Report{Software: "Espalier", Items: []Item{i}, Note: "seen by all"})
	var without []string
	for _, s := range Sections() {
		without = append(without, s.Name)
	}
	trimmed := written(t, Report{Software: "Espalier", Items: []Item{i}, Note: "seen by all", Without: without})
	for _, text := range all {
		if !strings.Contains(whole, text) || strings.Contains(trimmed, text) {
			t.Errorf("%s: in the whole page %v, in the trimmed one %v", text, strings.Contains(whole, text),
				strings.Contains(trimmed, text))
		}
	}
	wellFormed(t, whole)
	wellFormed(t, trimmed)
}
