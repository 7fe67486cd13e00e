package ui

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study/opening"

	"gonum.org/v1/gonum/mat"
)

// TestRunWhilePreparing: a run that is asked for while a model's preprocessing is under way starts when that is done, on
// what was prepared.
func TestRunWhilePreparing(t *testing.T) {
	whole := fakeModel{name: "whole", target: 3, oneFactor: true}
	d := newDesk(t, []inference.Model{fakeModel{name: opening.FirstModel, target: 3}, whole})
	d.open(testTable("beans", 20))
	var before, during *mat.Dense
	d.do(func() {
		before = d.ws.Data().X
		if err := d.ws.Next.SetModel("whole"); err != nil {
			t.Error(err)
		}
		if d.ws.Busy() == "" {
			t.Error("nothing is prepared, so nothing is tested")
		}
		d.ws.Runs.Go()
		during = d.ws.Data().X
		if during != before || d.ws.Runs.Stage().Working {
			t.Error("a run started on what is to be replaced")
		}
	})
	d.until("the end of the run", func() bool { return d.ws.Busy() == "" && d.ws.Runs.Stage().Ended })
	d.do(func() {
		j := d.ws.Runs.Job()
		if p := j.Plain.Preprocessing; j.Info.Name != "whole" || !p.ScaleAll || p.Scale || j.Plain.X != d.ws.Data().X {
			t.Errorf("%s ran on data %v", j.Info.Name, p)
		}
	})
}
