package cells

import (
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
)

// mostRowPictures is how many selected rows are shown as pictures.
const mostRowPictures = 12

// rowBlocks is where the numbers of blocks of rows begin, downwards.
const rowBlocks = -2

// RowOfBlock returns the row whose picture a block of this number shows; ok is false for others.
func RowOfBlock(index int) (row int, ok bool) { return rowBlocks - index, index <= rowBlocks }

// AddRows shows rows of the data, such as those selected, as pictures before the blocks, in the units of the table, and
// says how many there are beyond the first dozen. others names the other blocks.
func (t *Templates) AddRows(data *inference.Dataset, rows []int, others string) {
	if len(rows) == 0 || len(t.Blocks) == 0 {
		return
	}
	alone := !t.has(false) // nothing else has a scale of values
	grouped := len(t.Groups) > 0
	if grouped {
		t.Groups = slices.Insert(slices.Clone(t.Groups), 0, "selected")
	} else {
		t.Groups = []string{"selected", others}
	}
	blocks := make([]TemplateBlock, 0, len(t.Blocks)+mostRowPictures)
	for k, row := range rows {
		if row < 0 || row >= len(data.Rows) {
			continue
		}
		if k == mostRowPictures {
			last := &blocks[len(blocks)-1]
			last.Note = fmt.Sprintf("and %s more", plotting.FormatCount(len(rows)-k))
			last.Brief = "+" + plotting.FormatCount(len(rows)-k)
			break
		}
		values := make([]float64, len(data.Columns))
		for q, v := range data.X.RawRowView(row) {
			values[q] = v*data.Scale[q] + data.Centre[q]
		}
		blocks = append(blocks, TemplateBlock{Index: rowBlocks - row, Name: data.Rows[row], Short: fmt.Sprint(row + 1),
			Size: 1, Pictures: []TemplatePicture{{Name: "row", Values: values}}})
	}
	for _, b := range t.Blocks {
		b.Group++
		if !grouped {
			b.Group = 1
		}
		blocks = append(blocks, b)
	}
	if t.Blocks = blocks; alone {
		t.SetScales()
	}
}
