// Package tables joins tables of the same rows: the columns of each become a group of columns of one table, called
// after the table they came from.
//
// Rows are matched by name, and their order is that of the first table. A row that an added table lacks has missing
// cells there; rows that only an added table has are left out, and counted. See [Join].
package tables
