package opening

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/job/jobtest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"

	"gonum.org/v1/gonum/mat"
)

// peas is a table of twelve rows.
func peas(name string) *inference.Table {
	t := &inference.Table{Name: name, Columns: []string{"length", "width"}, X: mat.NewDense(12, 2, nil),
		Kind: inference.Continuous}
	for i := range 12 {
		t.Rows = append(t.Rows, fmt.Sprint("row ", i))
		t.X.(*mat.Dense).SetRow(i, []float64{float64(i % 5), float64(i * i % 7)})
	}
	return t
}

func fit(t *testing.T, table *inference.Table, seed uint64, p inference.Preprocessing) *job.Result {
	t.Helper()
	m, err := job.Build(job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Model: "kmeans", Seed: seed,
		Preprocessing: &p}, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	return jobtest.Fit(t, job.Local{}, m, job.Options{Threads: 1, Keep: true})
}

// centred is how the sheet of the open table is prepared.
var centred = inference.Preprocessing{Centre: true}

// saved writes a study of two tables with three and one results, of which the second is shown.
func savedStudy(t *testing.T) (path string, c study.Contents) {
	t.Helper()
	c = study.Contents{Tables: map[study.TableID]*inference.Table{1: peas("peas"), 2: peas("beans")},
		Results: map[study.ResultID]study.Result{}}
	c.State = c.State.Opened(study.Sheet{Table: 2}).Opened(study.Sheet{Table: 1, Preprocessing: centred})
	for id, of := range map[study.ResultID]study.TableID{1: 1, 2: 1, 3: 1, 4: 2} {
		p := centred
		if id >= 3 {
			p = inference.Preprocessing{}
		}
		c.Results[id] = study.Result{ID: id, Table: of, Fit: fit(t, c.Tables[of], uint64(id), p)}
		c.State = c.State.WithResult(id)
	}
	c.State.Shown = 2
	path = filepath.Join(t.TempDir(), "a.espalier")
	f := file.Hold(path)
	if err := f.Save(c, ""); err != nil {
		t.Fatal(err)
	}
	if err := f.Release(); err != nil {
		t.Fatal(err)
	}
	return path, c
}

func begin(t *testing.T, path string) *Study {
	t.Helper()
	s, err := Begin(path, nil, func(now study.State) []study.ResultID { return []study.ResultID{now.Shown} })
	if err != nil || len(s.Lost) > 0 || s.Rest == nil {
		t.Fatal(s, err)
	}
	return s
}

func TestAStudyIsReadyInTwoSteps(t *testing.T) {
	path, c := savedStudy(t)
	s := begin(t, path)
	if len(s.Materials) != 1 || s.Materials[2] == nil || s.Contents.Results[2].Data != s.Prepared[1] ||
		s.Prepared[2] != nil || s.Prepared[1].Preprocessing != centred {
		t.Errorf("ready at once are %v, %v", s.Materials, s.Prepared)
	}
	for id := range c.Results {
		if s.Rest.Has(id) != (id != 2) || (s.Contents.Results[id].Fit.Snapshot == nil) != (id != 2) {
			t.Errorf("result %d waits: %v", id, s.Rest.Has(id))
		}
	}
	results, tables := map[study.ResultID]study.Result{}, map[study.TableID]*inference.Dataset{}
	for b := range s.Rest.Read() {
		maps.Copy(tables, b.Prepared)
		for _, r := range b.Results {
			if results[r.ID] = r; b.Materials[r.ID] == nil || b.Materials[r.ID].Data != r.Data {
				t.Errorf("result %d has no data", r.ID)
			}
		}
		if len(b.Gone)+len(b.Lost) > 0 {
			t.Error(b.Gone, b.Lost)
		}
	}
	if len(results) != 3 || results[1].Data != s.Prepared[1] || results[3].Data == s.Prepared[1] ||
		results[4].Data != tables[2] || tables[1] != nil {
		t.Errorf("read are %v of tables %v", results, tables)
	}
	for id, r := range results {
		x, err := c.Results[id].Fit.Encode()
		y, err2 := r.Fit.Encode()
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("result %d is another one: %v, %v", id, err, err2)
		}
	}
}

// What is saved while results wait contains all of them, except those that a newer fit replaced or that were
// removed.
func TestContentsAreCompleted(t *testing.T) {
	path, c := savedStudy(t)
	s := begin(t, path)
	now := study.Contents{State: s.Contents.State, Tables: s.Contents.Tables, Results: maps.Clone(s.Contents.Results)}
	newer := now.Results[3]
	newer.Fit = c.Results[1].Fit
	now.Results[3] = newer
	delete(now.Results, 4)
	s.Rest.Read() // the channel holds all that comes
	now, left := s.Rest.Complete(now)
	if len(left) > 0 || len(now.Results) != 3 || now.Results[1].Fit.Snapshot == nil ||
		now.Results[2].Fit != s.Contents.Results[2].Fit || now.Results[3].Fit != newer.Fit {
		t.Errorf("%+v", now.Results)
	}
	var none *Rest
	if got, left := none.Complete(c); len(got.Results) != 4 || len(left) > 0 || none.Has(1) {
		t.Error("what does not wait is not whole")
	}
}

// A result that turns out to be damaged is dropped, and the others arrive.
func TestDamagedResultsAreGone(t *testing.T) {
	path, c := savedStudy(t)
	parts, err := file.Result(c.Results[3])
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if strings.HasSuffix(p.Name, "/snapshot") || strings.HasSuffix(p.Name, "/state") {
			at := bytes.Index(data, []byte(p.Name))
			data[at+len(p.Name)+20] ^= 1
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := begin(t, path)
	var gone, whole []study.ResultID
	var lost []study.Loss
	for b := range s.Rest.Read() {
		gone, lost = append(gone, b.Gone...), append(lost, b.Lost...)
		for _, r := range b.Results {
			whole = append(whole, r.ID)
		}
	}
	if !slices.Equal(gone, []study.ResultID{3}) || !slices.Equal(whole, []study.ResultID{1, 4}) || len(lost) != 3 {
		t.Errorf("gone are %v, whole %v, told is %v", gone, whole, lost)
	}
	if now, left := s.Rest.Complete(study.Contents{Results: s.Contents.Results}); len(now.Results) != 3 ||
		!slices.Equal(left, []study.ResultID{3}) || s.Rest.From != path {
		t.Errorf("%d results are complete, %v are left out", len(now.Results), left)
	}
}

// A study without a second step is ready at once.
func TestNothingWaits(t *testing.T) {
	path, _ := savedStudy(t)
	s, err := Begin(path, nil, nil)
	if err != nil || s.Rest != nil || len(s.Materials) != 4 || len(s.Prepared) != 2 || len(s.Lost) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Begin(path+"x", nil, nil); err == nil {
		t.Error("a file that is not there is read")
	}
}

// A panic in reading a result, or in preparing a table, leaves the others intact.
func TestAFaultLeavesTheRestWhole(t *testing.T) {
	path, _ := savedStudy(t)
	s := begin(t, path)
	s.Rest.reading.Contents.Results[3] = study.Result{ID: 3, Table: 1}
	beans := *s.Rest.tables[2]
	beans.X = nil
	s.Rest.tables[2] = &beans
	var gone []study.ResultID
	var lost []study.Loss
	for b := range s.Rest.Read() {
		gone, lost = append(gone, b.Gone...), append(lost, b.Lost...)
		if b.Prepared[2] != nil {
			t.Error("beans are prepared")
		}
	}
	if !slices.Equal(gone, []study.ResultID{3, 4}) || len(lost) != 3 {
		t.Errorf("gone are %v, told is %v", gone, lost)
	}
	for _, l := range lost {
		if !strings.Contains(l.Why, "the program failed here") {
			t.Error(l)
		}
	}
	if s.Rest.read[1] == nil {
		t.Error("the whole result did not come")
	}
}

// A study opens with a state other than that in its file: what it shows is read first, and what does not fit is left
// out.
func TestAStudyOpensWithAnotherState(t *testing.T) {
	path, c := savedStudy(t)
	c.State.Open, c.State.Shown, c.State.Selection = 2, 4, study.Selection{Rows: []int{1, 2, 1000}}
	state, err := file.Study(study.Contents{State: c.State})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Begin(path, state.Data, func(now study.State) []study.ResultID { return []study.ResultID{now.Shown} })
	if err != nil || s.Rest == nil {
		t.Fatal(s, err)
	}
	now := s.Contents.State
	if now.Open != 2 || now.Shown != 4 || !slices.Equal(now.Selection.Rows, []int{1, 2}) || s.Materials[4] == nil ||
		len(s.Materials) != 1 {
		t.Errorf("open %d, shown %d, selected %v, ready %v", now.Open, now.Shown, now.Selection.Rows, s.Materials)
	}
	for range s.Rest.Read() {
	}
}
