package beside

// MipSteps are the numbers of rows that one row represents in the coarser copies of a heat map.
var MipSteps = []int{4, 16, 64}

// heatMips are coarser copies of the levels of a heat map, with its rows in one order, so that a
// picture in which many rows share a pixel need not read them all.
type heatMips struct {
	order  []int
	levels [][]uint8 // for each of MipSteps; made when first asked for
}

// Coarse returns the levels with every step rows of an order merged into one, the mean of those that hold a value, or
// the commonest level of categories: ⌈n/step⌉ rows as long as Order. It panics if step is not in MipSteps. The last
// order is cached; its slice must not be written afterwards.
func (h *Heat) Coarse(order []int, step int) []uint8 {
	h.Prepare()
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.mips.order) != len(order) || len(order) > 0 && &h.mips.order[0] != &order[0] {
		h.mips = heatMips{order: order, levels: make([][]uint8, len(MipSteps))}
	}
	for i, s := range MipSteps {
		if s != step {
			continue
		}
		if h.mips.levels[i] == nil {
			h.mips.levels[i] = h.coarsen(order, step)
		}
		return h.mips.levels[i]
	}
	panic("plotting: no such step of a heat map")
}

func (h *Heat) coarsen(order []int, step int) []uint8 {
	columns := len(h.Order)
	n := (len(order) + step - 1) / step
	out := make([]uint8, n*columns)
	sums, counts := make([]uint32, columns), make([]uint32, columns)
	for r := range n {
		clear(sums)
		clear(counts)
		for _, row := range order[r*step : min((r+1)*step, len(order))] {
			line := h.Levels[row*columns : (row+1)*columns]
			addLevels(sums, line)
			countLevels(counts, line)
		}
		for x, c := range counts {
			if c > 0 && !h.Mixes(h.Order[x]) {
				out[r*columns+x] = h.commonest(order[r*step:min((r+1)*step, len(order))], x)
			} else if c > 0 {
				out[r*columns+x] = uint8((sums[x] + c/2) / c)
			}
		}
	}
	return out
}

// MipStep returns the greatest step that leaves at least two rows per pixel, given the rows per
// pixel; 1 if there is none.
func MipStep(rowsPerPixel float64) int {
	step := 1
	for _, s := range MipSteps {
		if float64(2*s) <= rowsPerPixel {
			step = s
		}
	}
	return step
}

// commonest returns the level, of those that are not missing, that most of some rows have at a place from the left; of
// several the first.
func (h *Heat) commonest(rows []int, place int) uint8 {
	var votes [256]int
	best := 0
	for _, row := range rows {
		if level := h.Levels[row*len(h.Order)+place]; level > 0 {
			votes[level]++
		}
	}
	for level, n := range votes {
		if n > votes[best] {
			best = level
		}
	}
	return uint8(best)
}
