package file

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/job/jobtest"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

var update = flag.Bool("update", false, "write testdata anew")

// beans is a table of n rows with a missing cell and an annotation.
func beans(n int) *inference.Table {
	t := &inference.Table{Name: "beans", Source: "beans.csv", SHA256: strings.Repeat("ab", 32),
		Columns: []string{"length", "width", "größe"}, X: mat.NewDense(n, 3, nil),
		Kind: inference.Continuous, Notes: []string{"a close guess"}}
	var kinds []string
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprintf("row %d", i))
		kinds = append(kinds, []string{"round", "long", ""}[i%3])
		for j := range 3 {
			t.X.(*mat.Dense).Set(i, j, float64((i*7+j*3)%11)+0.1*float64(i*(i%2)))
		}
	}
	t.X.(*mat.Dense).Set(1, 1, math.NaN())
	t.Annotations = []inference.Annotation{inference.NewAnnotation("shape", kinds)}
	t.ColumnAnnotations = []inference.Annotation{inference.NewAnnotation("measured in", []string{"mm", "mm", ""})}
	return t
}

// fit fits a model to a table and returns its result, with the state that it continues from.
func fit(t testing.TB, table, test *inference.Table, spec job.Spec) *job.Result {
	t.Helper()
	spec.Version, spec.Table = job.SpecVersion, job.SourceOf(table)
	m, err := job.Build(spec, table, test)
	if err != nil {
		t.Fatal(err)
	}
	return jobtest.Fit(t, job.Local{Version: "0.1-test"}, m, job.Options{Threads: 1, Keep: true})
}

func iterations(n int) job.Goal { return job.Goal{Iterations: &n} }

// sample is a study with something in every place.
func sample(t testing.TB) study.Contents {
	t.Helper()
	table := beans(12)
	part := table.SelectRows([]int{0, 1, 2, 5, 6, 7})
	part.Name = "part of beans"
	part.Joined = []inference.JoinedFile{{Path: "beans.csv", SHA256: "ab"}, {Name: "soil", Path: "größe.csv"}}
	for j, l := range []column.Interval{{Low: math.Inf(-1), High: .05}, {Low: 3, High: math.Inf(1)}} {
		part.X.(*mat.Dense).Set(1, j, math.NaN())
		if err := part.State(inference.Cell{Row: 1, Column: j}, l.Low, l.High); err != nil {
			t.Fatal(err)
		}
	}
	unseen := beans(20).SelectRows([]int{13, 14, 17})
	unseen.X.(*mat.Dense).Set(0, 0, 3)
	test := job.SourceOf(unseen)
	c := study.Contents{
		Tables: map[study.TableID]*inference.Table{1: table, 3: part},
		Results: map[study.ResultID]study.Result{
			2: {ID: 2, Table: 1, Fit: fit(t, table, nil, job.Spec{Model: "pydt", Seed: 3, Chains: 2,
				Settings: map[string]job.Value{"method": {Text: "mcmc"}}, Goal: iterations(6), Held: &job.Held{Share: 0.2}}),
				Made: study.Annotations{Rows: []inference.Annotation{inference.NewAnnotation("groups",
					strings.Split("aabbccaabbcc", ""))}, Columns: []inference.Annotation{inference.NewAnnotation("axis",
					[]string{"x", "y", "x"})}}},
			4: {ID: 4, Table: 3, First: true, Fit: fit(t, part, nil, job.Spec{Model: "agglomerative"})},
			5: {ID: 5, Table: 1, Fit: fit(t, table, unseen,
				job.Spec{Model: "gaussian", Held: &job.Held{Test: &test}}), Test: unseen},
		},
		Layout: json.RawMessage(`{"split":true}`),
	}
	h := study.Sheet{Table: 1, Preprocessing: inference.Preprocessing{Centre: true}, Note: "from the field",
		Rows: study.Side{Groups: []study.Group{{Name: "a", Rows: []int{0, 3}}},
			Edits: study.Edits{Collapsed: []study.Set{{4, 5}}}}}
	h = h.WithPane("tree", map[string]any{"shape": "disc"}).WithAnnotation(inference.NewAnnotation("groups",
		strings.Split("aabbccaabbcc", ""))).
		WithColumnAnnotation(inference.NewAnnotation("axis", []string{"x", "y", "x"}))
	c.State = study.State{Note: "a study", Setup: study.Setup{Model: "pydt", Seed: 1}}.Opened(study.Sheet{Table: 3,
		Origin: &study.Origin{Table: 1, Rows: job.Places{0, 1, 2, 5, 6, 7}, How: "group a"}}).Opened(h)
	c.State = c.State.WithResult(2).WithResult(5).WithResult(4).WithLabel(2, study.Label{Name: "best", Note: "σ² learnt"})
	c.State.Shown = 2
	c.State.Selection = study.Selection{Rows: []int{1, 4}}.WithFactors(2, 7)
	return c
}

// write returns the archive of a study.
func write(t testing.TB, c study.Contents) []byte {
	t.Helper()
	parts, err := Of(c)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, parts, "0.1-test"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(data []byte) (study.Contents, []study.Loss, error) {
	r, lost, err := from(bytes.NewReader(data), int64(len(data)), nil, nil)
	if err != nil {
		return study.Contents{}, lost, err
	}
	return r.Contents, append(lost, r.End()...), nil
}

func TestAStudyComesBack(t *testing.T) {
	c := sample(t)
	data := write(t, c)
	back, lost, err := open(data)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	same(t, c, back)
	if len(back.Tables[3].Stated) != 2 {
		t.Errorf("the limits that the file states: %v", back.Tables[3].Stated)
	}
	if again := write(t, back); !bytes.Equal(data, again) {
		t.Error("written again it has other bytes")
	}
	for id, r := range back.Results {
		if _, err := r.Material(back.Tables[r.Table], nil); err != nil {
			t.Errorf("result %d: %v", id, err)
		}
	}
}

// A fit read from a file continues to the same bits as one that was never interrupted.
func TestAFitGoesOnToTheSameBits(t *testing.T) {
	c := sample(t)
	back, _, err := open(write(t, c))
	if err != nil {
		t.Fatal(err)
	}
	r := back.Results[2]
	spec := c.Results[2].Fit.Spec
	spec.Goal = iterations(11)
	whole := fit(t, c.Tables[1], nil, spec)
	r.Fit.Spec.Goal = iterations(11)
	m, err := r.Material(back.Tables[1], nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := job.Local{}.Start(context.Background(), m, job.Options{Threads: 1, State: r.Fit.State})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	a, b := withoutTime(t, whole.Snapshot), withoutTime(t, h.Latest())
	if !bytes.Equal(a, b) || whole.Iterations != 11 {
		t.Error("the fit went on to other bits")
	}
}

// withoutTime returns the bytes of a snapshot without the seconds of its traces.
func withoutTime(t testing.TB, s *inference.Snapshot) []byte {
	t.Helper()
	c := *s
	c.Chains = nil
	for _, tr := range append([]inference.Trace{s.Trace}, s.Chains...) {
		tr.Seconds = make([]float64, len(tr.Iteration))
		c.Chains = append(c.Chains, tr)
	}
	c.Trace, c.Chains = c.Chains[0], c.Chains[1:]
	data, err := pieces.Whole(kind.SnapshotPieces(&c))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Files of every version of the layout can be opened.
func TestFilesOfEveryVersion(t *testing.T) {
	path := filepath.Join("testdata", fmt.Sprintf("version%d.espalier", Version))
	if *update {
		c := sample(t)
		c.Results[6] = study.Result{ID: 6, Table: 1, Fit: shared(t, c.Tables[1])}
		if err := os.WriteFile(path, write(t, c), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("testdata/version*.espalier")
	if err != nil || len(files) != Version {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range files {
		c, lost, err := Read(path)
		if err != nil || len(lost) > 0 {
			t.Fatal(path, lost, err)
		}
		r := c.Results[2]
		if c.State.Note != "a study" || c.State.Label(2).Name != "best" || len(c.Tables) != 2 || len(c.Results) < 3 ||
			c.Tables[1].Columns[2] != "größe" ||
			r.Fit.Spec.Model != "pydt" || r.Fit.Iterations != 6 || len(r.Fit.Snapshot.Chains) != 2 || r.Fit.Rows == nil ||
			r.Fit.Diagnostics == nil || r.Fit.State == nil || r.Fit.Ended != run.Finished {
			t.Errorf("%s: %+v", path, c.State)
		}
		h, _ := c.State.Sheet()
		if p, ok := study.PaneOf[map[string]string](h.Panes, "tree"); !ok || p["shape"] != "disc" ||
			h.Side().Groups[0].Name != "a" {
			t.Errorf("%s: %+v", path, h)
		}
		if r, ok := c.Results[6]; ok != (path >= "testdata/version3.espalier") ||
			ok && string(r.Fit.State.Start(4)) != "ESP\x02" {
			t.Errorf("%s: its state with draws of the snapshot is not whole", path)
		}
	}
}

// shared fits a model whose draws are in its state in the same form as in its snapshot.
func shared(t testing.TB, table *inference.Table) *job.Result {
	t.Helper()
	return fit(t, table, nil, job.Spec{Model: "fa", Seed: 5, Chains: 2,
		Settings: map[string]job.Value{"factors": {Text: "6"}}, Goal: iterations(60)})
}

// Draws that the state of a fit shares with its snapshot are written once, and the state is restored
// unchanged. If the snapshot is missing, so is the state.
func TestDrawsAreWrittenOnce(t *testing.T) {
	table := beans(30)
	r := study.Result{ID: 7, Table: 1, Fit: shared(t, table)}
	c := study.Contents{Tables: map[study.TableID]*inference.Table{1: table},
		Results: map[study.ResultID]study.Result{7: r}, Layout: json.RawMessage("{}")}
	c.State = c.State.Opened(study.Sheet{Table: 1}).WithResult(7)
	parts, err := Of(c)
	if err != nil {
		t.Fatal(err)
	}
	at := func(rest string) int {
		return slices.IndexFunc(parts, func(p Part) bool { return p.Name == "results/7"+rest })
	}
	if n, all := len(parts[at(stateRest)].Data), r.Fit.State.Len(); 2*n > all {
		t.Errorf("%d of the %d bytes of a state are written", n, all)
	}
	data := listed(t, parts...)
	back, lost, err := open(data)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	same(t, c, back)
	without := slices.Delete(slices.Clone(parts), at(snapshotRest), at(snapshotRest)+1)
	back, lost, err = open(listed(t, without...))
	if err != nil || len(back.Results) > 0 || !strings.Contains(fmt.Sprint(lost),
		"the state to go on from cannot be read: what it has in common") {
		t.Errorf("without the snapshot: %d results, %v, %v", len(back.Results), lost, err)
	}
}

func TestNewerAndForeignFilesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"format":"espalier study","version":99,"espalier":"0.9"}`: "newer version of Espalier (0.9)",
		`{"format":"a game"}`: "not an Espalier study",
	} {
		data := raw(t, Part{manifestName, []byte(text)})
		_, _, err := open(data)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, data := range [][]byte{nil, []byte("PK"), []byte("a,b\n1,2\n"),
		raw(t, Part{"word/document.xml", []byte("<x/>")})} {
		if _, _, err := open(data); !errors.Is(err, errForeign) {
			t.Errorf("%.20q: %v", data, err)
		}
	}
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none.espalier")} {
		if _, _, err := Read(path); err == nil {
			t.Errorf("%s is read", path)
		}
	}
}

// A file truncated anywhere gives what is whole before the cut and reports the rest.
func TestCutShort(t *testing.T) {
	data := write(t, sample(t))
	tables := 0
	for cut := 0; cut < len(data); cut += 1 + len(data)/301 {
		c, lost, err := open(data[:cut])
		if err == nil && len(lost) == 0 {
			t.Fatalf("%d of %d bytes are read as whole", cut, len(data))
		}
		if n := len(c.Tables) + len(c.Results); n < tables {
			t.Fatalf("%d bytes give %d tables and results, fewer gave %d", cut, n, tables)
		} else {
			tables = n
		}
	}
	if tables != 5 {
		t.Errorf("with nearly all of the file %d of 5 tables and results are read", tables)
	}
}

// Any bit may be wrong: either the error is reported, or the bit has no meaning.
func TestFlippedBits(t *testing.T) {
	c := sample(t)
	data := write(t, c)
	r := rand.New(rand.NewPCG(1, 2))
	told := 0
	const flips = 400
	for range flips {
		bad := bytes.Clone(data)
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		got, lost, err := open(bad)
		if err != nil || len(lost) > 0 {
			told++
			continue
		}
		same(t, c, got) // of dates, modes and the like nothing is used
	}
	if told < flips*3/4 { // headers take an eighth of so small a file
		t.Errorf("%d of %d damages are reported", told, flips)
	}
}

// raw returns an archive of parts as they are, without a list.
func raw(t testing.TB, parts ...Part) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		if err := put(z, p, pack(p)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listed returns an archive of parts with their list.
func listed(t testing.TB, parts ...Part) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, parts, ""); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHostileFiles(t *testing.T) {
	parts, err := Of(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	with := func(more ...Part) []Part { return append(slices.Clone(parts), more...) }
	without := func(name string) []Part {
		return slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Name == name })
	}
	bomb := make([]byte, 300<<20)
	for what, c := range map[string]struct {
		data          []byte
		want          string
		tables, fits  int
		nothingToRead bool
	}{
		"names that lead elsewhere": {listed(t, with(Part{"../../etc/passwd", []byte("x")},
			Part{"/tables/9.json", []byte("x")}, Part{"results/-1/spec.json", nil})...), "", 2, 3, false},
		"numbers that are none": {listed(t, with(Part{"results/01/spec.json", []byte("{}")},
			Part{"tables/99999999999999999999.json", []byte("{}")})...), "", 2, 3, false},
		"a part twice": {listed(t, with(parts[1])...), "twice", 2, 3, false},
		"a bomb": {listed(t, with(Part{"results/7/state", bomb})...),
			"more than such a file can hold", 2, 3, false},
		"no state":                  {listed(t, without(studyName)...), "the state of the study", 2, 3, false},
		"a part that is not listed": {raw(t, with()...), "the list of parts", 2, 3, false},
		"no table":                  {listed(t, without("tables/1.f64")...), "table 1", 1, 1, false},
		"nested lists":              {listed(t, Part{studyName, bytes.Repeat([]byte("["), 1<<20)}), "", 0, 0, true},
		"a table of 10⁹ rows": {listed(t, Part{studyName, []byte("{}")},
			Part{"tables/1.json", []byte(`{"rows":["a"],"columns":["b"],"kind":"continuous"}`)},
			Part{"tables/1.f64", make([]byte, 9)}), "", 0, 0, true},
	} {
		got, lost, err := open(c.data)
		if c.nothingToRead {
			if err == nil {
				t.Errorf("%s: no error", what)
			}
			continue
		}
		if err != nil || len(got.Tables) != c.tables || len(got.Results) != c.fits {
			t.Errorf("%s: %d tables, %d results, %v, %v", what, len(got.Tables), len(got.Results), lost, err)
		}
		if all := fmt.Sprint(lost); !strings.Contains(all, c.want) {
			t.Errorf("%s: told is %s", what, all)
		}
	}
	// A directory that claims 10⁹ entries, or a part of 4 GB.
	data := write(t, sample(t))
	claim := bytes.Clone(data)
	binary.LittleEndian.PutUint16(claim[len(claim)-14:], 0xfffe)
	binary.LittleEndian.PutUint16(claim[len(claim)-12:], 0xfffe)
	if c, lost, err := open(claim); err == nil && (len(c.Results) != 3 || len(lost) == 0) {
		t.Errorf("a false number of entries: %d results, %v", len(c.Results), lost)
	}
}

func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.espalier")
	c := sample(t)
	first := Hold(path)
	if err := first.Save(c, ""); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(filepath.Dir(path), ".a.espalier.77.new")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	second := Hold(path)
	if second.ReadOnly == nil || second.Save(c, "") == nil {
		t.Error("two may write")
	}
	if got, lost, err := second.Read(); err != nil || len(lost) > 0 || len(got.Results) != 3 {
		t.Errorf("the second cannot read: %v, %v", lost, err)
	}
	if err := errors.Join(second.Release(), first.Release()); err != nil {
		t.Error(err)
	}
	third := Hold(path)
	if third.ReadOnly != nil {
		t.Error(third.ReadOnly)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a killed process left is still there")
	}
	full := errors.New("no space left on device")
	third.Disk = &disk.Disk{Before: func(op disk.Op, _ string, n int) error {
		if op == disk.Write {
			return full
		}
		return nil
	}}
	if err := third.Save(study.Contents{}, ""); !errors.Is(err, full) {
		t.Errorf("a full disk gives %v", err)
	}
	if got, _, err := third.Read(); err != nil || len(got.Results) != 3 {
		t.Errorf("a full disk spoilt the file: %v", err)
	}
	if err := third.Release(); err != nil {
		t.Error(err)
	}
	if all, _ := os.ReadDir(filepath.Dir(path)); len(all) != 1 {
		t.Errorf("left are %v", all)
	}
}

// What a file says about places that a table does not have is removed, so that nothing that draws
// it can fail.
func TestPlacesThatAreNotThere(t *testing.T) {
	c := sample(t)
	h, _ := c.State.Sheet()
	h.Rows.Groups = []study.Group{{Name: "a", Rows: []int{0, 3, 99}}, {Name: "b", Rows: []int{3, -1}}}
	h.Rows.Edits.Collapsed = []study.Set{{1 << 40, 2}, {-5}}
	h.Annotations[0] = inference.NewAnnotation("groups", []string{"too", "short"})
	h.ColumnAnnotations[0] = inference.NewAnnotation("axis", []string{"x", "y", "x", "far too long"})
	c.State = c.State.WithSheet(h)
	c.State.Results = append(c.State.Results, 77, 2)
	c.State.Shown = 77
	c.State.Selection.Rows = []int{5, -3, 12, 11}
	got, lost, err := open(write(t, c))
	if err != nil || len(lost) != 3 {
		t.Fatal(lost, err)
	}
	g, _ := got.State.Sheet()
	if diff := cmp.Diff([]study.Group{{Name: "a", Rows: []int{0, 3}}, {Name: "b"}}, g.Rows.Groups); diff != "" ||
		len(g.Annotations)+len(g.ColumnAnnotations) != 0 || len(g.Rows.Edits.Collapsed) != 1 {
		t.Errorf("%+v %s", g, diff)
	}
	if s := got.State; s.Shown != 0 || !slices.Equal(s.Results, []study.ResultID{2, 5, 4}) ||
		!slices.Equal(s.Selection.Rows, []int{5, 11}) {
		t.Errorf("%+v", s)
	}
}

func FuzzFrom(f *testing.F) {
	data := write(f, sample(f))
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(raw(f, Part{studyName, []byte(`{"state":{"sheets":[{"table":1}],"open":1}}`)}))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, _, err := open(data)
		if err != nil {
			return
		}
		d := &study.Document{}
		d.Load(c)
		for _, r := range c.Results {
			if m, err := r.Material(c.Tables[r.Table], nil); err == nil && m.Data == nil {
				t.Error("material without data")
			}
		}
	})
}

// FuzzPart replaces one part of a study, past all checksums.
func FuzzPart(f *testing.F) {
	parts, err := Of(sample(f))
	if err != nil {
		f.Fatal(err)
	}
	for i, p := range parts {
		f.Add(i, p.Data)
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		if i < 0 || i >= len(parts) {
			return
		}
		all := map[string][]byte{}
		for _, p := range parts {
			all[p.Name] = p.Data
		}
		all[parts[i].Name] = data
		c, _ := Contents(all)
		new(study.Document).Load(c)
		for _, r := range c.Results {
			if m, err := r.Material(c.Tables[r.Table], nil); err == nil && m.Data == nil {
				t.Error("material without data")
			}
		}
	})
}
