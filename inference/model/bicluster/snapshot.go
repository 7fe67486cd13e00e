package bicluster

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
)

// leastGroup is how many items a cluster has that is shown as one: here a cluster may be a single row or column.
const leastGroup = 1

// Names of the groups.
const (
	rowClusters    = "row clusters"
	columnClusters = "column clusters"
)

// Snapshot implements inference.Stepper. The partitions are those of the least variation of information over the kept
// draws, of rows and of columns by themselves.
func (c *sampler) Snapshot() *inference.Snapshot {
	s, now := c.Chain.Snapshot()
	if len(now) == 0 {
		return s
	}
	at, rows, columns := make([]int, len(now)), make([][]int, len(now)), make([][]int, len(now))
	for t, d := range now {
		at[t], rows[t], columns[t] = d.Iteration, d.Rows, d.Columns
	}
	s.Parts = []inference.Part{c.tally[ofRows].Drawn(rowClusters, at, rows, leastGroup),
		&partition.Columns{Partition: c.tally[ofColumns].Drawn(columnClusters, at, columns, leastGroup)}}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("row_clusters", now, func(d *draw) float64 { return float64(clusters(d.Rows)) }),
		inference.ScalarOf("column_clusters", now, func(d *draw) float64 { return float64(clusters(d.Columns)) }),
		inference.ScalarOf("row_concentration", now, func(d *draw) float64 { return d.Alpha[ofRows] }),
		inference.ScalarOf("column_concentration", now, func(d *draw) float64 { return d.Alpha[ofColumns] }))
	return s
}

// Present implements inference.Presenter.
func (c *sampler) Present() []inference.Part {
	if c.Iteration < 0 {
		return nil
	}
	now := c.Now
	return []inference.Part{partition.State(rowClusters, now.Rows, leastGroup),
		&partition.Columns{Partition: partition.State(columnClusters, now.Columns, leastGroup)}}
}

// tallies are those of rows and of columns.
type tallies [2]partition.Tally
