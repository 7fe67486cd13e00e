// Package inference holds the contracts between data, models, runs and views.
//
// A [Table] is read from a file. [Table.Prepare] turns it into a [Dataset], the matrix of numbers that a model sees,
// and records how to map densities back into the units of the file. A [Model] makes a [Stepper] from a Dataset and
// [Settings]. A Stepper advances one chain or one fit in small steps and publishes immutable [Snapshot] values. Package
// run drives Steppers; packages views and plotting show Snapshots. Neither this package nor any below it depends on a
// window.
package inference
