//go:build validate

package pydt

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/sampledata"
)

// TestValidateFirstColumns holds auto, which learns Σ on the tree of independent columns, against trees built under Σ
// and without, by rows held out, with default preprocessing. It fails where its tree is not that of independent
// columns to the bit, or that of a covariance where auto says so; where it loses more than half a nat to
// independent columns; or where it loses more than five nats (tissue_expression: twenty) to a tree under a
// covariance.
func TestValidateFirstColumns(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "first-columns", b)
	b.WriteString(
		"\nLog density of a held-out row, in nats: every tenth row, `ddt` by method em with 30 search steps, seed 1.\n\n" +
			"| sample | independent | covariance | factors | auto | auto took |\n|---|---|---|---|---|---|\n")
	for _, name := range []string{"iris", "wine", "olive_oils", "glass", "crabs", "penguins", "leukaemia_ALL",
		"tissue_expression"} {
		table, err := sampledata.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := table.Prepare(DDT{}.Info().PreprocessingOf(table, inference.Preprocessing{}))
		if err != nil {
			t.Fatal(err)
		}
		var learn, hidden []int
		for i := range all.Rows {
			if i%10 == 4 {
				hidden = append(hidden, i)
			} else {
				learn = append(learn, i)
			}
		}
		data, test := all.SelectRows(learn), all.SelectRows(hidden)
		value, trees := map[string]float64{}, map[string]*forest.Forest{}
		took, as := "", correlated.Independent
		for _, form := range []string{correlated.Independent, correlated.AnyCovariance, correlated.ByFactors,
			correlated.Undecided} {
			f := begun(t, data, inference.Streams{Seed: 1}, "columns", form)
			traced(t, f, 30)
			snap := f.Snapshot()
			value[form] = meanLogDensity(t, f.(inference.Predictor), test.X)
			trees[form] = &forest.Forest{Trees: forest.TreesOf(snap)}
			if form == correlated.Undecided {
				if took = decision.Of(snap).Values()["columns"]; decision.ByClarity(snap) {
					took, as = took+", with its tree", correlated.AnyCovariance
				}
			}
		}
		fmt.Fprintf(b, "| %s | %.2f | %.2f | %.2f | %.2f | %s |\n", name, value[correlated.Independent],
			value[correlated.AnyCovariance], value[correlated.ByFactors], value[correlated.Undecided], took)
		x, y := trees[correlated.Undecided].Trees[0].Tree, trees[as].Trees[0].Tree
		if !pydttest.SameBits(x.LogTime, y.LogTime) {
			t.Errorf("%s: auto's tree is not that of columns=%s", name, as)
		}
		most := 5.0
		if name == "tissue_expression" {
			most = 20
		}
		if !(value[correlated.Undecided] >= value[correlated.Independent]-0.5) ||
			!(value[correlated.Undecided] >= value[correlated.AnyCovariance]-most) {
			t.Errorf("%s: auto has %.2f nats, independent columns %.2f, a tree under a covariance %.2f", name,
				value[correlated.Undecided], value[correlated.Independent], value[correlated.AnyCovariance])
		}
	}
}
