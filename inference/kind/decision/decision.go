// Package decision is the kind of result for choices that settings left to the data: the option chosen, and the scores
// of all options.
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
	Version = 2
)

// Decisions are the choices of a fit. They are never modified once published.
type Decisions struct {
	List []Decision
}

// A Decision is the choice of a value for one parameter.
type Decision struct {
	Parameter string   // the name, "columns"
	Chosen    string   // the value
	Criterion string   // meaning and unit of the scores: "nats per row left out"
	Words     string   // describes the choice in a plain sentence; "" where the value suffices
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

// TreeBy names the decision between a tree of columns by themselves and one under their covariance. It is no parameter.
const TreeBy = "tree"

// Within is the value of [TreeBy] where the tree was built under a covariance of the columns that enough rows tell, so
// that rows are compared in units of their covariance within groups.
const Within = "covariance"

// ReadWithin reports whether the tree of a snapshot is one in which rows are compared in units of their covariance
// within groups.
func ReadWithin(s *inference.Snapshot) bool { return Of(s).Values()[TreeBy] == Within }

// ByClarity reports whether auto chose the tree of a snapshot because its groups are clearer than those of the tree of
// columns by themselves.
func ByClarity(s *inference.Snapshot) bool {
	return ReadWithin(s) && Of(s).Values()["columns"] == Within
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

// Sentences returns a plain sentence for each decision. d may be nil.
func (d *Decisions) Sentences() (list []string) {
	if d == nil {
		return nil
	}
	for _, one := range d.List {
		words := one.Words
		if words == "" {
			words = fmt.Sprintf("For %s, auto chose %s.", one.Parameter, one.Chosen)
		}
		list = append(list, words)
	}
	return list
}

// Numbers returns, for each parameter, the scores of all options, the best first. d may be nil.
func (d *Decisions) Numbers() map[string]string {
	if d == nil {
		return nil
	}
	numbers := map[string]string{}
	for _, one := range d.List {
		options := slices.Clone(one.Options)
		slices.SortStableFunc(options, func(a, b Option) int { return -compare(a.Score, b.Score) })
		var scores []string
		for _, o := range options {
			scores = append(scores, o.Value+" "+number(o.Score))
		}
		numbers[one.Parameter] = one.Criterion + ": " + strings.Join(scores, ", ")
	}
	return numbers
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
	Words                        string // since version 2
}

// first is the form of version 1.
type first struct {
	_    struct{} `cbor:",toarray"`
	List []*struct {
		_                            struct{} `cbor:",toarray"`
		Parameter, Chosen, Criterion string
		Values                       wire.Strings
		Scores                       wire.Floats
	}
}

// MarshalBinary implements inference.Part.
func (d *Decisions) MarshalBinary() ([]byte, error) {
	f := form{List: make([]*decided, len(d.List))}
	for i, one := range d.List {
		z := &decided{Parameter: one.Parameter, Chosen: one.Chosen, Criterion: one.Criterion, Words: one.Words}
		for _, o := range one.Options {
			z.Values, z.Scores = append(z.Values, o.Value), append(z.Scores, o.Score)
		}
		f.List[i] = z
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote, and version 1. The bytes may come from anywhere; after an error
// d is unchanged.
func (d *Decisions) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("decisions", data, &f); err != nil {
		var old first
		if wire.Unmarshal("decisions", data, &old) != nil {
			return err
		}
		f.List = nil
		for _, z := range old.List {
			if z == nil {
				f.List = append(f.List, nil)
				continue
			}
			f.List = append(f.List, &decided{Parameter: z.Parameter, Chosen: z.Chosen, Criterion: z.Criterion, Values: z.Values,
				Scores: z.Scores})
		}
	}
	var read Decisions
	for _, z := range f.List {
		if z == nil || len(z.Values) != len(z.Scores) {
			return errors.New("decision: one cannot be decoded; the bytes are damaged")
		}
		one := Decision{Parameter: z.Parameter, Chosen: z.Chosen, Criterion: z.Criterion, Words: z.Words}
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

// Check implements inference.Part: a parameter is decided once, the choice is one of its options, and scores are
// finite.
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
