// Package problem has the data as trees see them: a [Problem] is a table whose columns are sorted by the rows that they
// are observed in, because columns observed in the same rows share the variances of all messages (math 3). Of zeros and
// ones, and of columns of several kinds, it holds what their leaves send up.
package problem
