package depict

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/plotting/depict/expects"
)

// Hidden cells of yes/no stand by the probability of yes that was predicted, whatever they held: a fit that says .9 of
// cells that are yes nine times in ten stands on the diagonal, and one that says .9 of cells of which half are lies
// below it.
func TestCalibration(t *testing.T) {
	result := func(model string, everyNo int) board.Entry {
		c := &job.CellScores{}
		for i := range 60 {
			yes := i%everyNo != 0
			value, mass := 1.0, math.Log(0.9)
			if !yes {
				value, mass = 0, math.Log1p(-0.9)
			}
			c.Row, c.Column = append(c.Row, string(rune('a'+i))), append(c.Column, "seen")
			c.Value, c.Mass = append(c.Value, value), append(c.Mass, mass)
			c.Sort, c.LogDensity, c.Predicted = append(c.Sort, job.CellsYesNo), append(c.LogDensity, mass),
				append(c.Predicted, 0.9)
		}
		return board.Entry{Result: &job.Result{Spec: job.Spec{Model: model}, Data: job.Facts{Name: "seen", SHA256: "1"},
			Snapshot: &inference.Snapshot{}, Cells: c}}
	}
	b, err := board.New([]board.Entry{result("dpmm", 10), result("ddt", 2)}, "")
	if err != nil {
		t.Fatal(err)
	}
	plate, ok := CalibrationPlate(b, "")
	if !ok || plate.Name != "calibration" {
		t.Fatal("60 hidden cells of yes/no have no picture")
	}
	for _, l := range b.Lines {
		want := map[string]float64{"dpmm": 0.9, "ddt": 0.5}[l.Model]
		mean := 0.0
		for _, p := range expects.Binned(l.Answers) {
			if !(math.Abs(p.Predicted-0.9) <= 1e-12) || p.Levels != 10 || !(p.Low <= p.Share && p.Share <= p.High) {
				t.Errorf("%s: %+v", l.Model, p)
			}
			mean += p.Share / 6
		}
		if !(math.Abs(mean-want) <= 1e-12) {
			t.Errorf("%s: %v of the cells are yes, want %v", l.Model, mean, want)
		}
	}
	if f := Calibration(b); len(f.Layers) != 3 {
		t.Errorf("%d layers for two results", len(f.Layers))
	}
	b.Lines[0].Answers, b.Lines[1].Answers = b.Lines[0].Answers[:20], nil
	if _, ok := CalibrationPlate(b, ""); ok {
		t.Error("20 cells have a picture")
	}
}
