package inference

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Scalar is a number a model has learnt.
type Scalar struct {
	Name              string
	Mean              float64
	StandardDeviation float64 // 0 for a point estimate
}

// ScalarOf returns the mean and the standard deviation of a number over draws, of which there is at
// least one.
func ScalarOf[D any](name string, draws []D, of func(D) float64) Scalar {
	mean, square, n := 0.0, 0.0, float64(len(draws))
	for _, d := range draws {
		v := of(d)
		mean += v / n
		square += v * v / n
	}
	return Scalar{Name: name, Mean: mean, StandardDeviation: math.Sqrt(max(0, square-mean*mean))}
}

// A Snapshot is the state of a run as others may see it. It is never modified once published. Its parts hold the
// results, each of a kind of its own; [Of] finds the one that can be shown.
type Snapshot struct {
	Model     string   // Info.Name
	Iteration int      // completed iterations
	Phase     string   // as in Report; the text after a semicolon is the reason for the result
	Parts     []Part   // one of a kind at most
	Scalars   []Scalar // hyperparameters and other learnt numbers, by name
	Trace     Trace    // of the only or first chain; filled in by the run
	// Chains are the traces of all chains of a method that samples, Trace the first of
	// them; nil for other methods. Filled in by the run.
	Chains []Trace
}

// Reason returns the reason for the result that the phase gives, as a sentence: "The chains … disagree: …". It is ""
// where there is nothing to say, and for nil.
func (s *Snapshot) Reason() string {
	if s == nil {
		return ""
	}
	_, why, _ := strings.Cut(s.Phase, "; ")
	if why == "" {
		return ""
	}
	first, width := utf8.DecodeRuneInString(why)
	return string(unicode.ToUpper(first)) + why[width:] + "."
}

// A Trace holds the scalars of all iterations so far, one column each. Columns are
// prefix views of slices that only grow, so that sharing a Trace costs no copy.
type Trace struct {
	Names     []string
	Iteration []int
	Seconds   []float64 // since the run started, pauses excluded; nil where nobody measured them
	Values    [][]float64
}

// Column returns the values of a name, or nil.
func (t Trace) Column(name string) []float64 {
	for i, n := range t.Names {
		if n == name {
			return t.Values[i]
		}
	}
	return nil
}
