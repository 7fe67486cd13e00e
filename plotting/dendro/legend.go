package dendro

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// legendPart is the legends.
type legendPart struct {
	l            *dendrogramLayout
	legend       vg.Rectangle        // beside the picture
	legends      [][]ink.LegendBlock // columns beside the picture; nil: lines below it
	legendWidths []vg.Length
	flow         ink.Flow // legends below the picture
	flows        bool     // they stand there
	legendsLeft  []string // titles of those without room
}

// blocks are the functions that explain the branches.
func (bp *branchPart) blocks() []func() (ink.LegendBlock, bool) {
	return []func() (ink.LegendBlock, bool){bp.valuesBlock, bp.supportBlock, bp.intervalsBlock, bp.samplesBlock,
		bp.bracketsBlock}
}

// later returns as much of the layout of the later tree as its legends need; nil without one.
func (l *dendrogramLayout) later() *dendrogramLayout {
	if l.d.later == nil || l.d.later.Tree == nil {
		return nil
	}
	return tied(&dendrogramLayout{d: l.d.later, style: l.style, p: l.d.later.Tree})
}

// legendBlocks lists the legends, in the order of the picture.
func (kp *legendPart) legendBlocks(limit int) []ink.LegendBlock {
	var blocks []ink.LegendBlock
	later := kp.l.later()
	for i, block := range kp.l.branches.blocks() {
		b, ok := block()
		if !ok && later != nil {
			b, ok = later.branches.blocks()[i]()
			b = b.Blanked()
		}
		switch {
		case !ok:
		case kp.flows && len(blocks) == 1 && blocks[0].Ramp == nil: // on one line
			if b.Title != bracketsTitle { // these say it themselves
				b.Entries[0].Text += " behind"
			}
			blocks[0].Entries = append(blocks[0].Entries, b.Entries...)
		default:
			blocks = append(blocks, b)
		}
	}
	for _, k := range kp.l.colours {
		blocks = append(blocks, k.Legend(limit))
	}
	if kp.l.columns.heatShown {
		for _, k := range kp.l.columns.columnColours {
			blocks = append(blocks, k.Legend(limit).Inert()) // they are no rows
		}
	}
	if kp.l.d.Shape.Round() && kp.l.classes.group != nil { // no room for names at the bars
		b := beside.GroupBlock(kp.orderedGroups(), limit)
		blocks = append([]ink.LegendBlock{b}, blocks...)
	}
	if kp.l.d.Heat != nil && !kp.l.columns.barBelow && kp.l.columns.heatShown {
		blocks = append(blocks, formsOf(kp.l).of().Blocks(kp.l.d.Heat.Scale.Map, limit)...)
	}
	return ink.OrderedBlocks(kp.l.style, blocks)
}

// orderedGroups returns the groups in the order in which they stand in the figure.
func (kp *legendPart) orderedGroups() []beside.Group {
	place := make([]float64, len(kp.l.d.Groups)) // mean of its leaves
	for i, g := range kp.l.d.Groups {
		for _, row := range g.Rows {
			if row >= 0 && row < len(kp.l.p.Order()) {
				place[i] += float64(kp.l.p.Rank[row]) / float64(len(g.Rows))
			}
		}
	}
	turn := inference.UpTo(len(place))
	stable.Sort(turn, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	groups := make([]beside.Group, len(turn))
	for i, g := range turn {
		groups[i] = kp.l.d.Groups[g]
		groups[i].Colour = kp.l.d.groupColour(g)
	}
	return groups
}

// of returns the forms of the heat map, which must be there; a disc has shaded cells alone.
func (f cellForms) of() beside.Forms {
	st := f.l.style
	if f.l.d.Shape.Round() {
		st.Look.CellForm = plotting.ShadedCells
	}
	of := beside.FormsOf(f.l.d.Heat, st)
	for _, k := range f.l.colours {
		of.First += k.Inks
	}
	return of
}

// form is that of the cells of the heat map.
func (f cellForms) form() plotting.CellForm {
	if f.l.d.Heat == nil {
		return plotting.ShadedCells
	}
	return f.of().Kind
}

// ramp returns the bar of colours that can stand below the heat map; nil where there is none, or its legend is
// more than that.
func (f cellForms) ramp() *ink.ColorBar {
	h := f.l.d.Heat
	if form := f.form(); h == nil || h.OfKinds() || form != plotting.ShadedCells && form != plotting.BarCells {
		return nil
	}
	return h.LegendBlocks(h.Scale.Map, 0)[0].Ramp
}
