package batch

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/plotting/write"
	"example.org/espalier/sampledata"
	"example.org/espalier/sampledata/simulated"
)

type sampleCommand struct {
	Process string   `arg:"" help:"The model: ${samplers}; or a table drawn as a paper describes it: ${simulated}."`
	N       *int     `name:"n" placeholder:"100" help:"Rows to draw from a model; 100 unless given."`
	D       *int     `name:"d" placeholder:"2" help:"Columns to draw from a model; 2 unless given."`
	Kind    []string `sep:"none" placeholder:"COLUMN=KIND" help:"What a column of x1, x2, … is, where it is no number: yes/no, ordered:low,mid,high (levels in order), category:red,green,blue, count, censored, skewed or robust. * in a name stands for any text; may be repeated."`
	settingFlags
	Seed  *uint64 `placeholder:"1" help:"Seed; the same seed gives the same draw. Without it, 1 for a model, and for a table the one that comes with the program."`
	Out   string  `placeholder:"DIR" help:"Folder for data.csv, truth.json and the tree, covariance, matrices, labels or edges behind the data; without it, the data go to standard output."`
	Quiet bool    `short:"q" help:"Print only errors."`
}

// Help implements kong.HelpProvider.
func (*sampleCommand) Help() string {
	return example("espalier sample ddt --n 200 --d 5 --set c=1 --set sigma2=1 --seed 7 --out draw", "espalier sample pydt --n 50 > data.csv", "espalier sample nsfa --n 100 --d 50 --out factors", "espalier sample ddt --d 3 --kind x1=ordered:low,mid,high --kind x2=count > mixed.csv", "espalier sample eighteen_clusters --seed 3 --out clusters")
}

// truth is the layout of truth.json.
type truth struct {
	Espalier   string     `json:"espalier"`
	Model      string     `json:"model"`
	Parameters facts.List `json:"parameters"`
	Seed       uint64     `json:"seed"`
	N          int        `json:"n"`
	D          int        `json:"d"`
	Kinds      []string   `json:"kinds,omitempty"` // of the columns that --kind names
	Tree       string     `json:"tree,omitempty"`
	Features   *int       `json:"features,omitempty"` // how many, of factor models
	Files      facts.List `json:"files"`
}

// Run draws and writes the data.
func (c *sampleCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if slices.Contains(simulated.Names(), c.Process) {
		return c.table(s)
	}
	model, err := find(c.Process)
	if err != nil {
		return err
	}
	info := model.Info()
	sampler, ok := model.(inference.PriorSampler)
	if !ok {
		return usage("sample %s: this model has no prior to draw from; models that have one are %s", info.Name, modelNames(isSampler))
	}
	rows, columns, seed := 100, 2, uint64(1)
	given(&rows, c.N)
	given(&columns, c.D)
	given(&seed, c.Seed)
	if rows < 1 || columns < 1 {
		return usage("--n %d --d %d: draw at least one row and one column", rows, columns)
	}
	settings, err := c.settings(info)
	if err != nil {
		return err
	}
	kinds, err := c.kinds(model, settings, columns)
	if err != nil {
		return err
	}
	if err := run.Fits(inference.Estimate{Bytes: drawBytes(rows, columns)}); err != nil {
		return fmt.Errorf("--n %d --d %d: the draw needs about %s of memory, more than is free; draw fewer rows or "+
			"columns", rows, columns, run.BytesInWords(drawBytes(rows, columns)))
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	var draw inference.Draw
	if rng := (inference.Streams{Seed: seed}).Task(0); kinds == nil {
		draw, err = sampler.Sample(rows, columns, settings, rng)
	} else {
		draw, err = model.(inference.KindSampler).SampleKinds(rows, kinds, settings, rng)
	}
	if err != nil {
		return err
	}
	table, err := drawCSV(draw, kinds)
	if err != nil {
		return err
	}
	if c.Out == "" {
		_, err := s.stdout.Write(table)
		return err
	}
	t := truth{Espalier: Version, Model: info.Name, Parameters: parametersOf(settings), Seed: seed, N: rows, D: columns,
		Kinds: c.Kind, Files: facts.Of("data", "data.csv")}
	if err := out.write("data.csv", table); err != nil {
		return err
	}
	if draw.Tree != nil {
		t.Tree = draw.Tree.Newick()
		t.Files.Add("tree", "tree.nwk")
		if err := out.write("tree.nwk", []byte(t.Tree+"\n")); err != nil {
			return err
		}
	}
	rowNames, columnNames := drawNames(draw)
	columnNames = latentNames(columnNames, kinds)
	var behind []facts.Truth
	behind, t.Features = facts.TruthOf(draw.Parts, rowNames, columnNames)
	for _, x := range behind {
		t.Files.Add(x.Name, x.File)
		var err error
		if x.Tree != "" {
			err = out.write(x.File, []byte(x.Tree+"\n"))
		} else {
			err = out.writeSheet(x.File, x.Sheet)
		}
		if err != nil {
			return err
		}
	}
	if err := out.truth(t); err != nil {
		return err
	}
	s.say("written to %s: %d rows and %d columns drawn from %s, seed %d", c.Out, rows, columns, info.Name, seed)
	return nil
}

// truth writes the unknowns from which the data were drawn.
func (f *folder) truth(layout any) error {
	text, err := facts.Encode(layout)
	if err != nil {
		return err
	}
	return f.write("truth.json", text)
}

// given sets a value to that of a flag, if it is there.
func given[T any](value *T, flag *T) {
	if flag != nil {
		*value = *flag
	}
}

// drawBytes estimates the memory of a draw: the numbers, also as text, and the names, tree and
// locations of the rows. If it overflows, the result is the greatest int64.
func drawBytes(n, d int) int64 {
	const row, cell = 600, 60 // bytes
	if need := float64(n) * (row + cell*float64(d)); need < math.MaxInt64/2 {
		return int64(need)
	}
	return math.MaxInt64
}

// drawNames returns the names of the rows and columns of a draw.
func drawNames(d inference.Draw) (rows, columns []string) {
	n, m := d.X.Dims()
	for i := range n {
		rows = append(rows, "r"+strconv.Itoa(i+1))
	}
	if d.Tree != nil {
		rows = d.Tree.Names
	}
	return rows, drawColumns(m)
}

// drawColumns returns the names of the columns of a draw.
func drawColumns(d int) (names []string) {
	for j := range d {
		names = append(names, "x"+strconv.Itoa(j+1))
	}
	return names
}

// drawCSV writes a draw as a table with row and column names, each number to its last bit. kinds is nil where all
// columns are numbers.
func drawCSV(d inference.Draw, kinds []column.Kind) ([]byte, error) {
	n, columns := d.X.Dims()
	rows, names := drawNames(d)
	sheet := plotting.Sheet{Name: "draw", Header: append([]string{"name"}, names...), Rows: func(yield func([]string) bool) {
		record := make([]string, columns+1)
		for i := range n {
			record[0] = rows[i]
			for j, v := range d.X.RawRowView(i) {
				if kinds == nil {
					record[j+1] = strconv.FormatFloat(v, 'g', -1, 64)
				} else {
					record[j+1] = drawnCell(kinds[j], v)
				}
			}
			if !yield(record) {
				return
			}
		}
	}}
	var b bytes.Buffer
	err := write.CSV(&b, sheet)
	return b.Bytes(), err
}

// tableTruth is the layout of truth.json beside a table that was drawn as a paper describes it.
type tableTruth struct {
	Espalier    string     `json:"espalier"`
	Table       string     `json:"table"`
	Description string     `json:"description"`
	Source      string     `json:"source"`
	Seed        *uint64    `json:"seed"` // null: the table that comes with the program
	N           int        `json:"n"`
	D           int        `json:"d"`
	Files       facts.List `json:"files"`
}

// table draws one of the simulated tables and writes it with its truth.
func (c *sampleCommand) table(s *console) error {
	if c.N != nil || c.D != nil || len(c.Set) > 0 || len(c.Fix) > 0 || len(c.Kind) > 0 {
		return usage("sample %s: this table has a size and columns of its own and no parameters; leave out --n, --d, --kind, --set and --fix", c.Process)
	}
	drawn, _ := simulated.Stored(c.Process)
	from := "as it comes with the program"
	if c.Seed != nil {
		drawn, _ = simulated.Draw(c.Process, inference.Streams{Seed: *c.Seed}.Task(0))
		from = "drawn anew"
		if !simulated.Random(c.Process) {
			s.note(c.Process + " has no random part: it is the same for every seed.")
		}
	}
	if c.Out == "" {
		_, err := s.stdout.Write([]byte(drawn.Numbers()))
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	t := tableTruth{Espalier: Version, Table: c.Process, Seed: c.Seed, N: len(drawn.Rows), D: len(drawn.Columns), Files: facts.Of("data", "data.csv")}
	for _, known := range sampledata.List() {
		if known.Name == c.Process {
			t.Description, t.Source = known.Description, known.Source
		}
	}
	if err := out.write("data.csv", []byte(drawn.Numbers())); err != nil {
		return err
	}
	for _, f := range drawn.Files() {
		name, _, _ := strings.Cut(f.Name, ".")
		t.Files.Add(name, f.Name)
		if err := out.write(f.Name, []byte(f.Text())); err != nil {
			return err
		}
	}
	if err := out.truth(t); err != nil {
		return err
	}
	s.say("written to %s: %d rows and %d columns of %s, %s", c.Out, t.N, t.D, c.Process, from)
	return nil
}
