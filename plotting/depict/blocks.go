package depict

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/blockgraph"
	"example.org/espalier/plotting/depict/blocks"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/plotting/network"
)

var blocksEntry = with(Entry{Name: "blocks", Tab: "Blocks", Suffix: "blocks",
	About:  "the table with rows and columns by their clusters, and the mean of each block",
	offers: blocks.Has, size: squareSize},
	Chosen[blocks.State]{
		Choices: func(g Given, st *blocks.State) []choice.Choice {
			options := []choice.Option{{Name: "both", Words: "Cells and means"}, {Name: "cells", Words: "Cells"}, {Name: "means",
				Words: "Block means"}, {Name: "rows", Words: "Rows together"}, {Name: "columns", Words: "Columns together"}}
			values := []int{blocks.Both, blocks.Cells, blocks.Means, blocks.Rows, blocks.Columns}
			if g.Subject != nil && !blocks.Together(g.Subject, blocks.Columns) {
				options, values = append(options[:4:4], options[5:]...), append(values[:4:4], values[5:]...)
			}
			if g.Subject != nil && !blocks.Together(g.Subject, blocks.Rows) {
				options, values = append(options[:3:3], options[4:]...), append(values[:3:3], values[4:]...)
			}
			return []choice.Choice{choice.Of("show", "Show",
				"what is shown in the order of the blocks: cells, the mean of each block, or how often two rows or columns are in one cluster",
				&st.Show, values, options).With(choice.Press("M", "The next view of the blocks"))}
		},
		Figure: func(g Given, st blocks.State) plotting.Figure {
			f := blocks.Figure(g.Subject, st)
			f.Selection.Rows, f.Selection.Columns = g.Selected.Rows, g.Selected.Columns
			if st.Show == blocks.Columns {
				f.Selection.Rows, f.Selection.Columns = g.Selected.Columns, nil
			}
			return f
		},
		Pick: func(_ Given, st *blocks.State, _ plotting.Figure, m plotting.Mark) Click {
			return pickInBlocks(st.Show, m)
		},
		Words: func(_ Given, st blocks.State, f plotting.Figure) string {
			if m, ok := f.(matrix.Matrix); ok && m.IsBlank() {
				return ""
			}
			return blocks.Words(st)
		},
	})

// pickInBlocks returns the selection by a click: a row, a column, both of a cell, or the rows of a cluster.
func pickInBlocks(show int, m plotting.Mark) Click {
	rows, columns := m.Rows, []int(nil)
	if m.Row >= 0 {
		rows = []int{m.Row}
	}
	if m.Column >= 0 {
		columns = []int{m.Column}
	}
	switch show {
	case blocks.Rows:
		return selectsRows(append(rows, columns...))
	case blocks.Columns:
		return selects(study.Selection{Columns: study.SetOf(append(rows, columns...))})
	}
	return selects(study.Selection{Rows: study.SetOf(rows), Columns: study.SetOf(columns)})
}

// blockGraphEntry is the figure of the groups of the nodes of a network, and of how much they are linked. A click
// selects the members.
var blockGraphEntry = with(Entry{Name: "block-graph", Tab: "Block graph", Suffix: "block graph",
	About: "the groups of the nodes by their sizes, and how much any two are linked", offers: blockgraph.Has,
	size: planeSize},
	Chosen[struct{}]{
		Figure: func(g Given, _ struct{}) plotting.Figure {
			return blockgraph.Figure(g.Subject, g.Selected.Rows)
		},
		Pick: func(g Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click {
			n, _ := f.(*network.Network)
			groups := marked(n, m)
			if len(groups) == 0 || g.Subject == nil || !blockgraph.Has(g.Subject) {
				return selectsRows(nil)
			}
			return selectsRows(blockgraph.Of(g.Subject).Rows(groups))
		},
	})
