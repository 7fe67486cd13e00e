// Package decision is the kind of result that says what a fit decided where its settings left a
// choice to the data, and by what numbers.
package decision

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "decision"
	Version = 1
)

// Decisions are the choices of a fit. They are never modified once published.
type Decisions struct {
	List []Decision
}

// A Decision is the choice of a value for one parameter.
type Decision struct {
	Parameter string   // the name, "columns"
	Chosen    string   // the value
	Criterion string   // what the scores are: "nats per row left out"
	Options   []Option // all that were compared, with the one that was chosen
}

// An Option is a value that could have been chosen, and its score: the greatest is best.
type Option struct {
	Value string
	Score float64
}

// Of returns the decisions in a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Decisions {
	d, _ := inference.Of[*Decisions](s)
	return d
}

// Values returns the chosen value of each parameter. d may be nil.
func (d *Decisions) Values() map[string]string {
	if d == nil {
		return nil
	}
	values := map[string]string{}
	for _, one := range d.List {
		values[one.Parameter] = one.Chosen
	}
	return values
}

// Sentences returns a sentence for each decision, with the scores of all options, the best
// first. d may be nil.
func (d *Decisions) Sentences() (list []string) {
	if d == nil {
		return nil
	}
	for _, one := range d.List {
		options := slices.Clone(one.Options)
		slices.SortStableFunc(options, func(a, b Option) int { return -compare(a.Score, b.Score) })
		var scores []string
		for _, o := range options {
			scores = append(scores, o.Value+" "+number(o.Score))
		}
		list = append(list, fmt.Sprintf("For %s, auto chose %s (%s: %s).", one.Parameter, one.Chosen, one.Criterion, strings.Join(scores, ", ")))
	}
	return list
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// number writes a score to a thousandth, and with a true minus.
func number(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', 3, 64), "-", "−", 1)
}

// Kind implements inference.Part.
func (*Decisions) Kind() string { return Kind }

// form is Decisions as they are written.
type form struct {
	_    struct{} `cbor:",toarray"`
	List []*decided
}

type decided struct {
	_                            struct{} `cbor:",toarray"`
	Parameter, Chosen, Criterion string
	Values                       wire.Strings
	Scores                       wire.Floats
}

// MarshalBinary implements inference.Part.
func (d *Decisions) MarshalBinary() ([]byte, error) {
	f := form{List: make([]*decided, len(d.List))}
	for i, one := range d.List {
		z := &decided{Parameter: one.Parameter, Chosen: one.Chosen, Criterion: one.Criterion}
		for _, o := range one.Options {
			z.Values, z.Scores = append(z.Values, o.Value), append(z.Scores, o.Score)
		}
		f.List[i] = z
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// d is unchanged.
func (d *Decisions) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("decisions", data, &f); err != nil {
		return err
	}
	var read Decisions
	for _, z := range f.List {
		if z == nil || len(z.Values) != len(z.Scores) {
			return errors.New("decision: one cannot be decoded; the bytes are damaged")
		}
		one := Decision{Parameter: z.Parameter, Chosen: z.Chosen, Criterion: z.Criterion}
		for i, v := range z.Values {
			one.Options = append(one.Options, Option{v, z.Scores[i]})
		}
		read.List = append(read.List, one)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*d = read
	return nil
}

// Check implements inference.Part: a parameter is decided once, what was chosen is one of its
// options, and scores are finite.
func (d *Decisions) Check(*inference.Dataset) error {
	if len(d.List) == 0 {
		return errors.New("decision: none")
	}
	seen := map[string]bool{}
	for _, one := range d.List {
		if one.Parameter == "" || seen[one.Parameter] {
			return fmt.Errorf("decision: parameter %q has no name, or is decided twice", one.Parameter)
		}
		seen[one.Parameter] = true
		if !slices.ContainsFunc(one.Options, func(o Option) bool { return o.Value == one.Chosen }) {
			return fmt.Errorf("decision: %s = %q is not one of its options", one.Parameter, one.Chosen)
		}
		for _, o := range one.Options {
			if math.IsNaN(o.Score) || math.IsInf(o.Score, 0) {
				return fmt.Errorf("decision: %s = %s has the score %v", one.Parameter, o.Value, o.Score)
			}
		}
	}
	return nil
}
