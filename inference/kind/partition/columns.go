package partition

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
)

// KindOfColumns is the name of the kind of [Columns], VersionOfColumns that of its form, which is the form of a
// Partition: what raises Version raises it too.
const (
	KindOfColumns    = "columns"
	VersionOfColumns = 2
)

// Columns puts the columns of the data into groups, beside those of the rows, so that the table falls into blocks. Its
// fields are those of a Partition, for columns in place of rows. It is never modified once published.
type Columns struct {
	Partition *Partition
}

// ColumnsOf returns the groups of the columns in a snapshot; nil where there are none.
func ColumnsOf(s *inference.Snapshot) *Partition {
	if c, ok := inference.Of[*Columns](s); ok {
		return c.Partition
	}
	return nil
}

// Kind implements inference.Part.
func (*Columns) Kind() string { return KindOfColumns }

// Check implements inference.Part: there are groups, and with data one for each column.
func (c *Columns) Check(data *inference.Dataset) error {
	if c.Partition == nil {
		return errors.New("partition: there are no groups of columns")
	}
	if err := c.Partition.Check(nil); err != nil {
		return fmt.Errorf("of columns, %w", err)
	}
	if data != nil {
		if _, d := data.Dims(); len(c.Partition.Labels) != d {
			return fmt.Errorf("partition: %d labels for %d columns", len(c.Partition.Labels), d)
		}
	}
	return nil
}

// Pool implements inference.Pooler, as [Partition.Pool] pools rows.
func (c *Columns) Pool(chains []inference.Part) inference.Part {
	parts := make([]inference.Part, len(chains))
	for k, p := range chains {
		if one, ok := p.(*Columns); ok {
			parts[k] = one.Partition
		}
	}
	return &Columns{c.Partition.Pool(parts).(*Partition)}
}

// MarshalBinary implements inference.Part.
func (c *Columns) MarshalBinary() ([]byte, error) {
	if c.Partition == nil {
		return new(Partition).MarshalBinary()
	}
	return c.Partition.MarshalBinary()
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error c is unchanged.
func (c *Columns) UnmarshalBinary(data []byte) error {
	p := new(Partition)
	if err := p.UnmarshalBinary(data); err != nil {
		return err
	}
	c.Partition = p
	return nil
}
