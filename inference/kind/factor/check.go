package factor

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// mostChains is far above any real number; memory grows with the greatest number of a chain.
const mostChains = 4096

// Check implements inference.Part: matrices and draws are of one number of items and of
// cases, numbers are finite, variances not negative; draws stand by chain and iteration.
func (f *Factors) Check(data *inference.Dataset) error {
	items, cases := -1, -1 // not known
	if data != nil {
		cases, items = data.Dims()
		if f.State != nil && f.State.Side == inference.OnRows {
			items, cases = cases, items
		}
	}
	if f.State != nil {
		if err := f.State.check(&items, &cases); err != nil {
			return fmt.Errorf("factors: the state: %w", err)
		}
	}
	last := Draw{Iteration: -1}
	for i, d := range f.Draws {
		if d.Chain < last.Chain || d.Chain >= mostChains || d.Iteration < 0 ||
			d.Chain == last.Chain && d.Iteration <= last.Iteration {
			return fmt.Errorf("factors: draw %d is of chain %d, iteration %d, after chain %d, iteration %d", i, d.Chain,
				d.Iteration, last.Chain, last.Iteration)
		}
		last = d
		if d.State == nil {
			return fmt.Errorf("factors: draw %d has no state", i)
		}
		if err := d.State.check(&items, &cases); err != nil {
			return fmt.Errorf("factors: draw %d: %w", i, err)
		}
	}
	return nil
}

// fits reports whether a size equals the known one; a first size becomes the known one.
func fits(known *int, size int) bool {
	if *known < 0 {
		*known = size
	}
	return *known == size
}

func (s *State) check(items, cases *int) error {
	if s.Side != inference.OnColumns && s.Side != inference.OnRows {
		return fmt.Errorf("a side of number %d", s.Side)
	}
	k := len(s.IDs)
	if !each(s.IDs) {
		return errors.New("two factors have the same ID")
	}
	owners := items
	if s.Binary {
		owners = cases
	}
	for _, m := range []struct {
		name  string
		x     *mat.Dense
		rows  *int
		needs bool
	}{{"loadings", s.Loadings, items, true}, {"activities", s.Activities, cases, true},
		{"inclusion", s.Inclusion, owners, s.Binary}} {
		if m.x == nil {
			if m.needs && k > 0 {
				return fmt.Errorf("no %s of %d factors", m.name, k)
			}
			continue
		}
		if r, c := m.x.Dims(); c != k || !fits(m.rows, r) {
			return fmt.Errorf("%s of %d×%d for %d factors and %d", m.name, r, c, k, *m.rows)
		}
		if !finite(m.x) {
			return fmt.Errorf("%s are not finite", m.name)
		}
	}
	if s.Inclusion != nil && k > 0 && (mat.Min(s.Inclusion) < 0 || mat.Max(s.Inclusion) > 1) {
		return errors.New("an inclusion is not a probability")
	}
	if len(s.Noise) > 0 && !fits(items, len(s.Noise)) || !variances(s.Noise) {
		return fmt.Errorf("the noise does not have %d variances", *items)
	}
	if len(s.Offset) > 0 && !fits(items, len(s.Offset)) || !numbers(s.Offset) {
		return fmt.Errorf("the offset does not have %d numbers", *items)
	}
	return nil
}

// same checks that the lists of a sparse state are of one length each.
func (s *Sparse) same() error {
	k := len(s.Items)
	if len(s.Values) != k || len(s.Activities) != k || len(s.IDs) > 0 && len(s.IDs) != k {
		return fmt.Errorf("factors: %d lists of items, %d of values, %d of activities and %d IDs", k, len(s.Values),
			len(s.Activities), len(s.IDs))
	}
	for j := range k {
		if len(s.Values[j]) != len(s.Items[j]) || len(s.Activities[j]) != len(s.Activities[0]) {
			return fmt.Errorf("factors: factor %d has %d items, %d values and %d activities, the first %d activities",
				j+1, len(s.Items[j]), len(s.Values[j]), len(s.Activities[j]), len(s.Activities[0]))
		}
	}
	return nil
}

func (s *Sparse) check(items, cases *int) error {
	if err := s.same(); err != nil {
		return err
	}
	if !each(s.IDs) {
		return errors.New("two factors have the same ID")
	}
	if len(s.Noise) > 0 && !fits(items, len(s.Noise)) || !variances(s.Noise) {
		return fmt.Errorf("the noise does not have %d variances", *items)
	}
	if len(s.Offset) > 0 && !fits(items, len(s.Offset)) || !numbers(s.Offset) {
		return fmt.Errorf("the offset does not have %d numbers", *items)
	}
	for j, list := range s.Items {
		if !fits(cases, len(s.Activities[j])) {
			return fmt.Errorf("%d activities of %d cases", len(s.Activities[j]), *cases)
		}
		if !numbers(s.Values[j]) || !numbers(s.Activities[j]) {
			return fmt.Errorf("factor %d has a loading or an activity that is not finite", j+1)
		}
		last := int32(-1)
		for _, i := range list {
			if i <= last || *items >= 0 && int(i) >= *items {
				return fmt.Errorf("factor %d loads on item %d after item %d, of %d", j+1, i, last, *items)
			}
			last = i
		}
	}
	return nil
}

// each reports whether all IDs are different.
func each(ids []int) bool {
	seen := make(map[int]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}

func finite(x *mat.Dense) bool {
	n, _ := x.Dims()
	for i := range n {
		if !numbers(x.RawRowView(i)) {
			return false
		}
	}
	return true
}

// numbers reports whether all are finite.
func numbers[F float32 | float64](xs []F) bool {
	for _, x := range xs {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return false
		}
	}
	return true
}

// variances reports whether all are finite and 0 or more.
func variances[F float32 | float64](xs []F) bool {
	for _, x := range xs {
		if x < 0 {
			return false
		}
	}
	return numbers(xs)
}
