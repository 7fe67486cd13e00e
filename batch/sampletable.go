package batch

import (
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"
	"example.org/espalier/sampledata/simulated"
)

// tableTruth is the layout of truth.json beside a table that was drawn as a paper describes it.
type tableTruth struct {
	Espalier    string  `json:"espalier"`
	Table       string  `json:"table"`
	Description string  `json:"description"`
	Source      string  `json:"source"`
	Seed        *uint64 `json:"seed"` // null: the table that comes with the program
	N           int     `json:"n"`
	D           int     `json:"d"`
	Files       object  `json:"files"`
}

// table draws one of the simulated tables and writes it with its truth.
func (c *sampleCommand) table(s *console) error {
	if c.N != nil || c.D != nil || len(c.Set) > 0 || len(c.Fix) > 0 {
		return usage("sample %s: this table has a size of its own and no parameters; leave out --n, --d, --set and --fix", c.Process)
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
	t := tableTruth{Espalier: Version, Table: c.Process, Seed: c.Seed, N: len(drawn.Rows), D: len(drawn.Columns), Files: object{{"data", "data.csv"}}}
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
		t.Files = append(t.Files, member{name, f.Name})
		if err := out.write(f.Name, []byte(f.Text())); err != nil {
			return err
		}
	}
	text, err := encode(t)
	if err != nil {
		return err
	}
	if err := out.write("truth.json", text); err != nil {
		return err
	}
	s.say("written to %s: %d rows and %d columns of %s, %s", c.Out, t.N, t.D, c.Process, from)
	return nil
}
