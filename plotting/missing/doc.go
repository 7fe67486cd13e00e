// Package missing draws which cells of a table are missing, with the shares of rows and columns beside them.
package missing
