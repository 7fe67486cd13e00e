// Package inference holds the contracts between data, models, runs and views.
//
// A [Table] is what was read from a file. [Table.Prepare] turns it into a
// [Dataset], the matrix of numbers that a model sees, and remembers how to map
// densities back into the units of the file. A [Model] makes a [Stepper] from a
// Dataset and [Settings]; a Stepper moves one chain or one fit forward by small
// steps and publishes immutable [Snapshot] values. Package run drives Steppers;
// packages views and plotting show Snapshots. Neither this package nor any below
// it knows of a window.
package inference
