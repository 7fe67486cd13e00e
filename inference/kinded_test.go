package inference

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// mixedTable has two columns of numbers, one of counts, one of codes, and text of several kinds.
func mixedTable() *Table {
	nan := math.NaN()
	return &Table{Name: "plants", Rows: []string{"a", "b", "c", "d", "e"},
		Columns: []string{"height", "seeds", "zone", "mass"},
		X:       mat.NewDense(5, 4, []float64{1, 3, 2, 10, 2, 0, 5, 20, 3, 12, 2, 40, nan, nan, nan, nan, 6, 5, 9, 80}),
		Kind:    Continuous,
		Annotations: []Annotation{NewAnnotation("woody", []string{"yes", "no", "no", "yes", ""}),
			NewAnnotation("shade", []string{"high", "low", "mid", "low", "high"}),
			NewAnnotation("family", []string{"Rosa", "Poa", "Rosa", "Iris", ""}),
			NewAnnotation("lead", []string{"<0.5", "0.7", "1.1", ">3", "2"}),
			NewAnnotation("site", []string{"x", "y", "x", "y", "x"})}}
}

const mixedKinds = "seeds=count\nzone=ordered\nwoody=yes/no\nshade=ordered\nfamily=category\nlead=censored"

func TestPrepareByKind(t *testing.T) {
	p := Preprocessing{Centre: true, Scale: true, Kinds: mixedKinds}
	d, err := mixedTable().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"height", "seeds", "zone", "mass", "woody", "shade", "family",
		"lead"}; !slices.Equal(d.Columns, want) {
		t.Fatalf("columns %q", d.Columns)
	}
	for j, want := range []string{"number", "count", "ordered:2,5,9", "number", "yes/no:no,yes", "ordered:low,mid,high",
		"category:Rosa,Poa,Iris", "censored"} {
		if got := d.Kinds[j].String(); got != want {
			t.Errorf("%s is %s, want %s", d.Columns[j], got, want)
		}
	}
	nan := math.NaN()
	for j, want := range map[int][]float64{1: {3, 0, 12, nan, 5}, 2: {0, 1, 0, nan, 2}, 4: {1, 0, 0, 1, nan},
		5: {2, 0, 1, 0, 2}, 6: {0, 1, 0, 2, nan}} {
		for i, y := range want {
			if got := d.X.At(i, j); got != y && !(math.IsNaN(got) && math.IsNaN(y)) {
				t.Errorf("%s of %s is %v, want %v", d.Columns[j], d.Rows[i], got, y)
			}
		}
	}
	alone := *mixedTable()
	alone.Annotations = nil
	numbers, err := alone.SelectColumns([]int{0, 3}).Prepare(Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		for k, j := range []int{0, 3} {
			if a, b := d.X.At(i, j), numbers.X.At(i, k); math.Float64bits(a) != math.Float64bits(b) && !math.IsNaN(a) {
				t.Errorf("number %d, %d is %v, alone %v", i, j, a, b)
			}
		}
	}
	low, high := d.Limits[Cell{0, 7}], d.Limits[Cell{3, 7}]
	if len(d.Limits) != 2 || !math.IsInf(low.Low, -1) || !(math.Abs(d.InputAt(7, low.High)-.5) <= 1e-12) ||
		!math.IsInf(high.High, 1) || !math.IsNaN(d.X.At(0, 7)) {
		t.Errorf("limits %v", d.Limits)
	}
	if len(d.Annotations) != 1 || d.Annotations[0].Name != "site" || d.Kind != Continuous {
		t.Errorf("annotations %v, kind %s", d.Annotations, d.Kind)
	}
	if note := strings.Join(d.Notes, "\n"); !strings.Contains(note,
		"taken by kind: 1 as yes/no, 2 as grades, 1 as categories, 1 as counts, 1 as numbers with limits and 2 as numbers.") {
		t.Error(note)
	}
	if log :=
		d.LogJacobian(d.X); !(math.Abs(log[1]+math.Log(d.Scale[0])+math.Log(d.Scale[3])+math.Log(d.Scale[7])) <= 1e-12) {
		t.Errorf("probabilities have a Jacobian: %v", log)
	}
	some := d.SelectRows([]int{3, 0, 3})
	if len(some.Limits) != 3 || some.Limits[Cell{2, 7}] != high || some.Limits[Cell{1, 7}] != low {
		t.Errorf("limits of some rows: %v", some.Limits)
	}
	again, err := d.Map(mixedTable())
	if err != nil || !sameCells(again, d.X) {
		t.Errorf("new rows: %v, %v", again, err)
	}
	other := mixedTable()
	other.Annotations[2] = NewAnnotation("family", []string{"Rosa", "Aster", "", "", ""})
	if _, err := d.Map(other); err == nil || !strings.Contains(err.Error(), `row "b", column "family" holds "Aster"`) {
		t.Error(err)
	}
	other.Annotations = other.Annotations[:2]
	if _, err := d.Map(other); err == nil || !strings.Contains(err.Error(), `"family", "lead"`) {
		t.Error(err)
	}
}

func sameCells(a, b mat.Matrix) bool {
	n, d := a.Dims()
	for i := range n {
		for j := range d {
			x, y := a.At(i, j), b.At(i, j)
			if math.Float64bits(x) != math.Float64bits(y) && !(math.IsNaN(x) && math.IsNaN(y)) {
				return false
			}
		}
	}
	return true
}

// A note that a column became an annotation goes where the column is data; others stay.
func TestNotesOfWhatIsDataNow(t *testing.T) {
	table := mixedTable()
	both := `2 columns with both numbers and text, kept as annotations: "lead", "site".`
	table.Notes = []string{`1 column with both numbers and text, kept as an annotation: "lead".`, both,
		"1 column holds no value."}
	d, err := table.Kinded(Preprocessing{Kinds: "lead=censored"})
	if err != nil || !slices.Equal(d.Notes, table.Notes[1:]) {
		t.Errorf("%q, %v", d.Notes, err)
	}
	if d, err = table.Kinded(Preprocessing{Kinds: "lead=censored\nsite=category"}); err != nil ||
		!slices.Equal(d.Notes, table.Notes[2:]) {
		t.Errorf("%q, %v", d.Notes, err)
	}
}

// Turned tables have the same data, from columns that lie as rows.
func TestKindsOfTurnedTable(t *testing.T) {
	p := Preprocessing{Centre: true, Kinds: mixedKinds}
	want, err := mixedTable().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Transpose = true
	got, err := mixedTable().Turned().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if !sameCells(got.X, want.X) || !slices.Equal(got.Columns, want.Columns) || len(got.Limits) != 2 {
		t.Errorf("%v", got.Columns)
	}
	kinded, err := mixedTable().Turned().Kinded(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Transpose = false
	if got, err = kinded.Turned().Prepare(p); err != nil || !sameCells(got.X, want.X) || len(got.Limits) != 2 {
		t.Errorf("turned after coding: %v", err)
	}
	if again, err := want.Map(kinded.Turned()); err != nil || !sameCells(again, want.X) {
		t.Errorf("new rows of kinds: %v", err)
	}
}

// Levels and counts are numbers where that is asked for, also to a model that takes them as what they are; limits stay.
func TestKindsAsNumbers(t *testing.T) {
	info := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, Kinds: column.Sorts()}
	p := info.PreprocessingOf(mixedTable(), Preprocessing{Kinds: mixedKinds, KindsAsNumbers: true})
	d, err := mixedTable().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"height", "seeds", "zone", "mass", "woody", "shade", "family=Rosa", "family=Poa", "family=Iris",
		"lead"}
	if !slices.Equal(d.Columns, want) {
		t.Errorf("%q", d.Columns)
	}
	for j, name := range d.Columns {
		if s := d.KindAt(j).Sort; !s.Real() || name == "lead" && s != column.Censored {
			t.Errorf("%q is taken as %s", name, s)
		}
	}
	if x, want := d.X.At(1, 2), (5-d.Centre[2])/d.Scale[2]; x != want || d.Centre[2] != 4.5 {
		t.Errorf("grade 5 is %v, want %v", x, want)
	}
	note, say := strings.Join(d.Notes, "\n"), `(--kinds-as-numbers): 4 columns "seeds", "zone", "woody", "shade"`
	if !strings.Contains(note, say) {
		t.Error(note)
	}
}

// What a model cannot take is left out or becomes numbers, and is said.
func TestWhatAModelCannotTake(t *testing.T) {
	info := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, Kinds: []column.Sort{column.Count}}
	p := info.PreprocessingOf(mixedTable(), Preprocessing{Kinds: mixedKinds})
	if p.Without.Has(column.Count) || !p.Without.Has(column.Ordered) || !p.Scale {
		t.Fatalf("%+v", p)
	}
	d, err := mixedTable().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"height", "seeds", "zone", "mass", "lead"}; !slices.Equal(d.Columns, want) ||
		d.Kinds[2].Sort != column.Number || d.Kinds[1].Sort != column.Count {
		t.Errorf("%q, %v", d.Columns, d.Kinds)
	}
	if x, want := d.X.At(1, 2), (5-d.Centre[2])/d.Scale[2]; x != want || d.Centre[2] != 4.5 {
		t.Errorf("grade 5 is %v, want %v", x, want)
	}
	if shade, is := named(d.Annotations, "shade"); !is || !slices.Equal(shade.Values,
		[]string{"high", "low", "mid", "low", "high"}) || !slices.Equal(shade.Levels, []string{"low", "mid", "high"}) {
		t.Errorf("text that the model cannot take is no annotation: %v", d.Annotations)
	}
	note := strings.Join(d.Notes, "\n")
	for _, want := range []string{`cannot take them: 3 columns "woody", "shade", "family"`,
		`Taken as numbers because the model cannot take them otherwise: 2 columns "zone", "lead"`} {
		if !strings.Contains(note, want) {
			t.Errorf("%q lacks %q", note, want)
		}
	}
	p.KindsAsNumbers = true
	if d, err = mixedTable().Prepare(p); err != nil {
		t.Fatal(err)
	}
	want := []string{"height", "seeds", "zone", "mass", "woody", "shade", "family=Rosa",
		"family=Poa", "family=Iris", "lead"}
	if !slices.Equal(d.Columns, want) || !(math.Abs(d.InputAt(7, d.X.At(1, 7))-1) <= 1e-12) || !math.IsNaN(d.X.At(4, 7)) {
		t.Errorf("%q", d.Columns)
	}
	if again, err := d.Map(mixedTable()); err != nil || !sameCells(again, d.X) {
		t.Errorf("new rows: %v", err)
	}
}

// A table of yes and no alone is one of zeros and ones, which all models know.
func TestYesNoAloneAreZerosAndOnes(t *testing.T) {
	table := &Table{Name: "traits", Rows: []string{"a", "b", "c"},
		Columns: []string{"x"}, X: mat.NewDense(3, 1, []float64{1, 0, 1}), Kind: Binary,
		Annotations: []Annotation{NewAnnotation("fur", []string{"absent", "present", "absent"})}}
	info := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}}
	d, err := table.Prepare(info.PreprocessingOf(table, Preprocessing{Kinds: "fur=yes/no"}))
	if err != nil || d.Kind != Binary || !sameCells(d.X, mat.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 0})) ||
		d.Kinds[1].Levels[1] != "present" {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestKindsThatDoNotFit(t *testing.T) {
	for kinds, want := range map[string]string{
		"weight=count":            `no column "weight"`,
		"family=number":           `row "a", column "family" holds "Rosa", which is no number`,
		"shade=yes/no":            `3 different values ("high", "low", "mid")`,
		"shade=ordered:low,high":  `row "c", column "shade" holds "mid", which is none of the levels`,
		"lead=number":             `column "lead" holds "<0.5"`,
		"zone=ordered:2,5":        `column "zone" holds "9"`,
		"*=annotation":            "no column is left",
		"seeds=skewed":            `column "seeds" holds 0, which has no logarithm`,
		"site=category:x,y\nf*=a": "no kind",
	} {
		if _, err := mixedTable().Prepare(Preprocessing{Kinds: column.List(kinds)}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", kinds, err, want)
		}
	}
}

func TestAnnotationByChoice(t *testing.T) {
	d, err := mixedTable().Prepare(Preprocessing{Kinds: "zone=annotation\nmass=skewed", Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	zone, is := named(d.Annotations, "zone")
	if !is || !slices.Equal(zone.Values, []string{"2", "5", "2", "", "9"}) ||
		!slices.Equal(d.Columns, []string{"height", "seeds", "mass"}) {
		t.Errorf("%v, %q", zone, d.Columns)
	}
	y := d.Input(2, 2)
	if !(math.Abs(y-40) <= 1e-9) {
		t.Errorf("mass is %v", y)
	}
	u, h := d.X.At(2, 2), 1e-6
	slope := 2 * h / (d.InputAt(2, u+h) - d.InputAt(2, u-h))
	if !(math.Abs(d.LogJacobianAt(2, u)-math.Log(slope)) <= 1e-6) {
		t.Errorf("log Jacobian %v, want %v", d.LogJacobianAt(2, u), math.Log(slope))
	}
}

func TestPreprocessingOfKindsIsWritten(t *testing.T) {
	p := Preprocessing{Centre: true, Kinds: mixedKinds, Without: "category", KindsAsNumbers: true}
	data, err := json.Marshal(p)
	var again Preprocessing
	if err != nil || json.Unmarshal(data, &again) != nil || again != p {
		t.Errorf("%s, %v", data, err)
	}
	if flags := strings.Join(p.Flags(), " "); !strings.Contains(flags, "--kind seeds=count --kind zone=ordered") ||
		!strings.Contains(flags, "--kinds-as-numbers") {
		t.Error(flags)
	}
	if data, _ = json.Marshal(Preprocessing{Centre: true}); strings.Contains(string(data), "kinds") {
		t.Errorf("%s", data)
	}
	if w := p.Within(&Table{Columns: []string{"seeds", "other"}, Rows: []string{"a"},
		X: mat.NewDense(1, 2, nil)}); w.Kinds != "seeds=count" {
		t.Errorf("within another table: %s", w.Kinds)
	}
}

// Limits that a model does not take are missing to it, and it is said; rows that have values in columns of other kinds
// are not said to have none.
func TestLostLimitsAndEmptyRows(t *testing.T) {
	table := mixedTable()
	table.X.(*mat.Dense).Set(2, 0, math.NaN()) // row c has no number but its count, and row d none at all
	p := Preprocessing{Centre: true, Scale: true, Kinds: mixedKinds, Without: column.SetOf(column.Censored)}
	d, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	note := strings.Join(d.Notes, "\n")
	if want := `Missing to the model, which takes no limits: 2 cells of 1 column "lead"`; !strings.Contains(note, want) {
		t.Errorf("%q lacks %q", note, want)
	}
	if strings.Contains(note, "only the prior") {
		t.Errorf("rows with values are said to have none: %q", note)
	}
	for k, a := range table.Annotations { // row d: a limit alone
		if values := slices.Clone(a.Values); a.Name != "site" && a.Name != "lead" {
			values[3] = ""
			table.Annotations[k] = NewAnnotation(a.Name, values)
		}
	}
	for _, c := range []struct {
		takes bool
		empty bool
	}{{true, false}, {false, true}} {
		if p.Without = column.SetOf(); !c.takes {
			p.Without = column.SetOf(column.Censored)
		}
		if d, err = table.Prepare(p); err != nil {
			t.Fatal(err)
		}
		note = strings.Join(d.Notes, "\n")
		if strings.Contains(note, `only the prior places them: 1 row "d"`) != c.empty ||
			strings.Contains(note, "Missing to the model") == c.takes {
			t.Errorf("limits taken: %v: %q", c.takes, note)
		}
	}
}

// A pattern of names takes text with limits as data, and no other text.
func TestPatternOfLimits(t *testing.T) {
	d, err := mixedTable().Prepare(Preprocessing{Kinds: "le*=censored\nsi*=censored\nfam*=number"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(d.Columns, "lead") || len(d.Limits) != 2 || slices.Contains(d.Columns, "site") ||
		slices.Contains(d.Columns, "family") {
		t.Errorf("columns %q, %d limits", d.Columns, len(d.Limits))
	}
}

// Limits that the reader took for missing are those of a column of numbers that is said to have them, and of no other.
func TestStatedLimitsOfNumbers(t *testing.T) {
	table := mixedTable()
	table.Notes = []string{"2 cells were " + LimitsMissing}
	low := column.Interval{Low: math.Inf(-1), High: .5}
	for _, at := range []Cell{{3, 0}, {3, 3}} {
		if err := table.State(at, low.Low, low.High); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range []Cell{{0, 0}, {5, 0}, {0, -1}} {
		if table.State(wrong, low.Low, low.High) == nil {
			t.Errorf("a limit stands in %v", wrong)
		}
	}
	for _, turned := range []bool{false, true} {
		of := table
		if turned {
			of = table.Turned()
		}
		d, err := of.Prepare(Preprocessing{Transpose: turned, Kinds: "height=censored"})
		if err != nil {
			t.Fatal(err)
		}
		if want := (Limits{{3, 0}: low}); !maps.Equal(d.Limits, want) || !math.IsNaN(d.X.At(3, 0)) {
			t.Errorf("turned %v: limits %v", turned, d.Limits)
		}
		if len(d.NotesOf(of)) != 1 {
			t.Errorf("turned %v: a limit that is missing is not noted", turned)
		}
		if d, err = of.Prepare(Preprocessing{Transpose: turned,
			Kinds: "height=censored\nmass=censored"}); err != nil || len(d.Limits) != 2 || len(d.NotesOf(of)) != 0 {
			t.Errorf("turned %v: %v, %q, %v", turned, d.Limits, d.NotesOf(of), err)
		}
	}
	some := table.SelectRows([]int{2, 3}).SelectColumns([]int{3, 1})
	if want := (Limits{{1, 0}: low}); !maps.Equal(some.Stated, want) {
		t.Errorf("part: %v", some.Stated)
	}
	moved, err := table.MoveToAnnotations("mass")
	if err != nil || moved.Annotations[len(moved.Annotations)-1].Values[3] != "<0.5" {
		t.Errorf("the annotation lacks its limit: %v", err)
	}
}

// Turning a table keeps what its columns are until it is turned back.
func TestKindsOutliveTurning(t *testing.T) {
	p := Preprocessing{Kinds: mixedKinds, KindsAsNumbers: true, Centre: true}
	turned := p.Turned()
	if turned.Kinds.Active() || !turned.Transpose {
		t.Errorf("%+v", turned)
	}
	turned.Kinds = "a=count"
	if back := turned.Turned(); back.Kinds != p.Kinds || !back.KindsAsNumbers || back.Turned().Kinds != "a=count" {
		t.Errorf("%+v", back)
	}
	if p.Unlike(turned.Turned()) != nil {
		t.Error("kinds of the table turned the other way are a difference")
	}
	table := mixedTable()
	table.Name = "other"
	if of := (Preprocessing{Kinds: "gone=count\nseeds=count",
		KindsTurned: "a=count\nz=count"}).Within(table); of.Kinds != "seeds=count" || of.KindsTurned != "a=count" {
		t.Errorf("%+v", of)
	}
}

// A note that a column of numbers may hold labels goes where the column is said to be of a kind, and stays elsewhere.
func TestLabelNotesOfKnownKinds(t *testing.T) {
	table := mixedTable()
	seeds, zone := `Column "seeds" contains 3 different whole numbers; `+LabelsEnd,
		`Column "zone" contains 3 different whole numbers; `+LabelsEnd
	table.Notes = []string{seeds, zone, "1 column holds no value."}
	for _, c := range []struct {
		kinds column.List
		want  []string
	}{{"", table.Notes}, {"woody=yes/no", table.Notes}, {"seeds=count", table.Notes[1:]},
		{"zone=ordered", []string{seeds, table.Notes[2]}}, {"seeds=count\nzone=ordered", table.Notes[2:]}} {
		for _, turned := range []bool{false, true} {
			of, p := table, Preprocessing{Kinds: c.kinds, Transpose: turned}
			if turned {
				of = table.Turned()
			}
			kinded, err := of.Kinded(p)
			if err != nil || !slices.Equal(kinded.Notes, c.want) {
				t.Errorf("%q, turned %v: %q, %v", c.kinds, turned, kinded.Notes, err)
			}
			d, err := of.Prepare(p)
			if err != nil || !slices.Equal(d.NotesOf(of), c.want) {
				t.Errorf("%q, turned %v: of the data %q, %v", c.kinds, turned, d.NotesOf(of), err)
			}
		}
	}
	for note, want := range map[string]string{seeds: "seeds", `Column "a \"b\"" contains one; ` + LabelsEnd: `a "b"`,
		"Column seeds; " + LabelsEnd: "", "1 column holds no value.": ""} {
		if name, ok := LabelColumn(note); name != want || ok != (want != "") {
			t.Errorf("%q names %q, %v", note, name, ok)
		}
	}
}
