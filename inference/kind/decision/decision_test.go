package decision_test

import (
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/decision"
)

func full() inferencetest.KindValue {
	return &decision.Decisions{List: []decision.Decision{
		{Parameter: "columns", Chosen: "covariance", Criterion: "nats a row", Words: "Columns vary together.",
			Options: []decision.Option{{Value: "independent", Score: -4.402}, {Value: "covariance", Score: -2.314},
				{Value: "factors", Score: -2.5}}},
		{Parameter: "noise", Chosen: "one", Criterion: "nats", Options: []decision.Option{{Value: "one", Score: 0}}},
	}}
}

func empty() inferencetest.KindValue { return new(decision.Decisions) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion2(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/decision2.bin") }

// The first version had no words.
func TestVersion1(t *testing.T) {
	data, err := os.ReadFile("testdata/decision1.bin")
	if err != nil {
		t.Fatal(err)
	}
	d := new(decision.Decisions)
	if err := d.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	want := full().(*decision.Decisions)
	want.List[0].Words = ""
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v", d)
	}
}

func FuzzDecision(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestSentences(t *testing.T) {
	s := &inference.Snapshot{Parts: []inference.Part{full().(*decision.Decisions)}}
	want := []string{
		"Columns vary together.",
		"For noise, auto chose one.",
	}
	numbers := map[string]string{"columns": "nats a row: covariance −2.314, factors −2.500, independent −4.402",
		"noise": "nats: one 0.000"}
	if got := decision.Of(s).Numbers(); !maps.Equal(got, numbers) {
		t.Errorf("numbers %v", got)
	}
	if got := decision.Of(s).Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := decision.Of(s).Values(); !maps.Equal(got, map[string]string{"columns": "covariance", "noise": "one"}) {
		t.Errorf("values %v", got)
	}
	none := decision.Of(&inference.Snapshot{})
	if none.Sentences() != nil || none.Numbers() != nil || none.Values() != nil {
		t.Error("a snapshot without decisions has some")
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *decision.Decisions){
		"decision: none":        func(x *decision.Decisions) { x.List = nil },
		"is decided twice":      func(x *decision.Decisions) { x.List[1].Parameter = "columns" },
		"has no name":           func(x *decision.Decisions) { x.List[0].Parameter = "" },
		"not one of its option": func(x *decision.Decisions) { x.List[0].Chosen = "tree" },
		"the score NaN":         func(x *decision.Decisions) { x.List[0].Options[2].Score = math.NaN() },
		"the score -Inf":        func(x *decision.Decisions) { x.List[1].Options[0].Score = math.Inf(-1) },
	} {
		x := full().(*decision.Decisions)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
