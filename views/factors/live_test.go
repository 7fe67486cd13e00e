package factors

import (
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/replay"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/gonum/mat"
)

// neverDone puts draws together for ever.
type neverDone struct{ offered int }

func (n *neverDone) Offer(pane.Result)            { n.offered++ }
func (*neverDone) OnSummary(func(study.ResultID)) {}
func (*neverDone) Latest(study.ResultID) (*depict.Subject, *factors.Summary) {
	return nil, nil
}

// While a run works, and in a replay, pages of draws show the present state, each anew, and do not wait for the draws
// to be put together; once it rests they wait.
func TestPagesFollowARun(t *testing.T) {
	data, state := viewstest.FakeFactors()
	subject := func(scale float64) *depict.Subject {
		now := *state
		now.Loadings = new(mat.Dense)
		now.Loadings.Scale(scale, state.Loadings)
		return viewstest.SubjectOf(data, &inference.Snapshot{Iteration: int(scale),
			Parts: []inference.Part{&factor.Factors{State: &now,
				Draws: []factor.Draw{{Iteration: 0, State: &factor.Sparse{}}}}}})
	}
	for _, tab := range []string{"Factors", "Ranking"} {
		t.Run(tab, func(t *testing.T) {
			s := viewstest.NewStage(t)
			p := pane.NewEntry(depict.ByTab(tab), &neverDone{}, s.Post, plotting.Light)
			defer p.Close()
			var before plotting.Figure
			show := func(r pane.Result) plotting.Figure {
				p.SetResult(r)
				return p.Figure()
			}
			for scale := 1.0; scale <= 3; scale++ {
				now := show(pane.Result{Subject: subject(scale)})
				if _, waits := now.(ink.Sentence); waits || now == nil || before != nil && reflect.DeepEqual(now,
					before) {
					t.Errorf("at iteration %v it shows %T", scale, now)
				}
				before = now
			}
			moment := subject(4)
			moment.Snapshot = replay.Present(moment.Snapshot)
			if now := show(pane.Result{Subject: moment, Rests: true, Moment: true}); now == nil ||
				reflect.DeepEqual(now, before) {
				t.Errorf("of a replay it shows %T", now)
			}
			if now := show(pane.Result{Subject: subject(5), Rests: true}); now != nil {
				t.Errorf("at rest it shows %T before the draws are put together", now)
			}
		})
	}
}
