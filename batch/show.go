package batch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/facts"
)

type showCommand struct {
	Study string `arg:"" help:"A study: NAME.espalier."`
	JSON  bool   `name:"json" help:"Print the list as JSON."`
}

// Help implements kong.HelpProvider.
func (*showCommand) Help() string {
	return "Lists the tables and the results of a study, oldest first, with the numbers that other commands use for " +
		"them.\n\n" + example("espalier show crabs.espalier", "espalier show crabs.espalier --json")
}

// Run lists a study.
func (c *showCommand) Run(s *console) error {
	held, lost, err := s.readStudy(c.Study)
	if err != nil {
		return err
	}
	if c.JSON {
		text, err := facts.Encode(showJSON(held, lost))
		if err != nil {
			return err
		}
		_, err = s.stdout.Write(text)
		return err
	}
	if held.State.Note != "" {
		s.say("%s\n", held.State.Note)
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TABLE\tNAME\tROWS\tCOLUMNS\tSOURCE")
	for _, id := range slices.Sorted(maps.Keys(held.Tables)) {
		t := held.Tables[id]
		n, d := t.Dims()
		printf(w, "%d\t%s\t%d\t%d\t%s\n", id, t.Name, n, d, t.Source)
	}
	err = w.Flush()
	if len(held.Results) == 0 {
		s.say("\nThere are no results.")
		return err
	}
	s.say("")
	fmt.Fprintln(w, "RESULT\tNAME\tTABLE\tFITTED\tMODEL\tSEED\tITERATIONS\tTIME\tENDED\tLOG DENSITY")
	for _, id := range slices.Sorted(maps.Keys(held.Results)) {
		r := held.Results[id]
		f := r.Fit
		density := ""
		if at, mean, deviation, _ := heldOut(f); at != "" {
			density = fmt.Sprintf("%s ± %s per %s", plotting.FormatNumber(mean), plotting.FormatDigits(deviation, 2), at)
		}
		printf(w, "%d\t%s\t%d\t%d × %d\t%s\t%d\t%d\t%s\t%s\t%s\n", id, held.State.Label(id).Name, r.Table,
			f.Data.Rows, f.Data.Columns, f.Spec.Model, f.Spec.Seed, f.Iterations,
			plotting.FormatElapsed(time.Duration(f.Seconds*float64(time.Second))), endedInWords(f), density)
	}
	return errors.Join(err, w.Flush())
}

// endedInWords says how a fit ended. A fit that was working when it was saved counts as
// interrupted.
func endedInWords(f *job.Result) string {
	if !f.Ended.Ended() {
		return "interrupted"
	}
	return f.Ended.String()
}

// heldOut returns the unit held out of a fit, "row", "cell" or "" for none, the mean log density
// there with its standard error, and the number of units.
func heldOut(f *job.Result) (at string, mean, deviation float64, n int) {
	switch {
	case f.Rows != nil:
		mean, deviation = meanAndError(f.Rows.LogDensity)
		return "row", mean, deviation, len(f.Rows.LogDensity)
	case f.Cells != nil:
		mean, deviation = meanAndError(f.Cells.LogDensity)
		return "cell", mean, deviation, len(f.Cells.LogDensity)
	}
	return "", 0, 0, 0
}

// showJSON returns the contents of a study for other programs.
func showJSON(c study.Contents, lost []study.Loss) facts.List {
	tables, results, losses := []facts.List{}, []facts.List{}, []string{}
	for _, id := range slices.Sorted(maps.Keys(c.Tables)) {
		tables = append(tables, tableObject(c, id))
	}
	for _, id := range slices.Sorted(maps.Keys(c.Results)) {
		results = append(results, resultObject(c, id))
	}
	for _, l := range lost {
		losses = append(losses, l.String())
	}
	return facts.Of("espalier", Version, "note", c.State.Note, "open", c.State.Open, "shown", c.State.Shown, "tables",
		tables, "results", results, "lost", losses)
}

func tableObject(c study.Contents, id study.TableID) facts.List {
	t := c.Tables[id]
	n, d := t.Dims()
	unknown, limits := t.Unknown()
	o := facts.Of("id", id, "name", t.Name, "source", t.Source, "sha256", t.SHA256, "rows", n, "columns", d,
		"missing", unknown, "limits", limits)
	for _, h := range c.State.Sheets {
		if h.Table == id {
			o.Add("note", h.Note)
			o.Add("origin", h.Origin)
		}
	}
	return o
}

func resultObject(c study.Contents, id study.ResultID) facts.List {
	r := c.Results[id]
	f, label := r.Fit, c.State.Label(id)
	settings := map[string]string{}
	for name, v := range f.Spec.Settings {
		settings[name] = v.Text
	}
	o := facts.Of("id", id, "name", label.Name, "note", label.Note, "table", r.Table, "rows", f.Data.Rows,
		"columns", f.Data.Columns, "model", f.Spec.Model, "parameters", settings, "seed", f.Spec.Seed,
		"preprocessing", f.Spec.Preprocessing, "iterations", f.Iterations, "seconds", f.Seconds, "ended",
		f.Ended.String(), "stopped", f.Ended != run.Finished, "resumable", f.State != nil, "hash", f.Hash,
		"espalier", f.Version)
	if at, mean, deviation, n := heldOut(f); at != "" {
		o.Add("test", facts.Of(at+"s", n, "log_density_mean", number(mean), "log_density_standard_error", number(deviation)))
	}
	if d := f.Diagnostics; d != nil {
		o.Add("verdict", d.Verdict.Text)
	}
	if f.Problem != "" {
		o.Add("error", f.Problem)
	}
	return o
}
