package beside

import (
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/stat"
)

// A heatLook holds the settings of a look for a heat map.
type heatLook struct {
	palette           string
	reversed          bool
	low, high, centre plotting.Limit
	order             plotting.ColumnOrder
	by                string
}

// mostLooks limits how many heat maps of other looks are kept, the last ones.
const mostLooks = 4

// In returns the heat map with the palette, the limits and the order of columns of a look: itself for
// one that changes none of them. The same look gives the same pointer.
func (h *Heat) In(k plotting.Look) *Heat {
	want := heatLook{k.Palette, k.Reversed, k.Low, k.High, k.Centre, k.Order, k.ColumnsBy}
	if h.Members != nil { // clades of columns are collapsed: their order is that of their tree
		want.order, want.by = plotting.UsualOrder, ""
	}
	if _, ok := h.annotationNamed(want.by); !ok {
		want.by = ""
	}
	if want == (heatLook{}) {
		return h
	}
	return h.other(want, func() *Heat { return h.looking(want) })
}

// Toned returns the heat map in the colours that a style has for its map: itself where they are the same.
func (h *Heat) Toned(s plotting.Style) *Heat {
	m := h.Scale.Map.In(s)
	if h.kinds != nil {
		return h.other(h.kinds.toneKey(s), func() *Heat {
			c := h.copied()
			c.tone, c.style = h.tones(s), s
			return c
		})
	}
	if m == h.Scale.Map {
		return h
	}
	return h.other(m, func() *Heat {
		c := h.copied()
		c.Scale.Map, c.pair = m, true // the map is that of zeros and ones
		return c
	})
}

// Like returns the heat map in the colours of another.
func (h *Heat) Like(other *Heat) *Heat {
	if h.Scale == other.Scale {
		return h
	}
	return h.other(other.Scale, func() *Heat {
		c := h.copied()
		c.Scale, c.LimitNote, c.pair = other.Scale, other.LimitNote, other.pair
		return c
	})
}

// other returns a heat map made from h, from memory if it was made before.
func (h *Heat) other(key any, made func() *Heat) *Heat {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, o := range h.others {
		if o.key == key {
			return o.heat
		}
	}
	m := made()
	h.others = append([]otherHeat{{key, m}}, h.others...)
	h.others = h.others[:min(len(h.others), mostLooks)]
	return m
}

// An otherHeat is a heat map of the same values in another look.
type otherHeat struct {
	key  any
	heat *Heat
}

// looking makes the heat map of a look.
func (h *Heat) looking(want heatLook) *Heat {
	c := h.copied()
	if m := ink.Palette(want.palette); m != nil {
		c.Scale.Map, c.chosen = m, m
	}
	if want.reversed {
		c.Scale.Map = c.Scale.Map.Reverse()
		if c.chosen != nil {
			c.chosen = c.Scale.Map
		}
	}
	if !want.low.Set && !want.high.Set && !want.centre.Set {
		c.pair = h.pair || h.Scale.Map == ink.Ink && h.Scale.Low == 0 && h.Scale.High == 1
	} else {
		c.setLimits(want)
	}
	if _, columns := h.X.Dims(); len(h.Order) == columns && columns > 2 && columns <= MaxClusteredColumns {
		switch want.order {
		case plotting.FileOrder:
			c.Tree = nil
			for j := range c.Order {
				c.Order[j] = j
			}
		case plotting.ClusteredOrder:
			c.Tree, c.Order = nil, clusteredColumns(c.X, c.apart())
		case plotting.TreeOrder:
			if c.Tree == nil {
				c = c.WithTree(columnTree(c.X, c.apart(), c.Columns))
			}
		}
	}
	c.orderBy(want.by)
	return c
}

// annotationNamed returns the annotation of the columns of a name, whatever its case.
func (h *Heat) annotationNamed(name string) (a inference.Annotation, ok bool) {
	columns := len(h.Columns)
	i := slices.IndexFunc(h.Annotations, func(a inference.Annotation) bool {
		return strings.EqualFold(a.Name, name) && len(a.Codes) == columns
	})
	if name == "" || i < 0 {
		return a, false
	}
	return h.Annotations[i], true
}

// orderBy puts columns of one label side by side, labels in their order and missing ones last. Within a label the order
// stays. A tree of the columns has another order, and goes.
func (h *Heat) orderBy(name string) {
	a, ok := h.annotationNamed(name)
	if !ok {
		return
	}
	h.Tree = nil
	place := func(column int) int {
		if code := a.Codes[column]; code >= 0 {
			return code
		}
		return len(a.Levels)
	}
	stable.Sort(h.Order, func(i, j int) int { return place(i) - place(j) })
}

// setLimits sets the ends of the scale. With a centre both are equally far from it.
func (h *Heat) setLimits(want heatLook) {
	values := h.sorted(want)
	usual := h.Scale
	low, high := h.value(want.low, usual.Low, values), h.value(want.high, usual.High, values)
	if usual.Low == -usual.High && want.low.Set != want.high.Set && !want.centre.Set { // symmetric at zero, as before
		want.centre = plotting.Limit{Set: true}
	}
	if want.centre.Set {
		centre := h.value(want.centre, 0, values)
		reach := math.Max(high-centre, centre-low)
		switch {
		case want.high.Set && !want.low.Set:
			reach = math.Abs(high - centre)
		case want.low.Set && !want.high.Set:
			reach = math.Abs(centre - low)
		}
		low, high = centre-reach, centre+reach
	}
	if low > high {
		low, high = high, low
	}
	if !(high > low) || high-low > math.MaxFloat64 { // one colour cannot show more than one value
		high = low + math.Max(math.Abs(low)*1e-6, 1e-6)
	}
	h.Scale.Low, h.Scale.High = low, high
	h.LimitNote = "limits chosen"
	if want.low.Quantile && want.high.Quantile && !want.centre.Set {
		h.LimitNote = "limits: quantiles " + plotting.FormatPercent(want.low.Value) + " and " +
			plotting.FormatPercent(want.high.Value)
	}
}

// value returns a limit, or the usual one where it is not set.
func (h *Heat) value(l plotting.Limit, usual float64, sorted []float64) float64 {
	switch {
	case !l.Set:
		return usual
	case !l.Quantile:
		return l.Value
	case len(sorted) == 0:
		return usual
	}
	return stat.Quantile(l.Value, stat.Empirical, sorted, nil)
}

// sorted returns the values that are shown in order, where a limit is a quantile of them.
func (h *Heat) sorted(want heatLook) []float64 {
	if !want.low.Quantile && !want.high.Quantile && !want.centre.Quantile {
		return nil
	}
	values := slices.DeleteFunc(h.numbersShown(), func(x float64) bool { return math.IsInf(x, 0) })
	slices.Sort(values)
	return values
}
