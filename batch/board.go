package batch

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

// resultFlags say which results are read and where their tables are.
type resultFlags struct {
	Results []string `arg:"" help:"Studies (NAME.espalier), or results of fits with --out: files, or folders that contain result.json at any depth."`
	Labels  string   `placeholder:"COLUMN" help:"Annotation to compare trees and clusters with; by default that of the first fit of a table that has one."`
	movedFlags
}

type boardCommand struct {
	resultFlags
	Table   string   `placeholder:"NAME" help:"Only the results of the table of this name; by default each table has a board."`
	Out     string   `placeholder:"DIR" help:"Folder for board.json, the numbers as CSV, and the picture."`
	Figures []string `placeholder:"FORMAT" help:"Draw the board as ${figures} into --out."`
	JSON    bool     `name:"json" help:"Print the board as JSON."`
	Quiet   bool     `short:"q" help:"Print no notes."`
}

// Help implements kong.HelpProvider.
func (*boardCommand) Help() string {
	return "Compares how well results predict the same hidden rows or cells, in nats and in the units of the file. " +
		"Results that differ only in what was hidden share a line. Fits with equal --holdout and --seed hide the " +
		"same rows or cells. Nothing is fitted again. Results of several tables give a board for each.\n\n" +
		example("espalier fit sample:iris --model pydt --holdout 0.1 --out study/pydt",
			"espalier fit sample:iris --model dpmm --holdout 0.1 --out study/dpmm",
			"espalier board study")
}

// boardJSON is the layout of the JSON.
type boardJSON struct {
	Espalier string     `json:"espalier"`
	Data     string     `json:"data"`
	Unit     string     `json:"unit,omitempty"` // of which a log density is: "cell" or "row"
	Hidden   int        `json:"hidden"`
	Rows     int        `json:"rows"` // hidden rows, or rows with hidden cells
	Splits   int        `json:"splits"`
	Labels   string     `json:"labels,omitempty"`
	Says     string     `json:"says"`
	Results  []lineJSON `json:"results"`
	Notes    []string   `json:"notes,omitempty"`
}

type lineJSON struct {
	Name          string     `json:"name"`
	Model         string     `json:"model"`
	Paths         []string   `json:"paths"`
	Compared      bool       `json:"compared"`
	Why           string     `json:"why,omitempty"` // not
	Hidden        int        `json:"hidden"`
	Density       *number    `json:"log_density_mean,omitempty"`
	DensityError  *number    `json:"log_density_standard_error,omitempty"`
	Behind        *number    `json:"behind,omitempty"`
	BehindError   *number    `json:"behind_standard_error,omitempty"`
	BehindLow     *number    `json:"behind_low,omitempty"`
	BehindHigh    *number    `json:"behind_high,omitempty"`
	ByKind        []kindMean `json:"by_kind,omitempty"` // of hidden cells, where these are of several kinds
	Squared       *number    `json:"squared_error_mean,omitempty"`
	Area          *number    `json:"roc_area,omitempty"` // of hidden cells of yes/no
	AreaError     *number    `json:"roc_area_standard_error,omitempty"`
	Verdict       string     `json:"verdict,omitempty"`
	VerdictText   string     `json:"verdict_text,omitempty"`
	RHat          *number    `json:"rhat,omitempty"`
	ESS           *number    `json:"ess,omitempty"`
	Seconds       number     `json:"seconds"`
	Count         *number    `json:"count,omitempty"`
	Counted       string     `json:"counted,omitempty"`
	Objective     *number    `json:"objective,omitempty"`
	ObjectiveName string     `json:"objective_title,omitempty"`
	Scores        facts.List `json:"scores,omitempty"`
}

// kindMean is the mean score of the hidden cells of one kind, in nats.
type kindMean struct {
	Kind  string `json:"kind"` // numbers, yes/no, levels or counts
	Cells int    `json:"cells"`
	Mean  number `json:"log_score_mean"`
}

// known returns a number for JSON, absent if it is not finite.
func known(x float64) *number {
	n := number(x)
	if x-x != 0 {
		return nil
	}
	return &n
}

// boardLayout lays out a board for JSON; paths are those of the results.
func boardLayout(b *board.Board, paths, notes []string) boardJSON {
	out := boardJSON{Espalier: Version, Data: b.Table, Unit: b.Unit, Hidden: b.N, Rows: b.Rows, Splits: b.Splits,
		Labels: b.Labels, Says: depict.BoardWords(b), Results: []lineJSON{}, Notes: notes}
	for _, l := range b.Lines {
		j := lineJSON{Name: l.Name, Model: l.Model, Compared: l.Compared, Why: l.Why, Hidden: l.N,
			Density: known(l.Density.Mean), DensityError: known(l.Density.Error),
			Behind: known(l.Behind.Mean), BehindError: known(l.Behind.Error), BehindLow: known(l.Behind.Low),
			BehindHigh: known(l.Behind.High),
			Squared:    known(l.Squared), Area: known(l.Area.Mean), AreaError: known(l.Area.Error),
			RHat: known(l.RHat), ESS: known(l.ESS), Seconds: number(l.Seconds), Count: known(l.Count),
			Counted: l.Counted, Objective: known(l.Objective)}
		if j.Objective != nil {
			j.ObjectiveName = l.ObjectiveTitle
		}
		for _, s := range l.Shares {
			j.ByKind = append(j.ByKind, kindMean{s.Sort, s.N, number(s.Density)})
		}
		if l.Samples {
			j.Verdict, j.VerdictText = l.Verdict.Level.String(), l.Verdict.Text
		}
		for _, e := range l.Entries {
			j.Paths = append(j.Paths, paths[e])
		}
		if l.Agreement != nil {
			j.Scores = facts.Agreement(b.Labels, l.Agreement)
		}
		out.Results = append(out.Results, j)
	}
	return out
}

// Run shows the board of results.
func (c *boardCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	list, notes, err := c.open()
	if err != nil {
		return err
	}
	for _, n := range notes {
		s.note(n)
	}
	if c.Table != "" {
		if list, err = list.ofTable(c.Table); err != nil {
			return err
		}
	}
	if _, err := list.labels(c.Labels); err != nil {
		return err
	}
	var boards []*board.Board
	var layouts []boardJSON
	for _, part := range list.tables() {
		labels, err := part.labels(c.Labels)
		if err != nil { // of another table
			labels = ""
		}
		b, err := part.board(labels)
		if err != nil {
			return err
		}
		boards, layouts = append(boards, b), append(layouts, boardLayout(b, part.paths(), notes))
	}
	text, err := facts.Encode(layouts)
	if len(layouts) == 1 {
		text, err = facts.Encode(layouts[0])
	}
	if err != nil {
		return err
	}
	if err := c.publish(boards, text); err != nil {
		return err
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	for i, b := range boards {
		if len(boards) > 1 {
			if i > 0 {
				fmt.Fprintln(s.stdout)
			}
			printf(s.stdout, "%s\n\n", b.Table)
		}
		printBoard(s, b)
	}
	return nil
}

// publish writes the boards into the folder. Those after the first have numbers in the names of their files.
func (c *boardCommand) publish(boards []*board.Board, text []byte) error {
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	for i, b := range boards {
		plates := []depict.Plate{depict.BoardPlate(b, Software())}
		if p, ok := depict.CalibrationPlate(b, Software()); ok {
			plates = append(plates, p)
		}
		if i == 0 {
			if err := out.publish("board", text, depict.BoardTable(b), c.Figures, plates...); err != nil {
				return err
			}
			continue
		}
		for k := range plates {
			plates[k].Name = fmt.Sprintf("%s-%d", plates[k].Name, i+1)
		}
		if err := out.publishNumbers(fmt.Sprintf("board-%d", i+1), depict.BoardTable(b), c.Figures,
			plates...); err != nil {
			return err
		}
	}
	return nil
}

// printBoard writes the board as a table, with its words.
func printBoard(s *console, b *board.Board) {
	table := depict.BoardTable(b)
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	var heads []string
	for _, h := range table.Columns {
		heads = append(heads, h.Head)
	}
	printCells(w, heads)
	for _, r := range table.Rows {
		var texts []string
		for _, x := range r.Cells {
			texts = append(texts, x.Text)
		}
		printCells(w, texts)
	}
	w.Flush()
	printf(s.stdout, "\n%s\n", depict.BoardWords(b))
	for _, sentence := range depict.LeftOut(b) {
		printf(s.stdout, "%s\n", sentence)
	}
}

// An opened is a result read from a file, with its table.
type opened struct {
	path string // of its folder
	from resultFile
	*fitted
}

// name is that of the user, or a short one.
func (o opened) name() string {
	if o.from.result > 0 {
		return cmp.Or(o.from.label.Name, fmt.Sprintf("%s, result %d", o.found.Spec.Model, o.from.result))
	}
	return filepath.Base(o.path)
}

type openedList []opened

// entries returns the results that a board compares.
func (list openedList) entries() (entries []board.Entry) {
	for _, o := range list {
		entries = append(entries, board.Entry{Name: o.from.label.Name, Result: o.found, Data: o.material.Data})
	}
	return entries
}

// tables returns the results of each table.
func (list openedList) tables() (parts []openedList) {
	for _, places := range board.Tables(list.entries()) {
		var part openedList
		for _, i := range places {
			part = append(part, list[i])
		}
		parts = append(parts, part)
	}
	return parts
}

// ofTable returns the results of the tables of a name.
func (list openedList) ofTable(name string) (part openedList, err error) {
	var names []string
	for _, o := range list {
		if of := o.found.Data.Name; of == name {
			part = append(part, o)
		} else if !slices.Contains(names, of) {
			names = append(names, of)
		}
	}
	if part == nil {
		return nil, usage("--table %s: there is no result of such a table; the tables are %s", name, someNames(names))
	}
	return part, nil
}

// open reads results. An incomplete result becomes a note.
func (c *resultFlags) open() (list openedList, notes []string, err error) {
	files, err := resultFiles(c.Results)
	if err != nil {
		return nil, nil, err
	}
	for _, from := range files {
		r := &results{path: from.path, id: from.result, data: c.Data, test: c.Test, labels: c.Labels}
		f, err := r.open()
		if noDraws := (missingFit{}); errors.As(err, &noDraws) {
			notes = append(notes, err.Error())
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		list = append(list, opened{from.where(), from, f})
	}
	if len(list) == 0 {
		return nil, nil, errors.Join(errors.New("there is no complete result; give the folders of fit --out"),
			errors.New(strings.Join(notes, "\n")))
	}
	return list, notes, nil
}

// A resultFile is a result.json, or a result of a study.
type resultFile struct {
	path   string
	result int         // its number in a study; 0 for a result.json
	label  study.Label // of the user, in a study
}

// where returns the folder of a result.json, or the study and the number of the result.
func (f resultFile) where() string {
	if f.result > 0 {
		return fmt.Sprintf("%s, result %d", f.path, f.result)
	}
	return filepath.Dir(f.path)
}

// text returns the text of result.json or, for a result of a study, the text that it would have.
func (f resultFile) text() ([]byte, error) {
	if f.result == 0 {
		return disk.Read(f.path, mostText)
	}
	found, err := (&results{path: f.path, id: f.result}).open()
	if err != nil {
		return nil, err
	}
	return facts.Encode(found.result())
}

// resultFiles lists the results of studies, and the result.json that paths name or contain at any
// depth, each once.
func resultFiles(paths []string) (files []resultFile, err error) {
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		switch {
		case info.IsDir():
			err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() && d.Name() == "result.json" {
					files = append(files, resultFile{path: path})
				}
				return err
			})
		case file.Is(p):
			var held study.Contents
			held, _, err = file.Read(p)
			for _, id := range held.State.Results {
				if r := held.Results[id]; r.Fit.Snapshot != nil {
					files = append(files, resultFile{p, int(id), held.State.Label(id)})
				}
			}
		default:
			files = append(files, resultFile{path: p})
		}
		if err != nil {
			return nil, err
		}
	}
	var once []resultFile
	for _, f := range files {
		if f.path = filepath.Clean(f.path); !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	return once, nil
}

func (list openedList) paths() (paths []string) {
	for _, o := range list {
		paths = append(paths, o.path)
	}
	return paths
}

// labelled returns the annotation that a result is compared with: the one asked for, where its
// table has it, that of its fit or, for a result of a study, which does not record it, the first
// given to the fit or of the table; "" for none.
func (o opened) labelled(asked string) string {
	for _, name := range []string{asked, o.command.Labels} {
		if name != "" && depict.HasAnnotation(o.material.Data, name) {
			return name
		}
	}
	if o.from.result == 0 {
		return ""
	}
	classes := depict.ClassAnnotations(o.material.Data)
	for _, a := range classes {
		if slices.Contains(o.found.Spec.Annotations, a.Name) {
			return a.Name
		}
	}
	if len(classes) > 0 {
		return classes[0].Name
	}
	return ""
}

// labels returns the annotation asked for or, by default, that of the first fit that has one.
func (list openedList) labels(asked string) (string, error) {
	if asked == "" {
		for _, o := range list {
			if name := o.labelled(""); name != "" {
				return name, nil
			}
		}
		return "", nil
	}
	if !slices.ContainsFunc(list, func(o opened) bool { return depict.HasAnnotation(o.material.Data, asked) }) {
		return "", usage("--labels %s: the table has no such annotation", asked)
	}
	return asked, nil
}

// board compares the results.
func (list openedList) board(labels string) (*board.Board, error) {
	labels, err := list.labels(labels)
	if err != nil {
		return nil, err
	}
	return board.New(list.entries(), labels)
}
