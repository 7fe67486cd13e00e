// Package write saves figures and their numbers. Each format stands in a file of its
// own. A file is complete or, after an error, as it was before.
package write
